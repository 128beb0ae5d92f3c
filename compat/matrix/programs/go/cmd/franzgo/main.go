// The scenarios with franz-go (github.com/twmb/franz-go), its administration by kadm.
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"kafkawire/matrix"
)

var background = context.Background()

var codecs = map[string]kgo.CompressionCodec{
	"none": kgo.NoCompression(), "gzip": kgo.GzipCompression(), "snappy": kgo.SnappyCompression(),
	"lz4": kgo.Lz4Compression(), "zstd": kgo.ZstdCompression(),
}

type client struct {
	matrix.Lacks
	bootstrap string
	admin     *kadm.Client
}

func main() {
	matrix.Main(func(bootstrap string) matrix.Client {
		self := &client{bootstrap: bootstrap}
		self.admin = kadm.NewClient(self.open())
		return self
	})
}

// open makes a client for one purpose, as services do.
func (self *client) open(options ...kgo.Opt) *kgo.Client {
	opened, err := kgo.NewClient(append(options, kgo.SeedBrokers(self.bootstrap))...)
	if err != nil {
		panic(err)
	}
	return opened
}

func (self *client) Close() { self.admin.Close() }

func (self *client) Code(err error) any {
	var known *kerr.Error
	if errors.As(err, &known) {
		return known.Code
	}
	return err.Error()
}

func (self *client) CreateTopic(name string, partitions, replicas int, configs map[string]string) error {
	values := map[string]*string{}
	for key, value := range configs {
		values[key] = kadm.StringPtr(value)
	}
	_, err := self.admin.CreateTopic(background, int32(partitions), int16(replicas), values, name)
	return err
}

func (self *client) DeleteTopic(name string) error {
	_, err := self.admin.DeleteTopic(background, name)
	return err
}

func (self *client) Topics() ([]string, error) {
	listed, err := self.admin.ListTopics(background)
	return listed.Names(), err
}

func (self *client) Describe(topic string) (int, int, error) {
	listed, err := self.admin.ListTopics(background, topic)
	if err != nil {
		return 0, 0, err
	}
	leaders := 0
	for _, partition := range listed[topic].Partitions {
		if partition.Leader >= 0 {
			leaders++
		}
	}
	return len(listed[topic].Partitions), leaders, listed[topic].Err
}

func (self *client) Grow(topic string, partitions int) error {
	grown, err := self.admin.UpdatePartitions(background, partitions, topic)
	if err != nil {
		return err
	}
	return grown[topic].Err
}

func (self *client) producer(options ...kgo.Opt) *kgo.Client {
	return self.open(append(options, kgo.RecordPartitioner(kgo.ManualPartitioner()))...)
}

func toSend(topic string, records []matrix.Record) []*kgo.Record {
	made := []*kgo.Record{}
	for _, record := range records {
		each := &kgo.Record{Topic: topic, Partition: record.Partition,
			Timestamp: time.UnixMilli(record.Timestamp)}
		if record.Key != nil {
			each.Key = []byte(*record.Key)
		}
		if record.Value != nil {
			each.Value = []byte(*record.Value)
		}
		for key, value := range record.Headers {
			each.Headers = append(each.Headers, kgo.RecordHeader{Key: key, Value: []byte(value)})
		}
		made = append(made, each)
	}
	return made
}

func (self *client) Send(topic string, records []matrix.Record, how matrix.Sending) ([]int64, error) {
	options := []kgo.Opt{kgo.ProducerBatchCompression(codecs[how.Codec])}
	if how.MaxBytes > 0 {
		options = append(options, kgo.ProducerBatchMaxBytes(int32(how.MaxBytes)))
	}
	producer := self.producer(options...)
	defer producer.Close()
	made := toSend(topic, records)
	if err := producer.ProduceSync(background, made...).FirstErr(); err != nil {
		return nil, err
	}
	offsets := []int64{}
	for _, each := range made {
		offsets = append(offsets, each.Offset)
	}
	return offsets, nil
}

func received(records []*kgo.Record) []matrix.Record {
	found := []matrix.Record{}
	text := func(bytes []byte) *string {
		if bytes == nil {
			return nil
		}
		return kadm.StringPtr(string(bytes))
	}
	for _, each := range records {
		headers := map[string]string{}
		for _, header := range each.Headers {
			headers[header.Key] = string(header.Value)
		}
		found = append(found, matrix.Record{
			Partition: each.Partition, Offset: each.Offset, Key: text(each.Key), Value: text(each.Value),
			Headers: headers, Timestamp: each.Timestamp.UnixMilli(),
		})
	}
	return found
}

func (self *client) Read(topic, _ string, partitions, count int, committed bool) ([]matrix.Record, error) {
	starts := map[int32]kgo.Offset{}
	for partition := range partitions {
		starts[int32(partition)] = kgo.NewOffset().AtStart()
	}
	isolation := kgo.ReadUncommitted()
	if committed {
		isolation = kgo.ReadCommitted()
	}
	reader := self.open(kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: starts}),
		kgo.FetchIsolationLevel(isolation))
	defer reader.Close()
	found := []matrix.Record{}
	deadline := time.Now().Add(matrix.Patience)
	for more := false; ; {
		if len(found) >= count && !more {
			more, deadline = true, time.Now().Add(matrix.LittleMore)
		}
		until, stop := context.WithDeadline(background, deadline)
		fetches := reader.PollFetches(until)
		late := until.Err() != nil
		stop()
		if late && more {
			return found, nil
		}
		if late {
			return nil, fmt.Errorf("%d of %d records came", len(found), count)
		}
		for _, failed := range fetches.Errors() {
			return nil, failed.Err
		}
		found = append(found, received(fetches.Records())...)
	}
}

func (self *client) Offset(topic string, at int64) (int64, error) {
	var listed kadm.ListedOffsets
	var err error
	switch at {
	case matrix.Earliest:
		listed, err = self.admin.ListStartOffsets(background, topic)
	case matrix.Latest:
		listed, err = self.admin.ListEndOffsets(background, topic)
	case matrix.Newest:
		listed, err = self.admin.ListMaxTimestampOffsets(background, topic)
	default:
		listed, err = self.admin.ListOffsetsAfterMilli(background, at, topic)
	}
	if err != nil {
		return 0, err
	}
	found, _ := listed.Lookup(topic, 0)
	if at >= 0 && found.Timestamp < 0 {
		return -1, found.Err // kadm gives the end where no record is so late
	}
	return found.Offset, found.Err
}
