"""The record types of consumer groups in `__consumer_offsets`, with the classes of their bodies.

`records` reads bytes by this table; what the records mean is in `consumer.records`. A broker
without consumer groups does not import it.
"""

from __future__ import annotations

from kafkawire.protocol.messages.consumer_group_current_member_assignment_key import (
    ConsumerGroupCurrentMemberAssignmentKey,
)
from kafkawire.protocol.messages.consumer_group_current_member_assignment_value import (
    ConsumerGroupCurrentMemberAssignmentValue,
)
from kafkawire.protocol.messages.consumer_group_member_metadata_key import (
    ConsumerGroupMemberMetadataKey,
)
from kafkawire.protocol.messages.consumer_group_member_metadata_value import (
    ConsumerGroupMemberMetadataValue,
)
from kafkawire.protocol.messages.consumer_group_metadata_key import ConsumerGroupMetadataKey
from kafkawire.protocol.messages.consumer_group_metadata_value import ConsumerGroupMetadataValue
from kafkawire.protocol.messages.consumer_group_partition_metadata_key import (
    ConsumerGroupPartitionMetadataKey,
)
from kafkawire.protocol.messages.consumer_group_partition_metadata_value import (
    ConsumerGroupPartitionMetadataValue,
)
from kafkawire.protocol.messages.consumer_group_regular_expression_key import (
    ConsumerGroupRegularExpressionKey,
)
from kafkawire.protocol.messages.consumer_group_regular_expression_value import (
    ConsumerGroupRegularExpressionValue,
)
from kafkawire.protocol.messages.consumer_group_target_assignment_member_key import (
    ConsumerGroupTargetAssignmentMemberKey,
)
from kafkawire.protocol.messages.consumer_group_target_assignment_member_value import (
    ConsumerGroupTargetAssignmentMemberValue,
)
from kafkawire.protocol.messages.consumer_group_target_assignment_metadata_key import (
    ConsumerGroupTargetAssignmentMetadataKey,
)
from kafkawire.protocol.messages.consumer_group_target_assignment_metadata_value import (
    ConsumerGroupTargetAssignmentMetadataValue,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.protocol.message import Message

EPOCH = ConsumerGroupMetadataKey.API_KEY
PARTITION_METADATA = ConsumerGroupPartitionMetadataKey.API_KEY
MEMBER = ConsumerGroupMemberMetadataKey.API_KEY
TARGET_EPOCH = ConsumerGroupTargetAssignmentMetadataKey.API_KEY
TARGET = ConsumerGroupTargetAssignmentMemberKey.API_KEY
CURRENT = ConsumerGroupCurrentMemberAssignmentKey.API_KEY
REGEX = ConsumerGroupRegularExpressionKey.API_KEY

CLASSES: dict[int, tuple[type[Message], type[Message]]] = {
    EPOCH: (ConsumerGroupMetadataKey, ConsumerGroupMetadataValue),
    PARTITION_METADATA: (ConsumerGroupPartitionMetadataKey, ConsumerGroupPartitionMetadataValue),
    MEMBER: (ConsumerGroupMemberMetadataKey, ConsumerGroupMemberMetadataValue),
    TARGET_EPOCH: (
        ConsumerGroupTargetAssignmentMetadataKey,
        ConsumerGroupTargetAssignmentMetadataValue,
    ),
    TARGET: (ConsumerGroupTargetAssignmentMemberKey, ConsumerGroupTargetAssignmentMemberValue),
    CURRENT: (ConsumerGroupCurrentMemberAssignmentKey, ConsumerGroupCurrentMemberAssignmentValue),
    REGEX: (ConsumerGroupRegularExpressionKey, ConsumerGroupRegularExpressionValue),
}
"""Keys and values by record type."""
