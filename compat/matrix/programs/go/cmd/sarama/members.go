package main

import (
	"context"
	"sync"
	"time"

	"github.com/IBM/sarama"

	matrix "kafkawire/matrix"
)

// A member is the handler of a consumer group; a claim is a partition as long as it owns it.
type member struct {
	group      sarama.ConsumerGroup
	stop       context.CancelFunc
	done       chan struct{}
	lock       sync.Mutex
	session    sarama.ConsumerGroupSession
	owned      map[int32]bool
	revoked    [][]int32
	rebalances int
	records    []matrix.Record
	failed     error
}

func (self *client) Join(how matrix.Joining) (matrix.Member, error) {
	settings := config()
	settings.Consumer.Offsets.Initial = sarama.OffsetOldest
	settings.Consumer.Offsets.AutoCommit.Enable = false
	settings.Consumer.Group.InstanceId = how.Instance
	switch how.Protocol {
	case "cooperative":
		strategy := sarama.NewBalanceStrategyCooperativeSticky()
		settings.Consumer.Group.Rebalance.GroupStrategies = []sarama.BalanceStrategy{strategy}
	case "consumer":
		return nil, matrix.Absent{Reason: "no KIP-848"}
	}
	group, err := sarama.NewConsumerGroup(self.bootstrap, how.Group, settings)
	if err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(context.Background())
	joined := &member{group: group, stop: stop, owned: map[int32]bool{}, done: make(chan struct{})}
	go joined.run(running, how.Topic)
	return joined, nil
}

func (member *member) run(running context.Context, topic string) {
	defer close(member.done)
	for running.Err() == nil {
		if err := member.group.Consume(running, []string{topic}, member); err != nil {
			member.lock.Lock()
			member.failed = err
			member.lock.Unlock()
			return
		}
	}
}

func (member *member) Setup(session sarama.ConsumerGroupSession) error {
	member.lock.Lock()
	defer member.lock.Unlock()
	member.session = session
	member.rebalances++
	return nil
}

func (member *member) Cleanup(sarama.ConsumerGroupSession) error { return nil }

func (member *member) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	member.owns(claim.Partition(), true)
	defer member.owns(claim.Partition(), false)
	for message := range claim.Messages() {
		member.lock.Lock()
		member.records = append(member.records, received(message))
		session.MarkMessage(message, "")
		member.lock.Unlock()
	}
	return nil
}

func (member *member) owns(partition int32, does bool) {
	member.lock.Lock()
	defer member.lock.Unlock()
	if does {
		member.owned[partition] = true
	} else {
		delete(member.owned, partition)
		member.revoked = append(member.revoked, []int32{partition})
	}
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

func (member *member) Commit() error {
	member.lock.Lock()
	session := member.session
	member.lock.Unlock()
	session.Commit()
	return nil
}

func (member *member) Close() {
	member.stop()
	<-member.done
	member.group.Close()
}

type transactor struct{ producer sarama.SyncProducer }

func (self *client) Transactor(id string) (matrix.Transactor, error) {
	settings := producing()
	settings.Producer.Transaction.ID = id
	producer, err := sarama.NewSyncProducer(self.bootstrap, settings)
	return transactor{producer}, err
}

func (each transactor) Begin() error  { return each.producer.BeginTxn() }
func (each transactor) Commit() error { return each.producer.CommitTxn() }
func (each transactor) Abort() error  { return each.producer.AbortTxn() }
func (each transactor) Close()        { each.producer.Close() }
func (each transactor) Send(topic string, records []matrix.Record) error {
	return each.producer.SendMessages(toSend(topic, records))
}

// A copier hands what its claims receive to whoever polls. What was aborted comes again when it
// enters the group anew: nothing of it was committed.
type copier struct {
	transactor
	self     *client
	group    sarama.ConsumerGroup
	id       string
	from, to string
	stop     context.CancelFunc
	done     chan struct{}
	came     chan claimed
	taken    []claimed
}

type claimed struct {
	message *sarama.ConsumerMessage
	session sarama.ConsumerGroupSession
}

func (self *client) Copier(group, from, to, id string) (matrix.Copier, error) {
	producer, err := self.Transactor(id)
	if err != nil {
		return nil, err
	}
	settings := config()
	settings.Consumer.Offsets.Initial = sarama.OffsetOldest
	settings.Consumer.Offsets.AutoCommit.Enable = false
	settings.Consumer.IsolationLevel = sarama.ReadCommitted
	consumers, err := sarama.NewConsumerGroup(self.bootstrap, group, settings)
	if err != nil {
		return nil, err
	}
	made := &copier{transactor: producer.(transactor), self: self, group: consumers, id: group, from: from, to: to}
	made.enter()
	return made, nil
}

func (copier *copier) enter() {
	running, stop := context.WithCancel(context.Background())
	copier.stop, copier.done = stop, make(chan struct{})
	copier.came = make(chan claimed)
	go func() {
		defer close(copier.done)
		for running.Err() == nil {
			if err := copier.group.Consume(running, []string{copier.from}, copier); err != nil {
				return
			}
		}
	}()
}

func (copier *copier) exit() {
	copier.stop()
	<-copier.done
}

func (copier *copier) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (copier *copier) Cleanup(sarama.ConsumerGroupSession) error { return nil }
func (copier *copier) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for message := range claim.Messages() {
		select {
		case copier.came <- claimed{message, session}:
		case <-session.Context().Done():
			return nil
		}
	}
	return nil
}

func (copier *copier) Poll(max int) []matrix.Record {
	copier.taken = nil
	records := []matrix.Record{}
	late := time.After(time.Second)
	for len(records) < max {
		select {
		case each := <-copier.came:
			copier.taken = append(copier.taken, each)
			records = append(records, received(each.message))
		case <-late:
			return records
		}
	}
	return records
}

func (copier *copier) Send(records []matrix.Record) error {
	made := toSend(copier.to, records)
	for _, each := range made {
		each.Partition = 0
	}
	return copier.producer.SendMessages(made)
}

func (copier *copier) Commit() error {
	for _, each := range copier.taken {
		member := &sarama.ConsumerGroupMetadata{
			GroupID: copier.id, MemberID: each.session.MemberID(), GenerationID: each.session.GenerationID(),
		}
		if err := copier.producer.AddMessageToTxnWithGroupMetadata(each.message, member, nil); err != nil {
			return err
		}
	}
	return copier.producer.CommitTxn()
}

func (copier *copier) Abort() error {
	err := copier.producer.AbortTxn()
	copier.exit()
	copier.enter()
	return err
}

func (copier *copier) Close() {
	copier.exit()
	copier.group.Close()
	copier.producer.Close()
}
