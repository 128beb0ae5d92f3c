package matrix

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"time"
)

const (
	timeMs     = 1_700_000_000_000
	exitAbsent = 3
	pollPause  = 20 * time.Millisecond
	// LittleMore is how long readers poll on after they have what was expected.
	LittleMore = 500 * time.Millisecond
)

type facts map[string]any

// run is one scenario of one client.
type run struct {
	client Client
	prefix string
}

// Main runs one scenario, and ends the program.
func Main(open func(bootstrap string) Client) {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: program BOOTSTRAP SCENARIO PREFIX")
		os.Exit(2)
	}
	work, known := scenarios[os.Args[2]]
	if !known {
		say("absent", facts{"reason": "no such scenario"})
		os.Exit(exitAbsent)
	}
	client := open(os.Args[1])
	work(&run{client, os.Args[3]})
	client.Close()
}

func say(step string, what facts) {
	line := facts{"step": step}
	for key, value := range what {
		line[key] = value
	}
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(append(text, '\n'))
}

// must ends the program: with word of a missing feature, or in failure.
func must(err error) {
	if absent, is := isAbsent(err); is {
		say("absent", facts{"reason": absent.Reason})
		os.Exit(exitAbsent)
	}
	if err != nil {
		panic(err)
	}
}

// sayOr says a step, or that the client has nothing for it.
func sayOr(step string, err error, what func() facts) {
	if absent, is := isAbsent(err); is {
		say(step, facts{"absent": absent.Reason})
	} else {
		say(step, what())
	}
}

// sayError says a step that only has an error.
func (run *run) sayError(step string, err error) {
	sayOr(step, err, func() facts { return facts{"error": run.code(err)} })
}

func (run *run) code(err error) any {
	if err == nil {
		return 0
	}
	return run.client.Code(err)
}

func (run *run) name(suffix string) string { return run.prefix + suffix }

func sayRecord(record Record, codec string) {
	line := facts{"partition": record.Partition, "offset": record.Offset, "key": record.Key,
		"value": record.Value, "timestamp": record.Timestamp, "headers": record.Headers}
	if codec != "" {
		line["codec"] = codec
	}
	say("record", line)
}

// numbered are the records of numbers from `first` to before `last`, spread over partitions.
func numbered(first, last, partitions int) []Record {
	records := []Record{}
	for number := first; number < last; number++ {
		text := strconv.Itoa(number)
		key, value := "k"+text, "v"+text
		records = append(records, Record{
			Partition: int32(number % partitions), Key: &key, Value: &value,
			Headers: map[string]string{"h": "h" + text}, Timestamp: timeMs + int64(number),
		})
	}
	return records
}

func values(records []Record) []string {
	found := []string{}
	for _, record := range records {
		if record.Value == nil {
			found = append(found, "null")
		} else {
			found = append(found, *record.Value)
		}
	}
	return found
}

func byPartition(offsets map[int32]int64) map[string]int64 {
	found := map[string]int64{}
	for partition, offset := range offsets {
		found[strconv.Itoa(int(partition))] = offset
	}
	return found
}

// Until waits for what comes about by itself.
func Until(what string, done func() bool) {
	deadline := time.Now().Add(Patience)
	for !done() {
		if time.Now().After(deadline) {
			panic("waited in vain: " + what)
		}
		time.Sleep(pollPause)
	}
}

// Sorted are the numbers of a set of partitions.
func Sorted(owned map[int32]bool) []int32 {
	found := []int32{}
	for partition := range owned {
		found = append(found, partition)
	}
	sort.Slice(found, func(a, b int) bool { return found[a] < found[b] })
	return found
}
