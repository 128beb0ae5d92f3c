// The scenarios with sarama (github.com/IBM/sarama).
package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/IBM/sarama"

	matrix "kafkawire/matrix"
)

var codecs = map[string]sarama.CompressionCodec{
	"none": sarama.CompressionNone, "gzip": sarama.CompressionGZIP, "snappy": sarama.CompressionSnappy,
	"lz4": sarama.CompressionLZ4, "zstd": sarama.CompressionZSTD,
}

type client struct {
	matrix.Lacks
	bootstrap []string
	admin     sarama.ClusterAdmin
}

func main() {
	matrix.Main(func(bootstrap string) matrix.Client {
		self := &client{bootstrap: []string{bootstrap}}
		admin, err := sarama.NewClusterAdmin(self.bootstrap, config())
		must(err)
		self.admin = admin
		return self
	})
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func config() *sarama.Config {
	made := sarama.NewConfig()
	made.Version = sarama.MaxVersion
	return made
}

func (self *client) Close() { self.admin.Close() }

func (self *client) Code(err error) any {
	var several sarama.ProducerErrors
	if errors.As(err, &several) && len(several) > 0 {
		err = several[0].Err
	}
	var known sarama.KError
	if errors.As(err, &known) {
		return int(known)
	}
	return err.Error()
}

// failure is the error of an answer, nil where its code is 0.
func failure(code sarama.KError) error {
	if code == sarama.ErrNoError {
		return nil
	}
	return code
}

func (self *client) CreateTopic(name string, partitions, replicas int, configs map[string]string) error {
	entries := map[string]*string{}
	for key, value := range configs {
		entries[key] = &value
	}
	return self.admin.CreateTopic(name, &sarama.TopicDetail{
		NumPartitions: int32(partitions), ReplicationFactor: int16(replicas), ConfigEntries: entries,
	}, false)
}

func (self *client) DeleteTopic(name string) error { return self.admin.DeleteTopic(name) }

func (self *client) Topics() ([]string, error) {
	listed, err := self.admin.ListTopics()
	names := []string{}
	for name := range listed {
		names = append(names, name)
	}
	return names, err
}

func (self *client) Describe(topic string) (int, int, error) {
	described, err := self.admin.DescribeTopics([]string{topic})
	if err != nil {
		return 0, 0, err
	}
	leaders := 0
	for _, partition := range described[0].Partitions {
		if partition.Leader >= 0 {
			leaders++
		}
	}
	return len(described[0].Partitions), leaders, failure(described[0].Err)
}

func (self *client) Grow(topic string, partitions int) error {
	return self.admin.CreatePartitions(topic, int32(partitions), nil, false)
}

// producing is the configuration of a producer that is safe and idempotent.
func producing() *sarama.Config {
	made := config()
	made.Producer.Idempotent = true
	made.Net.MaxOpenRequests = 1
	made.Producer.RequiredAcks = sarama.WaitForAll
	made.Producer.Return.Successes = true
	made.Producer.Partitioner = sarama.NewManualPartitioner
	return made
}

func toSend(topic string, records []matrix.Record) []*sarama.ProducerMessage {
	made := []*sarama.ProducerMessage{}
	for _, record := range records {
		each := &sarama.ProducerMessage{Topic: topic, Partition: record.Partition,
			Timestamp: time.UnixMilli(record.Timestamp)}
		if record.Key != nil {
			each.Key = sarama.StringEncoder(*record.Key)
		}
		if record.Value != nil {
			each.Value = sarama.StringEncoder(*record.Value)
		}
		for key, value := range record.Headers {
			each.Headers = append(each.Headers, sarama.RecordHeader{Key: []byte(key), Value: []byte(value)})
		}
		made = append(made, each)
	}
	return made
}

func (self *client) Send(topic string, records []matrix.Record, how matrix.Sending) ([]int64, error) {
	settings := producing()
	settings.Producer.Compression = codecs[how.Codec]
	if how.MaxBytes > 0 {
		settings.Producer.MaxMessageBytes = how.MaxBytes
	}
	producer, err := sarama.NewSyncProducer(self.bootstrap, settings)
	if err != nil {
		return nil, err
	}
	defer producer.Close()
	made := toSend(topic, records)
	if err := producer.SendMessages(made); err != nil {
		return nil, err
	}
	offsets := []int64{}
	for _, each := range made {
		offsets = append(offsets, each.Offset)
	}
	return offsets, nil
}

func received(each *sarama.ConsumerMessage) matrix.Record {
	text := func(bytes []byte) *string {
		if bytes == nil {
			return nil
		}
		made := string(bytes)
		return &made
	}
	headers := map[string]string{}
	for _, header := range each.Headers {
		headers[string(header.Key)] = string(header.Value)
	}
	return matrix.Record{
		Partition: each.Partition, Offset: each.Offset, Key: text(each.Key), Value: text(each.Value),
		Headers: headers, Timestamp: each.Timestamp.UnixMilli(),
	}
}

func (self *client) Read(topic, _ string, partitions, count int, committed bool) ([]matrix.Record, error) {
	settings := config()
	if committed {
		settings.Consumer.IsolationLevel = sarama.ReadCommitted
	}
	consumer, err := sarama.NewConsumer(self.bootstrap, settings)
	if err != nil {
		return nil, err
	}
	defer consumer.Close()
	came := make(chan *sarama.ConsumerMessage)
	for partition := range partitions {
		claim, err := consumer.ConsumePartition(topic, int32(partition), sarama.OffsetOldest)
		if err != nil {
			return nil, err
		}
		go func() {
			for message := range claim.Messages() {
				came <- message
			}
		}()
		defer claim.AsyncClose()
	}
	return gather(came, count)
}

// gather waits for `count` messages, and a little for those that should not come.
func gather(came <-chan *sarama.ConsumerMessage, count int) ([]matrix.Record, error) {
	found := []matrix.Record{}
	late := time.After(matrix.Patience)
	for more := false; ; {
		if len(found) >= count && !more {
			more, late = true, time.After(matrix.LittleMore)
		}
		select {
		case message := <-came:
			found = append(found, received(message))
		case <-late:
			if !more {
				return nil, fmt.Errorf("%d of %d records came", len(found), count)
			}
			return found, nil
		}
	}
}

func (self *client) Offset(topic string, at int64) (int64, error) {
	if at == matrix.Newest {
		return 0, matrix.Absent{Reason: "asks with a version that has no largest timestamp"}
	}
	asked := map[string]map[int32]int64{topic: {0: at}}
	listed, err := self.admin.ListOffsets(asked, nil)
	if err != nil {
		return 0, err
	}
	found := listed[topic][0]
	if code, is := found.Err.(sarama.KError); is {
		return found.Offset, failure(code)
	}
	return found.Offset, found.Err
}
