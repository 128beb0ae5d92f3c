package main

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"kafkawire/matrix"
)

// A member polls in the background, as a service does.
type member struct {
	client     *kgo.Client
	done       chan struct{}
	lock       sync.Mutex
	owned      map[int32]bool
	revoked    [][]int32
	rebalances int
	records    []matrix.Record
	failed     error
}

var balancers = map[string][]kgo.GroupOpt{
	"cooperative": {kgo.Balancers(kgo.CooperativeStickyBalancer())},
	"consumer":    {kgo.Balancers(kgo.RangeBalancer()), kgo.ServerSideBalancer()},
	"":            {kgo.Balancers(kgo.RangeBalancer())},
}

func (self *client) Join(how matrix.Joining) (matrix.Member, error) {
	joined := &member{owned: map[int32]bool{}, done: make(chan struct{})}
	options := []kgo.Opt{
		kgo.ConsumerGroup(how.Group),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.DisableAutoCommit(),
		kgo.OnPartitionsAssigned(joined.assigned),
		kgo.OnPartitionsRevoked(joined.lost),
		kgo.OnPartitionsLost(joined.lost),
	}
	for _, option := range balancers[how.Protocol] {
		options = append(options, option)
	}
	if how.Instance != "" {
		options = append(options, kgo.InstanceID(how.Instance))
	}
	if how.Pattern != "" {
		options = append(options, kgo.ConsumeRegex(), kgo.ConsumeTopics(how.Pattern))
	} else {
		options = append(options, kgo.ConsumeTopics(how.Topic))
	}
	joined.client = self.open(options...)
	go joined.run()
	return joined, nil
}

func (member *member) assigned(_ context.Context, _ *kgo.Client, places map[string][]int32) {
	member.lock.Lock()
	defer member.lock.Unlock()
	member.rebalances++
	for _, partitions := range places {
		for _, partition := range partitions {
			member.owned[partition] = true
		}
	}
}

func (member *member) lost(_ context.Context, _ *kgo.Client, places map[string][]int32) {
	member.lock.Lock()
	defer member.lock.Unlock()
	for _, partitions := range places {
		member.revoked = append(member.revoked, partitions)
		for _, partition := range partitions {
			delete(member.owned, partition)
		}
	}
}

func (member *member) run() {
	defer close(member.done)
	for {
		fetches := member.client.PollFetches(background)
		if fetches.IsClientClosed() {
			return
		}
		member.lock.Lock()
		for _, failed := range fetches.Errors() {
			member.failed = failed.Err
		}
		member.records = append(member.records, received(fetches.Records())...)
		member.lock.Unlock()
	}
}

func (member *member) Partitions() []int32 {
	member.lock.Lock()
	defer member.lock.Unlock()
	return matrix.Sorted(maps.Clone(member.owned))
}

func (member *member) Records() []matrix.Record {
	member.lock.Lock()
	defer member.lock.Unlock()
	return append([]matrix.Record{}, member.records...)
}

func (member *member) Revoked() [][]int32 {
	member.lock.Lock()
	defer member.lock.Unlock()
	return append([][]int32{}, member.revoked...)
}

func (member *member) Rebalances() int {
	member.lock.Lock()
	defer member.lock.Unlock()
	return member.rebalances
}

func (member *member) Err() error {
	member.lock.Lock()
	defer member.lock.Unlock()
	return member.failed
}

func (member *member) Commit() error { return member.client.CommitUncommittedOffsets(background) }

func (member *member) Close() {
	member.client.Close()
	<-member.done
}

type transactor struct{ client *kgo.Client }

func (self *client) Transactor(id string) (matrix.Transactor, error) {
	opened := transactor{self.producer(kgo.TransactionalID(id))}
	_, _, err := opened.client.ProducerID(background)
	return opened, err
}

func (each transactor) Begin() error { return each.client.BeginTransaction() }
func (each transactor) Commit() error {
	return each.client.EndTransaction(background, kgo.TryCommit)
}
func (each transactor) Abort() error { return each.client.EndTransaction(background, kgo.TryAbort) }
func (each transactor) Close()       { each.client.Close() }
func (each transactor) Send(topic string, records []matrix.Record) error {
	return each.client.ProduceSync(background, toSend(topic, records)...).FirstErr()
}

// A copier is the library's own session of consuming, transforming and producing.
type copier struct {
	session *kgo.GroupTransactSession
	to      string
}

func (self *client) Copier(group, from, to, id string) (matrix.Copier, error) {
	session, err := kgo.NewGroupTransactSession(
		kgo.SeedBrokers(self.bootstrap), kgo.TransactionalID(id), kgo.ConsumerGroup(group),
		kgo.ConsumeTopics(from), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.RequireStableFetchOffsets(),
		kgo.SessionTimeout(10*time.Second), kgo.RecordPartitioner(kgo.ManualPartitioner()),
	)
	return copier{session, to}, err
}

func (copier copier) Poll(max int) []matrix.Record {
	brief, stop := context.WithTimeout(background, time.Second)
	defer stop()
	return received(copier.session.PollRecords(brief, max).Records())
}

func (copier copier) Begin() error { return copier.session.Begin() }

func (copier copier) Send(records []matrix.Record) error {
	made := toSend(copier.to, records)
	for _, each := range made {
		each.Partition = 0
	}
	return copier.session.ProduceSync(background, made...).FirstErr()
}

func (copier copier) Commit() error {
	_, err := copier.session.End(background, kgo.TryCommit)
	return err
}

func (copier copier) Abort() error {
	_, err := copier.session.End(background, kgo.TryAbort)
	return err
}

func (copier copier) Close() { copier.session.Close() }
