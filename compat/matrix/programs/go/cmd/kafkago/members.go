package main

import (
	"context"
	"errors"
	"sync"

	"github.com/segmentio/kafka-go"

	matrix "kafkawire/matrix"
)

// A member takes part by ConsumerGroup, which says what it is assigned, and reads by a Reader for
// each partition.
type member struct {
	self       *client
	topic      string
	group      *kafka.ConsumerGroup
	stop       context.CancelFunc
	done       chan struct{}
	lock       sync.Mutex
	generation *kafka.Generation
	owned      map[int32]bool
	positions  map[int]int64
	rebalances int
	records    []matrix.Record
}

func (self *client) Join(how matrix.Joining) (matrix.Member, error) {
	switch {
	case how.Protocol == "cooperative":
		return nil, matrix.Absent{Reason: "only eager rebalancing"}
	case how.Protocol == "consumer":
		return nil, matrix.Absent{Reason: "no KIP-848"}
	case how.Instance != "":
		return nil, matrix.Absent{Reason: "no static members"}
	}
	group, err := kafka.NewConsumerGroup(kafka.ConsumerGroupConfig{
		ID: how.Group, Brokers: []string{self.bootstrap}, Topics: []string{how.Topic},
		StartOffset: kafka.FirstOffset,
	})
	if err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(background)
	joined := &member{self: self, topic: how.Topic, group: group, stop: stop, done: make(chan struct{})}
	go joined.run(running)
	return joined, nil
}

func (member *member) run(running context.Context) {
	defer close(member.done)
	for {
		generation, err := member.group.Next(running)
		if running.Err() != nil || errors.Is(err, kafka.ErrGroupClosed) {
			return
		}
		if err == nil {
			member.start(generation)
		}
	}
}

func (member *member) start(generation *kafka.Generation) {
	member.lock.Lock()
	defer member.lock.Unlock()
	member.generation = generation
	member.rebalances++
	member.owned, member.positions = map[int32]bool{}, map[int]int64{}
	for _, place := range generation.Assignments[member.topic] {
		member.owned[int32(place.ID)] = true
		generation.Start(func(reading context.Context) { member.read(reading, place) })
	}
}

func (member *member) read(reading context.Context, place kafka.PartitionAssignment) {
	reader := member.self.reader(member.topic, place.ID, false)
	defer reader.Close()
	if err := reader.SetOffset(place.Offset); err != nil {
		panic(err)
	}
	pump(reading, reader, func(record matrix.Record) {
		member.lock.Lock()
		defer member.lock.Unlock()
		member.records = append(member.records, record)
		member.positions[place.ID] = record.Offset + 1
	})
}

func (member *member) Partitions() []int32 {
	member.lock.Lock()
	defer member.lock.Unlock()
	return matrix.Sorted(member.owned)
}

func (member *member) Records() []matrix.Record {
	member.lock.Lock()
	defer member.lock.Unlock()
	return append([]matrix.Record{}, member.records...)
}

func (member *member) Revoked() [][]int32 { return nil }

func (member *member) Rebalances() int {
	member.lock.Lock()
	defer member.lock.Unlock()
	return member.rebalances
}

func (member *member) Err() error { return nil }

func (member *member) Commit() error {
	member.lock.Lock()
	defer member.lock.Unlock()
	return member.generation.CommitOffsets(map[string]map[int]int64{member.topic: member.positions})
}

func (member *member) Close() {
	member.stop()
	<-member.done
	member.group.Close()
}
