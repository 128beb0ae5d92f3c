package main

import (
	"github.com/IBM/sarama"

	matrix "kafkawire/matrix"
)

func (self *client) Committed(group, topic string) (map[int32]int64, map[int32]string, error) {
	fetched, err := self.admin.ListConsumerGroupOffsets(group, nil)
	offsets, metadata := map[int32]int64{}, map[int32]string{}
	if err != nil {
		return offsets, metadata, err
	}
	for partition, found := range fetched.Blocks[topic] {
		if found.Offset >= 0 {
			offsets[partition], metadata[partition] = found.Offset, found.Metadata
		}
	}
	return offsets, metadata, failure(fetched.Err)
}

func (self *client) CommitAlone(group, topic string, offset int64, metadata string) error {
	settings := config()
	settings.Consumer.Offsets.AutoCommit.Enable = false
	opened, err := sarama.NewClient(self.bootstrap, settings)
	if err != nil {
		return err
	}
	defer opened.Close()
	manager, err := sarama.NewOffsetManagerFromClient(group, opened)
	if err != nil {
		return err
	}
	partition, err := manager.ManagePartition(topic, 0)
	if err != nil {
		return err
	}
	partition.MarkOffset(offset, metadata)
	manager.Commit()
	partition.AsyncClose()
	return manager.Close()
}

func (self *client) AlterOffset(group, topic string, offset int64) error {
	place := sarama.OffsetAndMetadata{Offset: offset, LeaderEpoch: -1}
	asked := map[string]map[int32]sarama.OffsetAndMetadata{topic: {0: place}}
	altered, err := self.admin.AlterConsumerGroupOffsets(group, asked, nil)
	if err != nil {
		return err
	}
	return failure(altered.Errors[topic][0])
}

func (self *client) Config(broker bool, name, key string) (string, error) {
	kind := sarama.TopicResource
	if broker {
		kind = sarama.BrokerResource
	}
	entries, err := self.admin.DescribeConfig(sarama.ConfigResource{Type: kind, Name: name})
	for _, entry := range entries {
		if entry.Name == key {
			return entry.Value, err
		}
	}
	return "", err
}

func (self *client) alter(topic, key string, entry sarama.IncrementalAlterConfigsEntry) error {
	entries := map[string]sarama.IncrementalAlterConfigsEntry{key: entry}
	return self.admin.IncrementalAlterConfig(sarama.TopicResource, topic, entries, false)
}

func (self *client) SetConfig(topic, key, value string) error {
	return self.alter(topic, key, sarama.IncrementalAlterConfigsEntry{
		Operation: sarama.IncrementalAlterConfigsOperationSet, Value: &value,
	})
}

func (self *client) RemoveConfig(topic, key string) error {
	return self.alter(topic, key, sarama.IncrementalAlterConfigsEntry{
		Operation: sarama.IncrementalAlterConfigsOperationDelete,
	})
}

func (self *client) Groups() ([]string, error) {
	listed, err := self.admin.ListConsumerGroups()
	names := []string{}
	for name := range listed {
		names = append(names, name)
	}
	return names, err
}

func (self *client) DescribeGroup(group, _ string) (matrix.GroupState, error) {
	described, err := self.admin.DescribeConsumerGroups([]string{group})
	if err != nil {
		return matrix.GroupState{}, err
	}
	assigned := 0
	for _, member := range described[0].Members {
		assignment, err := member.GetMemberAssignment()
		if err != nil {
			return matrix.GroupState{}, err
		}
		if assignment == nil {
			continue
		}
		for _, partitions := range assignment.Topics {
			assigned += len(partitions)
		}
	}
	return matrix.GroupState{
		State: described[0].State, Members: len(described[0].Members), Partitions: assigned,
	}, failure(described[0].Err)
}

func (self *client) DeleteGroup(group string) error { return self.admin.DeleteConsumerGroup(group) }

func (self *client) RemoveMember(group, instance string) error {
	removed, err := self.admin.RemoveMemberFromConsumerGroup(group, []string{instance})
	if err != nil {
		return err
	}
	if removed.Err != sarama.ErrNoError {
		return removed.Err
	}
	return failure(removed.Members[0].Err)
}

func (self *client) DeleteRecords(topic string, before int64) (int64, error) {
	return -1, self.admin.DeleteRecords(topic, map[int32]int64{0: before})
}

func (self *client) DirectorySize(topic string) (int64, error) {
	described, err := self.admin.DescribeLogDirs([]int32{1})
	if err != nil {
		return 0, err
	}
	size := int64(0)
	for _, directory := range described[1] {
		for _, each := range directory.Topics {
			if each.Topic == topic {
				size += each.Partitions[0].Size
			}
		}
	}
	return size, nil
}

func (self *client) Brokers() ([]string, int, error) {
	brokers, controller, err := self.admin.DescribeCluster()
	found := []string{}
	for _, broker := range brokers {
		found = append(found, broker.Addr())
	}
	return found, int(controller), err
}
