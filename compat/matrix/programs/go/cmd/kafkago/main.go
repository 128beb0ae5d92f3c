// The scenarios with kafka-go (github.com/segmentio/kafka-go): its Writer, Reader and
// ConsumerGroup for records, its Client for everything else.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/segmentio/kafka-go"

	matrix "kafkawire/matrix"
)

var background = context.Background()

var codecs = map[string]kafka.Compression{
	"none": 0, "gzip": kafka.Gzip, "snappy": kafka.Snappy, "lz4": kafka.Lz4, "zstd": kafka.Zstd,
}

type client struct {
	matrix.Lacks
	bootstrap string
	api       *kafka.Client
}

func main() {
	matrix.Main(func(bootstrap string) matrix.Client {
		address, err := net.ResolveTCPAddr("tcp", bootstrap)
		if err != nil {
			panic(err)
		}
		transport := &kafka.Transport{MetadataTTL: 100 * time.Millisecond}
		api := &kafka.Client{Addr: address, Timeout: 10 * time.Second, Transport: transport}
		return &client{bootstrap: bootstrap, api: api}
	})
}

func (self *client) Close() {}

func (self *client) Code(err error) any {
	var several kafka.WriteErrors
	if errors.As(err, &several) {
		for _, each := range several {
			if each != nil {
				err = each
			}
		}
	}
	var known kafka.Error
	if errors.As(err, &known) {
		return int(known)
	}
	return err.Error()
}

func (self *client) CreateTopic(name string, partitions, replicas int, configs map[string]string) error {
	entries := []kafka.ConfigEntry{}
	for key, value := range configs {
		entries = append(entries, kafka.ConfigEntry{ConfigName: key, ConfigValue: value})
	}
	made, err := self.api.CreateTopics(background, &kafka.CreateTopicsRequest{
		Topics: []kafka.TopicConfig{{
			Topic: name, NumPartitions: partitions, ReplicationFactor: replicas, ConfigEntries: entries,
		}},
	})
	if err != nil {
		return err
	}
	return made.Errors[name]
}

func (self *client) DeleteTopic(name string) error {
	deleted, err := self.api.DeleteTopics(background, &kafka.DeleteTopicsRequest{Topics: []string{name}})
	if err != nil {
		return err
	}
	return deleted.Errors[name]
}

func (self *client) Topics() ([]string, error) {
	metadata, err := self.api.Metadata(background, &kafka.MetadataRequest{})
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, topic := range metadata.Topics {
		names = append(names, topic.Name)
	}
	return names, nil
}

func (self *client) Describe(topic string) (int, int, error) {
	metadata, err := self.api.Metadata(background, &kafka.MetadataRequest{Topics: []string{topic}})
	if err != nil {
		return 0, 0, err
	}
	leaders := 0
	for _, partition := range metadata.Topics[0].Partitions {
		if partition.Leader.Host != "" {
			leaders++
		}
	}
	return len(metadata.Topics[0].Partitions), leaders, metadata.Topics[0].Error
}

func (self *client) Grow(topic string, partitions int) error {
	grown, err := self.api.CreatePartitions(background, &kafka.CreatePartitionsRequest{
		Topics: []kafka.TopicPartitionsConfig{{Name: topic, Count: int32(partitions)}},
	})
	if err != nil {
		return err
	}
	return grown.Errors[topic]
}

func toSend(records []matrix.Record) []kafka.Message {
	made := []kafka.Message{}
	for at, record := range records {
		each := kafka.Message{Time: time.UnixMilli(record.Timestamp), WriterData: at}
		if record.Key != nil {
			each.Key = []byte(*record.Key)
		}
		if record.Value != nil {
			each.Value = []byte(*record.Value)
		}
		for key, value := range record.Headers {
			each.Headers = append(each.Headers, kafka.Header{Key: key, Value: []byte(value)})
		}
		made = append(made, each)
	}
	return made
}

