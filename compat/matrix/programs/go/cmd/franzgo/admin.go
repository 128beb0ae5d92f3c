package main

import (
	"fmt"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kmsg"

	"kafkawire/matrix"
)

func (self *client) Committed(group, topic string) (map[int32]int64, map[int32]string, error) {
	fetched, err := self.admin.FetchOffsets(background, group)
	offsets, metadata := map[int32]int64{}, map[int32]string{}
	for partition, found := range fetched[topic] {
		if found.At >= 0 {
			offsets[partition], metadata[partition] = found.At, found.Metadata
		}
	}
	return offsets, metadata, err
}

func (self *client) CommitAlone(group, topic string, offset int64, metadata string) error {
	offsets := kadm.Offsets{}
	offsets.Add(kadm.Offset{Topic: topic, Partition: 0, At: offset, LeaderEpoch: -1, Metadata: metadata})
	return self.admin.CommitAllOffsets(background, group, offsets)
}

func (self *client) AlterOffset(group, topic string, offset int64) error {
	return self.CommitAlone(group, topic, offset, "")
}

func (self *client) Config(broker bool, name, key string) (string, error) {
	var described kadm.ResourceConfigs
	var err error
	if broker {
		var id int32
		fmt.Sscan(name, &id)
		described, err = self.admin.DescribeBrokerConfigs(background, id)
	} else {
		described, err = self.admin.DescribeTopicConfigs(background, name)
	}
	if err != nil {
		return "", err
	}
	for _, config := range described[0].Configs {
		if config.Key == key {
			return config.MaybeValue(), described[0].Err
		}
	}
	return "", described[0].Err
}

func (self *client) alter(topic string, alteration kadm.AlterConfig) error {
	altered, err := self.admin.AlterTopicConfigs(background, []kadm.AlterConfig{alteration}, topic)
	if err != nil {
		return err
	}
	return altered[0].Err
}

func (self *client) SetConfig(topic, key, value string) error {
	return self.alter(topic, kadm.AlterConfig{Op: kadm.SetConfig, Name: key, Value: &value})
}

func (self *client) RemoveConfig(topic, key string) error {
	return self.alter(topic, kadm.AlterConfig{Op: kadm.DeleteConfig, Name: key})
}

func (self *client) Groups() ([]string, error) {
	listed, err := self.admin.ListGroups(background)
	return listed.Groups(), err
}

func (self *client) DescribeGroup(group, protocol string) (matrix.GroupState, error) {
	if protocol == "consumer" {
		return self.describeConsumerGroup(group)
	}
	described, err := self.admin.DescribeGroups(background, group)
	if err != nil {
		return matrix.GroupState{}, err
	}
	found := described[group]
	assigned := 0
	for _, member := range found.Members {
		if assignment, is := member.Assigned.AsConsumer(); is {
			for _, topic := range assignment.Topics {
				assigned += len(topic.Partitions)
			}
		}
	}
	return matrix.GroupState{State: found.State, Members: len(found.Members), Partitions: assigned}, found.Err
}

func (self *client) describeConsumerGroup(group string) (matrix.GroupState, error) {
	described, err := self.admin.DescribeConsumerGroups(background, group)
	if err != nil {
		return matrix.GroupState{}, err
	}
	found := described[group]
	assigned := 0
	for _, member := range found.Members {
		for _, partitions := range member.Assignment {
			assigned += len(partitions)
		}
	}
	return matrix.GroupState{State: found.State, Members: len(found.Members), Partitions: assigned}, found.Err
}

func (self *client) DeleteGroup(group string) error {
	_, err := self.admin.DeleteGroup(background, group)
	return err
}

func (self *client) RemoveMember(group, instance string) error {
	answers, err := self.admin.LeaveGroup(background, kadm.LeaveGroup(group).InstanceIDs(instance))
	if err != nil {
		return err
	}
	return answers.Error()
}

func (self *client) DeleteRecords(topic string, before int64) (int64, error) {
	offsets := kadm.Offsets{}
	offsets.Add(kadm.Offset{Topic: topic, Partition: 0, At: before})
	deleted, err := self.admin.DeleteRecords(background, offsets)
	if err != nil {
		return 0, err
	}
	found, _ := deleted.Lookup(topic, 0)
	return found.LowWatermark, found.Err
}

func (self *client) DirectorySize(topic string) (int64, error) {
	wanted := kadm.TopicsSet{}
	wanted.Add(topic, 0)
	described, err := self.admin.DescribeAllLogDirs(background, wanted)
	if err != nil {
		return 0, err
	}
	size := int64(0)
	described.Each(func(directory kadm.DescribedLogDir) { size += directory.Size() })
	return size, nil
}

func (self *client) Brokers() ([]string, int, error) {
	metadata, err := self.admin.BrokerMetadata(background)
	found := []string{}
	for _, broker := range metadata.Brokers {
		found = append(found, fmt.Sprintf("%s:%d", broker.Host, broker.Port))
	}
	return found, int(metadata.Controller), err
}

func (self *client) ClusterID() (string, error) {
	metadata, err := self.admin.BrokerMetadata(background)
	return metadata.Cluster, err
}

func (self *client) Features() ([]string, error) {
	client := self.open()
	defer client.Close()
	asked := kmsg.NewApiVersionsRequest()
	asked.ClientSoftwareName, asked.ClientSoftwareVersion = "matrix", "1"
	answer, err := asked.RequestWith(background, client)
	names := []string{}
	if err == nil {
		for _, feature := range answer.FinalizedFeatures {
			names = append(names, feature.Name)
		}
	}
	return names, err
}

func (self *client) QuorumLeader() (int, error) {
	client := self.open()
	defer client.Close()
	asked := kmsg.NewDescribeQuorumRequest()
	topic := kmsg.NewDescribeQuorumRequestTopic()
	topic.Topic = "__cluster_metadata"
	topic.Partitions = append(topic.Partitions, kmsg.NewDescribeQuorumRequestTopicPartition())
	asked.Topics = append(asked.Topics, topic)
	answer, err := asked.RequestWith(background, client)
	if err != nil {
		return 0, err
	}
	return int(answer.Topics[0].Partitions[0].LeaderID), nil
}

func (self *client) ListTransaction(id string) (bool, string, error) {
	listed, err := self.admin.ListTransactions(background, nil, nil)
	found, has := listed[id]
	return has, found.State, err
}

func (self *client) DescribeTransaction(id string) (string, []string, error) {
	described, err := self.admin.DescribeTransactions(background, id)
	if err != nil {
		return "", nil, err
	}
	found := described[id]
	partitions := []string{}
	found.Topics.Each(func(topic string, partition int32) {
		partitions = append(partitions, fmt.Sprintf("%s-%d", topic, partition))
	})
	return found.State, partitions, found.Err
}

func (self *client) Producers(topic string) (int, error) {
	wanted := kadm.TopicsSet{}
	wanted.Add(topic, 0)
	described, err := self.admin.DescribeProducers(background, wanted)
	if err != nil {
		return 0, err
	}
	return len(described[topic].Partitions[0].ActiveProducers), nil
}
