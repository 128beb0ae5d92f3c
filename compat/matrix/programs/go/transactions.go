package matrix

const (
	batchRecords = 20
	partRecords  = 10
)

func (run *run) transactor() Transactor {
	transactor, err := run.client.Transactor(run.prefix)
	must(err)
	return transactor
}

// begin opens a transaction and has the broker hold the records of these numbers.
func (run *run) begin(transactor Transactor, first, last, partitions int) {
	must(transactor.Begin())
	must(transactor.Send(run.prefix, numbered(first, last, partitions)))
}

func (run *run) transactions() {
	transactor := run.transactor()
	run.begin(transactor, 0, 10, 2)
	must(transactor.Commit())
	run.begin(transactor, 10, 20, 2)
	must(transactor.Abort())
	run.begin(transactor, 20, 30, 2)
	say("while-open", facts{"values": values(run.read(run.prefix, 2, 10, true))})
	say("uncommitted", facts{"values": values(run.read(run.prefix, 2, 30, false))})
	must(transactor.Commit())
	say("after", facts{"values": values(run.read(run.prefix, 2, 20, true))})
	transactor.Close()
}

func (run *run) fencing() {
	first := run.transactor()
	run.begin(first, 0, 1, 1)
	second := run.transactor()
	run.begin(second, 1, 2, 1)
	run.sayError("second", second.Commit())
	err := first.Send(run.prefix, numbered(2, 3, 1))
	if err == nil {
		err = first.Commit()
	}
	run.sayError("first", err)
	say("values", facts{"values": values(run.read(run.prefix, 1, 1, true))})
	second.Close()
	first.Close()
}

// end is where a topic ends now, over all of its two partitions: how many records it has.
func (run *run) copied() int {
	offsets, _, err := run.client.Committed(run.prefix, run.name("-in"))
	must(err)
	sum := 0
	for _, offset := range offsets {
		sum += int(offset)
	}
	return sum
}

// expected counts the records of partition 0 of the input, and as many of the other.
func (run *run) expected() int {
	latest, err := run.client.Offset(run.name("-in"), Latest)
	must(err)
	return 2 * int(latest)
}

func (run *run) copier() Copier {
	copier, err := run.client.Copier(run.prefix, run.name("-in"), run.name("-out"), run.prefix)
	must(err)
	return copier
}

func (run *run) copy() {
	copier := run.copier()
	count := run.expected()
	for round := 1; run.copied() < count; round++ {
		records := copier.Poll(batchRecords)
		if len(records) == 0 {
			continue
		}
		must(copier.Begin())
		must(copier.Send(records))
		if round%3 == 0 {
			must(copier.Abort())
			say("aborted", facts{"values": values(records)})
		} else {
			must(copier.Commit())
		}
	}
	copier.Close()
	run.output(count)
}

func (run *run) copyCrash() {
	copier := run.copier()
	count := run.expected()
	for run.copied() < count {
		records := copier.Poll(batchRecords)
		if len(records) == 0 {
			continue
		}
		must(copier.Begin())
		for at := 0; at < len(records); at += partRecords {
			must(copier.Send(records[at:min(at+partRecords, len(records))]))
			say("progress", nil)
		}
		must(copier.Commit())
	}
	copier.Close()
	run.output(count)
}

func (run *run) output(count int) {
	say("output", facts{"values": values(run.read(run.name("-out"), 1, count, true))})
	offsets, _, err := run.client.Committed(run.prefix, run.name("-in"))
	must(err)
	say("offsets", facts{"offsets": byPartition(offsets)})
}

func (run *run) transactionsAdmin() {
	transactor := run.transactor()
	_, _, err := run.client.ListTransaction(run.prefix)
	must(err)
	run.begin(transactor, 0, 1, 1)
	has, state, err := run.client.ListTransaction(run.prefix)
	must(err)
	say("listed", facts{"has": has, "state": state})
	state, partitions, err := run.client.DescribeTransaction(run.prefix)
	must(err)
	say("described", facts{"state": state, "partitions": partitions})
	producers, err := run.client.Producers(run.prefix)
	sayOr("producers", err, func() facts { must(err); return facts{"producers": producers} })
	err = run.client.FenceProducer(run.prefix)
	run.sayError("fenced", err)
	if _, is := isAbsent(err); is {
		say("after", facts{"absent": "nothing was fenced"})
		must(transactor.Abort())
	} else {
		run.sayError("after", transactor.Commit())
	}
	_, _, err = run.client.DescribeTransaction(run.name("-none"))
	run.sayError("unknown", err)
	transactor.Close()
}