func (self *client) Send(topic string, records []matrix.Record, how matrix.Sending) ([]int64, error) {
	if how.Idempotent {
		return nil, matrix.Absent{Reason: "its Writer has no idempotence"}
	}
	offsets := make([]int64, len(records))
	writer := &kafka.Writer{
		Addr: self.api.Addr, Topic: topic, RequiredAcks: kafka.RequireAll, Compression: codecs[how.Codec],
		BatchTimeout: 10 * time.Millisecond,
		Balancer: kafka.BalancerFunc(func(message kafka.Message, _ ...int) int {
			return int(records[message.WriterData.(int)].Partition)
		}),
		Completion: func(messages []kafka.Message, err error) {
			for _, message := range messages {
				offsets[message.WriterData.(int)] = message.Offset
			}
		},
	}
	if how.MaxBytes > 0 {
		writer.BatchBytes = int64(how.MaxBytes)
	}
	err := writer.WriteMessages(background, toSend(records)...)
	return offsets, errors.Join(err, writer.Close())
}

func received(each kafka.Message) matrix.Record {
	text := func(bytes []byte) *string {
		if bytes == nil {
			return nil
		}
		made := string(bytes)
		return &made
	}
	headers := map[string]string{}
	for _, header := range each.Headers {
		headers[header.Key] = string(header.Value)
	}
	return matrix.Record{
		Partition: int32(each.Partition), Offset: each.Offset, Key: text(each.Key),
		Value: text(each.Value), Headers: headers, Timestamp: each.Time.UnixMilli(),
	}
}

// reader reads one partition, outside of any group.
func (self *client) reader(topic string, partition int, committed bool) *kafka.Reader {
	isolation := kafka.ReadUncommitted
	if committed {
		isolation = kafka.ReadCommitted
	}
	return kafka.NewReader(kafka.ReaderConfig{
		Brokers: []string{self.bootstrap}, Topic: topic, Partition: partition, IsolationLevel: isolation,
		MaxWait: 500 * time.Millisecond,
	})
}

func (self *client) Read(topic, _ string, partitions, count int, committed bool) ([]matrix.Record, error) {
	came := make(chan matrix.Record)
	reading, stop := context.WithCancel(background)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for partition := range partitions {
		all.Add(1)
		go func() {
			defer all.Done()
			reader := self.reader(topic, partition, committed)
			defer reader.Close()
			pump(reading, reader, func(record matrix.Record) {
				select {
				case came <- record:
				case <-reading.Done():
				}
			})
		}()
	}
	found := []matrix.Record{}
	late := time.After(matrix.Patience)
	for more := false; ; {
		if len(found) >= count && !more {
			more, late = true, time.After(matrix.LittleMore)
		}
		select {
		case record := <-came:
			found = append(found, record)
		case <-late:
			if !more {
				return nil, fmt.Errorf("%d of %d records came", len(found), count)
			}
			return found, nil
		}
	}
}

// pump hands over what a reader reads, until it is told to end.
func pump(reading context.Context, reader *kafka.Reader, take func(matrix.Record)) {
	for {
		message, err := reader.ReadMessage(reading)
		if err != nil {
			return
		}
		take(received(message))
	}
}

func (self *client) Offset(topic string, at int64) (int64, error) {
	if at == matrix.Newest {
		return 0, matrix.Absent{Reason: "asks with a version that has no largest timestamp"}
	}
	asked := map[string][]kafka.OffsetRequest{topic: {{Partition: 0, Timestamp: at}}}
	listed, err := self.api.ListOffsets(background, &kafka.ListOffsetsRequest{Topics: asked})
	if err != nil {
		return 0, err
	}
	found := listed.Topics[topic][0]
	switch at {
	case matrix.Earliest:
		return found.FirstOffset, found.Error
	case matrix.Latest:
		return found.LastOffset, found.Error
	}
	for offset := range found.Offsets {
		return offset, found.Error
	}
	return -1, found.Error
}
