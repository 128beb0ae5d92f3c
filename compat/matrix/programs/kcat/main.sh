#!/usr/bin/env bash
# The scenarios of compat/matrix/README.md with kcat, a process for each producer and consumer.
set -euo pipefail

bootstrap=$1 scenario=$2 prefix=$3
home=$(mktemp -d)
readonly ABSENT=3 PATIENCE_TENTHS=600
declare -A members=()

cleanup() {
    for pid in "${members[@]}"; do kill -TERM "$pid" 2>/dev/null || true; done
    rm -rf "$home"
}
trap cleanup EXIT

say() { printf '%s\n' "$1"; }

absent() {
    say "{\"step\": \"absent\", \"reason\": \"$1\"}"
    exit $ABSENT
}

# until COMMAND...: wait until it succeeds.
until_true() {
    local tenths=0
    until "$@"; do
        ((++tenths < PATIENCE_TENTHS)) || { echo "waited in vain: $*" >&2; exit 1; }
        sleep 0.1
    done
}

# numbers FIRST LAST STEP: lines of key and value.
numbers() { seq "$1" "$3" "$2" | sed 's/.*/k&|v&/'; }

produce() { kcat -P -b "$bootstrap" -K '|' -X enable.idempotence=true "$@"; }

# What lies in a topic, each record a line of JSON; it sends no timestamps of its own.
records() {
    local format='{"step": "record", "partition": %p, "offset": %o, "key": "%k" %K, '
    format+='"value": "%s" %S, "timestamp": null, "headers": null}\n'
    kcat -C -b "$bootstrap" -o beginning -e -q -f "$format" "$@" |
        sed -e 's/"" -1,/null,/g' -e 's/" [0-9]*,/",/g'
}

# JSON's list of the values of a topic.
values() {
    kcat -C -b "$bootstrap" -o beginning -e -q -f '%s\n' "$@" | as_list
}

as_list() { sed 's/.*/"&"/' | paste -sd, | sed 's/.*/[&]/'; }

# attempt STEP COMMAND...: say its error, which kcat has as a text.
attempt() {
    local step=$1 text error=0
    shift
    if ! text=$("$@" 2>&1); then
        error=$(sed -n 's/^% \(ERROR: \)\{0,1\}\(.*\)/"\2"/p' <<<"$text" | head -1)
    fi
    say "{\"step\": \"$step\", \"error\": $error}"
}

codecs() {
    for codec in none gzip snappy lz4 zstd; do
        numbers 0 19 1 | produce -t "$prefix-$codec" -p 0 -z "$codec"
        say "{\"step\": \"codec\", \"codec\": \"$codec\"}"
    done
    for codec in none gzip snappy lz4 zstd; do
        records -t "$prefix-$codec" | sed "s/^{/{\"codec\": \"$codec\", /"
    done
}

compacted() {
    attempt keyed produce -t "$prefix" -p 0 <<<"k0|v0"
    attempt keyless kcat -P -b "$bootstrap" -t "$prefix" -p 0 <<<"v1"
    attempt tombstone produce -t "$prefix" -p 0 -Z <<<"k2|"
    records -t "$prefix"
}

idempotent() {
    local reporting=(-X topic.produce.offset.report=true -vvv)
    for partition in 0 1; do
        numbers "$partition" 99 2 | produce -t "$prefix" -p "$partition" "${reporting[@]}" 2>"$home/sent"
        paste -d' ' <(sed -n 's/.*delivered to partition [0-9]* (offset \([0-9]*\)).*/\1/p' "$home/sent") \
            <(seq "$partition" 2 99) |
            sed "s/\(.*\) \(.*\)/{\"step\": \"sent\", \"partition\": $partition, \"offset\": \1, \"value\": \"v\2\"}/"
    done
    records -t "$prefix"
}

# join NAME OPTIONS...: a member of the group, in the background.
join() {
    local name=$1
    shift
    kcat -G "$prefix" -b "$bootstrap" -u -f '%s\n' -X auto.offset.reset=earliest "$@" "$prefix" \
        >"$home/$name.out" 2>"$home/$name.err" &
    members[$name]=$!
}

# A member leaves, unless it is static: then it only goes away.
leave() {
    kill -TERM "${members[$1]}"
    wait "${members[$1]}" || true
    unset "members[$1]"
}

# The partitions that a member owns, by what it tells of its rebalances.
owned() {
    awk '
        / rebalanced/ {
            places = $0; sub(/.*\): /, "", places)
            if ($0 !~ /incremental/) split("", has)
            while (match(places, /\[[0-9]+\]/)) {
                partition = substr(places, RSTART + 1, RLENGTH - 2)
                if ($0 ~ /incremental revoke|revoked/) delete has[partition]; else has[partition] = 1
                places = substr(places, RSTART + RLENGTH)
            }
        }
        END { for (each in has) print each }' "$home/$1.err" | sort -n | paste -sd,
}

