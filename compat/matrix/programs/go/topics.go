package matrix

import "slices"

var scenarios = map[string]func(*run){
	"topics":             (*run).topics,
	"errors":             (*run).errors,
	"codecs":             (*run).codecs,
	"compacted":          (*run).compacted,
	"idempotent":         (*run).idempotent,
	"offsets":            (*run).offsets,
	"records":            (*run).records,
	"group":              func(run *run) { run.group("") },
	"consumer-protocol":  (*run).consumerProtocol,
	"cooperative":        (*run).cooperative,
	"static":             (*run).static,
	"conversion":         (*run).conversion,
	"groups":             func(run *run) { run.groups("") },
	"consumer-groups":    func(run *run) { run.groups("consumer") },
	"transactions":       (*run).transactions,
	"fencing":            (*run).fencing,
	"copy":               (*run).copy,
	"copy-crash":         (*run).copyCrash,
	"transactions-admin": (*run).transactionsAdmin,
	"configs":            (*run).configs,
	"cluster":            (*run).cluster,
}

func (run *run) has(topic string) bool {
	names, err := run.client.Topics()
	must(err)
	return slices.Contains(names, topic)
}

func (run *run) partitions(topic string) int {
	partitions, _, err := run.client.Describe(topic)
	must(err)
	return partitions
}

func (run *run) topics() {
	topic := run.name("-a")
	configs := map[string]string{"retention.ms": "86400000"}
	run.sayError("created", run.client.CreateTopic(topic, 3, 1, configs))
	run.sayError("again", run.client.CreateTopic(topic, 3, 1, configs))
	say("listed", facts{"has": run.has(topic)})
	partitions, leaders, err := run.client.Describe(topic)
	must(err)
	say("described", facts{"partitions": partitions, "leaders": leaders})
	err = run.client.Grow(topic, 5)
	sayOr("grown", err, func() facts {
		Until("five partitions", func() bool { return run.partitions(topic) == 5 })
		return facts{"error": run.code(err), "partitions": 5}
	})
	run.sayError("shrunk", run.client.Grow(topic, 2))
	run.sayError("deleted", run.client.DeleteTopic(topic))
	Until("the topic is gone", func() bool { return !run.has(topic) })
	say("gone", facts{"has": run.has(topic)})
}

func (run *run) errors() {
	other := run.name("-b")
	make := func(name string, partitions, replicas int, configs map[string]string) error {
		return run.client.CreateTopic(name, partitions, replicas, configs)
	}
	run.sayError("invalid-name", make("bad name!", 1, 1, nil))
	run.sayError("no-partitions", make(other, 0, 1, nil))
	run.sayError("too-many-replicas", make(other, 1, 3, nil))
	run.sayError("bad-value", make(other, 1, 1, map[string]string{"cleanup.policy": "nonsense"}))
	run.sayError("bad-name", make(other, 1, 1, map[string]string{"no.such.config": "1"}))
	run.sayError("delete-unknown", run.client.DeleteTopic(run.name("-none")))
	_, _, err := run.client.Describe(run.name("-none"))
	run.sayError("describe-unknown", err)
	large := numbered(0, 1, 1)
	value := string(make2MB())
	large[0].Value = &value
	_, err = run.client.Send(run.prefix, large, Sending{Codec: "none", MaxBytes: 4_000_000})
	run.sayError("too-large", err)
}

func make2MB() []byte { return make([]byte, 2_000_000) }

func (run *run) configs() {
	topic := run.prefix
	retention := func() string {
		value, err := run.client.Config(false, topic, "retention.ms")
		must(err)
		return value
	}
	say("described", facts{"retention": retention()})
	err := run.client.SetConfig(topic, "retention.ms", "3600000")
	must(err)
	Until("the new value", func() bool { return retention() == "3600000" })
	say("altered", facts{"error": run.code(err), "retention": retention()})
	err = run.client.RemoveConfig(topic, "retention.ms")
	sayOr("removed", err, func() facts {
		Until("the default", func() bool { return retention() != "3600000" })
		return facts{"error": run.code(err), "retention": retention()}
	})
	run.sayError("bad-value", run.client.SetConfig(topic, "retention.ms", "soon"))
	_, err = run.client.Config(false, run.name("-none"), "retention.ms")
	run.sayError("unknown", err)
	hours, err := run.client.Config(true, "1", "log.retention.hours")
	sayOr("broker", err, func() facts { return facts{"value": hours} })
}

func (run *run) cluster() {
	brokers, controller, err := run.client.Brokers()
	must(err)
	line := facts{"brokers": brokers, "controller": controller}
	if controller < 0 {
		line["controller"] = nil
	}
	say("brokers", line)
	id, err := run.client.ClusterID()
	sayOr("cluster", err, func() facts { return facts{"id": id} })
	names, err := run.client.Features()
	sayOr("features", err, func() facts { return facts{"names": names} })
	leader, err := run.client.QuorumLeader()
	sayOr("quorum", err, func() facts { return facts{"leader": leader} })
}
