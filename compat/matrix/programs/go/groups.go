package matrix

import (
	"time"
)

const groupPartitions = 4

func (run *run) join(how Joining) Member {
	if how.Group == "" {
		how.Group = run.prefix
	}
	if how.Topic == "" {
		how.Topic = run.prefix
	}
	member, err := run.client.Join(how)
	must(err)
	return member
}

func sayAssigned(name string, member Member) {
	say("assigned", facts{"member": name, "partitions": member.Partitions()})
}

// owns waits until members own so many partitions each.
func owns(count int, members ...Member) {
	Until("assignments", func() bool {
		for _, member := range members {
			if err := member.Err(); err != nil {
				panic(err)
			}
			if len(member.Partitions()) != count {
				return false
			}
		}
		return true
	})
}

func reads(member Member, count int) []Record {
	Until("records", func() bool { return len(member.Records()) >= count })
	return member.Records()
}

// alone has `a` read all and commit.
func (run *run) alone(protocol string) Member {
	a := run.join(Joining{Protocol: protocol})
	owns(groupPartitions, a)
	sayAssigned("a", a)
	say("read", facts{"member": "a", "values": values(reads(a, 40))})
	err := a.Commit()
	say("committed", facts{"error": run.code(err)})
	return a
}

// firstTwo has `b` come then; both own half of the partitions.
func (run *run) firstTwo(protocol string) (Member, Member) {
	a := run.alone(protocol)
	b := run.join(Joining{Protocol: protocol})
	owns(2, a, b)
	return a, b
}

func (run *run) group(protocol string) {
	a, b := run.firstTwo(protocol)
	sayAssigned("a", a)
	sayAssigned("b", b)
	b.Close()
	owns(groupPartitions, a)
	sayAssigned("a", a)
	a.Close()
	run.send(run.prefix, numbered(40, 44, groupPartitions))
	c := run.join(Joining{Protocol: protocol})
	run.resumed(c)
	run.sayOffsets()
}

// resumed has a member read what is new, and nothing else.
func (run *run) resumed(c Member) {
	reads(c, groupPartitions)
	time.Sleep(LittleMore)
	say("resumed", facts{"values": values(c.Records())})
	must(c.Commit())
	c.Close()
}

func (run *run) sayOffsets() {
	offsets, _, err := run.client.Committed(run.prefix, run.prefix)
	must(err)
	say("offsets", facts{"offsets": byPartition(offsets)})
}

func (run *run) consumerProtocol() {
	run.group("consumer")
	member, err := run.client.Join(Joining{
		Group: run.name("-re"), Protocol: "consumer", Pattern: run.prefix + ".*",
	})
	sayOr("pattern", err, func() facts {
		must(err)
		defer member.Close()
		owns(groupPartitions, member)
		return facts{"partitions": member.Partitions()}
	})
}

// conversion has a group go over to KIP-848 and back, by who joins and leaves.
func (run *run) conversion() {
	a := run.alone("")
	b := run.join(Joining{Protocol: "consumer"})
	owns(2, a, b)
	sayAssigned("a", a)
	sayAssigned("b", b)
	a.Close()
	owns(groupPartitions, b)
	sayAssigned("b", b)
	c := run.join(Joining{})
	owns(2, b, c)
	sayAssigned("b", b)
	sayAssigned("c", c)
	b.Close()
	owns(groupPartitions, c)
	sayAssigned("c", c)
	run.send(run.prefix, numbered(40, 44, groupPartitions))
	run.resumed(c)
}

func (run *run) cooperative() {
	a, b := run.firstTwo("cooperative")
	for name, member := range map[string]Member{"a": a, "b": b} {
		for _, partitions := range member.Revoked() {
			say("revoked", facts{"member": name, "partitions": partitions})
		}
	}
	sayAssigned("a", a)
	sayAssigned("b", b)
	b.Close()
	a.Close()
}

func (run *run) static() {
	a := run.join(Joining{Instance: run.name("-a")})
	b := run.join(Joining{Instance: run.name("-b")})
	owns(2, a, b)
	sayAssigned("a", a)
	sayAssigned("b", b)
	before := b.Rebalances()
	a.Close()
	again := run.join(Joining{Instance: run.name("-a")})
	owns(2, again)
	say("returned", facts{"partitions": again.Partitions()})
	say("undisturbed", facts{"rebalances": b.Rebalances() - before})
	usurper := run.join(Joining{Instance: run.name("-b")})
	Until("b is fenced", func() bool { return b.Err() != nil })
	say("fenced", facts{"error": run.code(b.Err())})
	usurper.Close()
	again.Close()
}

func (run *run) groups(protocol string) {
	group, topic := run.prefix, run.prefix
	member := run.join(Joining{Protocol: protocol})
	reads(member, 20)
	must(member.Commit())
	names, err := run.client.Groups()
	must(err)
	has := false
	for _, name := range names {
		has = has || name == group
	}
	say("listed", facts{"has": has})
	state, err := run.client.DescribeGroup(group, protocol)
	must(err)
	line := facts{"state": state.State, "members": state.Members}
	if state.Partitions >= 0 {
		line["partitions"] = state.Partitions
	}
	say("described", line)
	offsets, _, err := run.client.Committed(group, topic)
	must(err)
	say("committed", facts{"offsets": byPartition(offsets)})
	run.sayError("busy", run.client.DeleteGroup(group))
	run.sayError("alter-busy", run.client.AlterOffset(group, topic, 3))
	run.sayError("remove-unknown", run.client.RemoveMember(group, run.name("-none")))
	member.Close()
	run.emptied(group, topic, protocol)
}

func (run *run) emptied(group, topic, protocol string) {
	err := run.client.AlterOffset(group, topic, 3)
	sayOr("altered", err, func() facts {
		offsets, _, failed := run.client.Committed(group, topic)
		must(failed)
		return facts{"error": run.code(err), "offset": offsets[0]}
	})
	state, err := run.client.DescribeGroup(group, protocol)
	must(err)
	say("emptied", facts{"state": state.State})
	run.sayError("deleted", run.client.DeleteGroup(group))
	run.sayError("unknown", run.client.DeleteGroup(run.name("-none")))
	state, err = run.client.DescribeGroup(run.name("-none"), protocol)
	sayOr("dead", err, func() facts { return facts{"state": state.State, "error": run.code(err)} })
}