owns() { [[ $(owned "$1" | tr ',' '\n' | grep -c .) == "$2" ]]; }
has_read() { (($(wc -l <"$home/$1.out") >= $2)); }
say_assigned() { say "{\"step\": \"assigned\", \"member\": \"$1\", \"partitions\": [$(owned "$1")]}"; }

first_two() {
    join a "$@"
    until_true owns a 4
    say_assigned a
    until_true has_read a 40
    say "{\"step\": \"read\", \"member\": \"a\", \"values\": $(as_list <"$home/a.out")}"
    say '{"step": "committed", "absent": "it commits by itself"}'
    join b "$@"
    until_true owns a 2
    until_true owns b 2
}

group() {
    first_two
    say_assigned a
    say_assigned b
    leave b
    until_true owns a 4
    say_assigned a
    leave a
    for partition in 0 1 2 3; do
        numbers $((40 + partition)) $((40 + partition)) 1 | produce -t "$prefix" -p $partition
    done
    join c
    until_true has_read c 4
    sleep 0.5
    say "{\"step\": \"resumed\", \"values\": $(as_list <"$home/c.out")}"
    leave c
    say '{"step": "offsets", "absent": "it does not show committed offsets"}'
}

cooperative() {
    first_two -X partition.assignment.strategy=cooperative-sticky
    for name in a b; do
        sed -n 's/.*incremental revoke.*): //p' "$home/$name.err" | while read -r places; do
            partitions=$(grep -o '\[[0-9]*\]' <<<"$places" | tr -d '[]' | paste -sd,)
            say "{\"step\": \"revoked\", \"member\": \"$name\", \"partitions\": [$partitions]}"
        done
    done
    say_assigned a
    say_assigned b
}

rebalances() { grep -c ' rebalanced' "$home/$1.err"; }
is_over() { ! kill -0 "${members[$1]}" 2>/dev/null; }

static() {
    join a -X "group.instance.id=$prefix-a"
    join b -X "group.instance.id=$prefix-b"
    until_true owns a 2
    until_true owns b 2
    say_assigned a
    say_assigned b
    local before
    before=$(rebalances b)
    leave a
    join again -X "group.instance.id=$prefix-a"
    until_true owns again 2
    say "{\"step\": \"returned\", \"partitions\": [$(owned again)]}"
    say "{\"step\": \"undisturbed\", \"rebalances\": $(($(rebalances b) - before))}"
    join usurper -X "group.instance.id=$prefix-b"
    until_true is_over b
    local error
    error=$(sed -n 's/^% \(.*[Ff]enced.*\)/"\1"/p' "$home/b.err" | head -1)
    unset 'members[b]'
    say "{\"step\": \"fenced\", \"error\": $error}"
}

# A transaction is a run of kcat, and it reads its input to the end before it sends.
# It says that it is transactional before it has its producer id; what it does then only eos tells.
is_ready() { grep -q 'Transaction state change .* -> Ready' "$home/first.err"; }

fencing() {
    mkfifo "$home/first.in"
    produce -t "$prefix" -p 0 -X "transactional.id=$prefix" -X debug=eos \
        <"$home/first.in" 2>"$home/first.err" &
    members[first]=$!
    exec 3>"$home/first.in"
    numbers 0 0 1 >&3
    until_true is_ready
    attempt second produce -t "$prefix" -p 0 -X "transactional.id=$prefix" <<<"k1|v1"
    numbers 2 2 1 >&3 || true
    exec 3>&-
    wait "${members[first]}" || true
    unset 'members[first]'
    local error
    error=$(sed -n 's/^% \(.*[Ff]enced.*\)/"\1"/p' "$home/first.err" | head -1)
    say "{\"step\": \"first\", \"error\": ${error:-0}}"
    local seen
    seen=$(values -t "$prefix" -X isolation.level=read_committed)
    say "{\"step\": \"values\", \"values\": $seen}"
}

cluster() {
    local metadata brokers controller
    metadata=$(kcat -L -J -b "$bootstrap")
    brokers=$(sed 's/.*"brokers":\[\([^]]*\)\].*/\1/' <<<"$metadata" | grep -o '"name":"[^"]*"')
    controller=$(sed 's/.*"controllerid":\([0-9]*\).*/\1/' <<<"$metadata")
    say "{\"step\": \"brokers\", \"brokers\": [$(sed 's/"name"://' <<<"$brokers" | paste -sd,)], \"controller\": $controller}"
    for step in cluster features quorum; do say "{\"step\": \"$step\", \"absent\": \"not shown\"}"; done
}

case $scenario in
codecs | compacted | idempotent | group | cooperative | static | fencing | cluster)
    "$scenario" ;;
offsets) absent "it sends no timestamps of its own" ;;
consumer-protocol | conversion) absent "no KIP-848 in its librdkafka" ;;
transactions) absent "it reads its input to the end before it sends: no transaction stays open" ;;
copy | copy-crash) absent "it does not both consume and produce" ;;
*) absent "no administration" ;;
esac
