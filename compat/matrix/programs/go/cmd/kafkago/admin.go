package main

import (
	"fmt"

	"github.com/segmentio/kafka-go"

	matrix "kafkawire/matrix"
)

func (self *client) Committed(group, topic string) (map[int32]int64, map[int32]string, error) {
	offsets, metadata := map[int32]int64{}, map[int32]string{}
	partitions, _, err := self.Describe(topic)
	if err != nil {
		return offsets, metadata, err
	}
	wanted := []int{}
	for partition := range partitions {
		wanted = append(wanted, partition)
	}
	fetched, err := self.api.OffsetFetch(background, &kafka.OffsetFetchRequest{
		GroupID: group, Topics: map[string][]int{topic: wanted},
	})
	if err != nil {
		return offsets, metadata, err
	}
	for _, found := range fetched.Topics[topic] {
		if found.CommittedOffset >= 0 {
			offsets[int32(found.Partition)] = found.CommittedOffset
			metadata[int32(found.Partition)] = found.Metadata
		}
	}
	return offsets, metadata, fetched.Error
}

func (self *client) CommitAlone(group, topic string, offset int64, metadata string) error {
	places := []kafka.OffsetCommit{{Partition: 0, Offset: offset, Metadata: metadata}}
	committed, err := self.api.OffsetCommit(background, &kafka.OffsetCommitRequest{
		GroupID: group, GenerationID: -1, Topics: map[string][]kafka.OffsetCommit{topic: places},
	})
	if err != nil {
		return err
	}
	return committed.Topics[topic][0].Error
}

func (self *client) AlterOffset(group, topic string, offset int64) error {
	return self.CommitAlone(group, topic, offset, "")
}

func (self *client) Config(broker bool, name, key string) (string, error) {
	kind := kafka.ResourceTypeTopic
	if broker {
		kind = kafka.ResourceTypeBroker
	}
	wanted := kafka.DescribeConfigRequestResource{
		ResourceType: kind, ResourceName: name, ConfigNames: []string{key},
	}
	described, err := self.api.DescribeConfigs(background, &kafka.DescribeConfigsRequest{
		Resources: []kafka.DescribeConfigRequestResource{wanted},
	})
	if err != nil {
		return "", err
	}
	found := described.Resources[0]
	if found.Error != nil || len(found.ConfigEntries) == 0 {
		return "", found.Error
	}
	return found.ConfigEntries[0].ConfigValue, nil
}

func (self *client) alter(topic string, config kafka.IncrementalAlterConfigsRequestConfig) error {
	resource := kafka.IncrementalAlterConfigsRequestResource{
		ResourceType: kafka.ResourceTypeTopic, ResourceName: topic,
		Configs: []kafka.IncrementalAlterConfigsRequestConfig{config},
	}
	altered, err := self.api.IncrementalAlterConfigs(background, &kafka.IncrementalAlterConfigsRequest{
		Resources: []kafka.IncrementalAlterConfigsRequestResource{resource},
	})
	if err != nil {
		return err
	}
	return altered.Resources[0].Error
}

func (self *client) SetConfig(topic, key, value string) error {
	return self.alter(topic, kafka.IncrementalAlterConfigsRequestConfig{
		Name: key, Value: value, ConfigOperation: kafka.ConfigOperationSet,
	})
}

func (self *client) RemoveConfig(topic, key string) error {
	return self.alter(topic, kafka.IncrementalAlterConfigsRequestConfig{
		Name: key, ConfigOperation: kafka.ConfigOperationDelete,
	})
}

func (self *client) Groups() ([]string, error) {
	listed, err := self.api.ListGroups(background, &kafka.ListGroupsRequest{})
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, group := range listed.Groups {
		names = append(names, group.GroupID)
	}
	return names, listed.Error
}

func (self *client) DescribeGroup(group, _ string) (matrix.GroupState, error) {
	described, err := self.api.DescribeGroups(background, &kafka.DescribeGroupsRequest{
		GroupIDs: []string{group},
	})
	if err != nil {
		return matrix.GroupState{}, err
	}
	found, assigned := described.Groups[0], 0
	for _, member := range found.Members {
		for _, topic := range member.MemberAssignments.Topics {
			assigned += len(topic.Partitions)
		}
	}
	state := matrix.GroupState{State: found.GroupState, Members: len(found.Members), Partitions: assigned}
	return state, found.Error
}

func (self *client) DeleteGroup(group string) error {
	deleted, err := self.api.DeleteGroups(background, &kafka.DeleteGroupsRequest{GroupIDs: []string{group}})
	if err != nil {
		return err
	}
	return deleted.Errors[group]
}

func (self *client) RemoveMember(group, instance string) error {
	left, err := self.api.LeaveGroup(background, &kafka.LeaveGroupRequest{
		GroupID: group, Members: []kafka.LeaveGroupRequestMember{{GroupInstanceID: instance}},
	})
	if err != nil {
		return err
	}
	if left.Error != nil {
		return left.Error
	}
	return left.Members[0].Error
}

func (self *client) Brokers() ([]string, int, error) {
	metadata, err := self.api.Metadata(background, &kafka.MetadataRequest{})
	if err != nil {
		return nil, 0, err
	}
	found := []string{}
	for _, broker := range metadata.Brokers {
		found = append(found, fmt.Sprintf("%s:%d", broker.Host, broker.Port))
	}
	return found, metadata.Controller.ID, nil
}

func (self *client) ClusterID() (string, error) {
	metadata, err := self.api.Metadata(background, &kafka.MetadataRequest{})
	if err != nil {
		return "", err
	}
	return metadata.ClusterID, nil
}
