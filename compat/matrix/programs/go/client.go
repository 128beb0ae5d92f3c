// Package matrix has the scenarios of compat/matrix/README.md, once for all clients in Go. Each
// client is a program of its own that implements Client and hands it to Main.
package matrix

import (
	"errors"
	"time"
)

// Patience is how long a client may take for what comes about by itself.
const Patience = 60 * time.Second

// Absent is the error of a verb that the library has nothing for.
type Absent struct{ Reason string }

func (absent Absent) Error() string { return absent.Reason }

func isAbsent(err error) (Absent, bool) {
	var absent Absent
	is := errors.As(err, &absent)
	return absent, is
}

// Record is a record as it was sent or received; text that is nil is null.
type Record struct {
	Partition int32
	Offset    int64
	Key       *string
	Value     *string
	Headers   map[string]string
	Timestamp int64
}

// Sending says how records are sent.
type Sending struct {
	Codec      string
	MaxBytes   int
	Idempotent bool // it must be, rather than where that is how the library produces
}

// Joining says what kind of member a consumer is.
type Joining struct {
	Group    string
	Topic    string
	Protocol string // "", "cooperative" or "consumer"
	Instance string
	Pattern  string
}

// Member is a consumer in a group that polls by itself.
type Member interface {
	Partitions() []int32
	Records() []Record
	// Revoked has what each rebalance took away.
	Revoked() [][]int32
	// Rebalances counts the assignments.
	Rebalances() int
	// Err is what ended it, nil while it lives.
	Err() error
	// Commit commits what was read, and waits for the answer.
	Commit() error
	// Close leaves the group; a static member only goes away.
	Close()
}

// Transactor is a producer of transactions.
type Transactor interface {
	Begin() error
	// Send sends records and waits until the broker has them.
	Send(topic string, records []Record) error
	Commit() error
	Abort() error
	Close()
}

// Copier reads, writes and commits its offsets in transactions.
type Copier interface {
	// Poll takes up to `max` records; none where nothing came for a while.
	Poll(max int) []Record
	Begin() error
	Send(records []Record) error
	Commit() error
	// Abort gives the transaction up, and has Poll bring its records once more.
	Abort() error
	Close()
}

// GroupState is what the description of a group says.
type GroupState struct {
	State      string
	Members    int
	Partitions int
}

// Client has a verb for each thing that scenarios do. All of them return Absent where the library
// has nothing for it; embedding Lacks makes that the default.
type Client interface {
	// Code is Kafka's error code of an error, or the error's own text.
	Code(err error) any
	Close()

	CreateTopic(name string, partitions, replicas int, configs map[string]string) error
	DeleteTopic(name string) error
	Topics() ([]string, error)
	// Describe counts the partitions, and those with a leader.
	Describe(topic string) (int, int, error)
	Grow(topic string, partitions int) error

	Send(topic string, records []Record, how Sending) ([]int64, error)
	// Read polls all partitions from the beginning until `count` records came, and some more.
	// With a group it uses its id, without being a member.
	Read(topic, group string, partitions, count int, committed bool) ([]Record, error)

	Join(how Joining) (Member, error)
	// Offset is that of partition 0 at a time; or Earliest, Latest, Newest. -1: there is none.
	Offset(topic string, at int64) (int64, error)
	// Committed has the offset and metadata of partitions with one.
	Committed(group, topic string) (map[int32]int64, map[int32]string, error)
	// CommitAlone commits for partition 0 without being a member.
	CommitAlone(group, topic string, offset int64, metadata string) error

	Transactor(id string) (Transactor, error)
	Copier(group, from, to, id string) (Copier, error)

	Config(broker bool, name, key string) (string, error)
	SetConfig(topic, key, value string) error
	RemoveConfig(topic, key string) error

	Groups() ([]string, error)
	// DescribeGroup describes a group whose members joined with that protocol.
	DescribeGroup(group, protocol string) (GroupState, error)
	DeleteGroup(group string) error
	AlterOffset(group, topic string, offset int64) error
	RemoveMember(group, instance string) error

	// DeleteRecords returns the low watermark.
	DeleteRecords(topic string, before int64) (int64, error)
	DirectorySize(topic string) (int64, error)

	Brokers() ([]string, int, error)
	ClusterID() (string, error)
	Features() ([]string, error)
	QuorumLeader() (int, error)

	ListTransaction(id string) (bool, string, error)
	DescribeTransaction(id string) (string, []string, error)
	Producers(topic string) (int, error)
	FenceProducer(id string) error
}

// Times that Offset takes besides real ones.
const (
	Latest   = -1
	Earliest = -2
	Newest   = -3
)

// Lacks is a client without any feature.
type Lacks struct{}

func none() Absent { return Absent{"no such API"} }

func (Lacks) Grow(string, int) error                  { return none() }
func (Lacks) Join(Joining) (Member, error)            { return nil, none() }
func (Lacks) Transactor(string) (Transactor, error)   { return nil, Absent{"no transactions"} }
func (Lacks) SetConfig(string, string, string) error  { return none() }
func (Lacks) RemoveConfig(string, string) error       { return none() }
func (Lacks) AlterOffset(string, string, int64) error { return none() }
func (Lacks) RemoveMember(string, string) error       { return none() }
func (Lacks) DeleteRecords(string, int64) (int64, error) {
	return 0, Absent{"no API that deletes records"}
}
func (Lacks) DirectorySize(string) (int64, error) { return 0, none() }
func (Lacks) ClusterID() (string, error)          { return "", none() }
func (Lacks) Features() ([]string, error)         { return nil, none() }
func (Lacks) QuorumLeader() (int, error)          { return 0, none() }
func (Lacks) ListTransaction(string) (bool, string, error) {
	return false, "", Absent{"no administration of transactions"}
}
func (Lacks) DescribeTransaction(string) (string, []string, error) { return "", nil, none() }
func (Lacks) Producers(string) (int, error)                        { return 0, none() }
func (Lacks) FenceProducer(string) error                           { return none() }
func (Lacks) Copier(string, string, string, string) (Copier, error) {
	return nil, Absent{"no transactions"}
}
