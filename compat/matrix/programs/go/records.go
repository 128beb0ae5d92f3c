package matrix

func (run *run) send(topic string, records []Record) []int64 {
	offsets, err := run.client.Send(topic, records, Sending{Codec: "none"})
	must(err)
	return offsets
}

func (run *run) read(topic string, partitions, count int, committed bool) []Record {
	records, err := run.client.Read(topic, "", partitions, count, committed)
	must(err)
	return records
}

func (run *run) codecs() {
	known := []string{}
	for _, codec := range []string{"none", "gzip", "snappy", "lz4", "zstd"} {
		_, err := run.client.Send(run.name("-"+codec), numbered(0, 20, 1), Sending{Codec: codec})
		if absent, is := isAbsent(err); is {
			say("codec", facts{"codec": codec, "absent": absent.Reason})
			continue
		}
		must(err)
		say("codec", facts{"codec": codec})
		known = append(known, codec)
	}
	for _, codec := range known {
		for _, record := range run.read(run.name("-"+codec), 1, 20, false) {
			sayRecord(record, codec)
		}
	}
}

func (run *run) compacted() {
	records := numbered(0, 3, 1)
	records[1].Key, records[2].Value = nil, nil
	for at, step := range []string{"keyed", "keyless", "tombstone"} {
		_, err := run.client.Send(run.prefix, records[at:at+1], Sending{Codec: "none"})
		run.sayError(step, err)
	}
	for _, record := range run.read(run.prefix, 1, 2, false) {
		sayRecord(record, "")
	}
}

func (run *run) idempotent() {
	records := numbered(0, 100, 2)
	offsets, err := run.client.Send(run.prefix, records, Sending{Codec: "none", Idempotent: true})
	must(err)
	for at, record := range records {
		say("sent", facts{"partition": record.Partition, "offset": offsets[at], "value": record.Value})
	}
	for _, record := range run.read(run.prefix, 2, 100, false) {
		sayRecord(record, "")
	}
}

func (run *run) offsets() {
	records := numbered(0, 10, 1)
	for at := range records {
		records[at].Timestamp = timeMs + 1000*int64(at)
	}
	run.send(run.prefix, records)
	asked := []struct {
		step string
		at   int64
	}{
		{"earliest", Earliest}, {"latest", Latest}, {"at", timeMs + 4500}, {"past", timeMs + 100_000},
		{"newest", Newest},
	}
	for _, each := range asked {
		offset, err := run.client.Offset(run.prefix, each.at)
		sayOr(each.step, err, func() facts {
			must(err)
			return facts{"offset": orNull(offset, offset >= 0)}
		})
	}
	offsets, _, err := run.client.Committed(run.prefix, run.prefix)
	offset, there := offsets[0]
	sayOr("fresh", err, func() facts {
		return facts{"error": run.code(err), "offset": orNull(offset, there)}
	})
	got, err := run.client.Read(run.prefix, run.prefix, 1, 10, false)
	must(err)
	say("values", facts{"values": values(got)})
	must(run.client.CommitAlone(run.prefix, run.prefix, 7, "note"))
	offsets, metadata, err := run.client.Committed(run.prefix, run.prefix)
	must(err)
	line := facts{"offset": offsets[0], "metadata": nil}
	if text, known := metadata[0]; known {
		line["metadata"] = text
	}
	say("committed", line)
}

func orNull(offset int64, there bool) any {
	if there {
		return offset
	}
	return nil
}

func (run *run) records() {
	low, err := run.client.DeleteRecords(run.prefix, 4)
	must(err)
	say("deleted", facts{"error": run.code(err), "low": orNull(low, low >= 0)})
	offset, err := run.client.Offset(run.prefix, Earliest)
	must(err)
	say("earliest", facts{"offset": offset})
	say("values", facts{"values": values(run.read(run.prefix, 1, 6, false))})
	_, err = run.client.DeleteRecords(run.prefix, 100)
	run.sayError("too-far", err)
	size, err := run.client.DirectorySize(run.prefix)
	sayOr("directories", err, func() facts { return facts{"size": size} })
}
