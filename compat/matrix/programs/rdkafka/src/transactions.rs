//! Transactions: what readers see of them, fencing, exactly-once copies.

use std::time::Duration;

use rdkafka::consumer::{BaseConsumer, Consumer};
use rdkafka::message::Message;
use rdkafka::producer::{FutureProducer, Producer};
use rdkafka::Offset;
use serde_json::json;

use crate::client::{numbered, send_by, values, Client, Record, PATIENCE};
use crate::saying::{say, say_error};

const BATCH_RECORDS: usize = 20;
const PART_RECORDS: usize = 10;
const COMMITTED: &str = "read_committed";
const ANY: &str = "read_uncommitted";

impl Client {
    fn transactor(&self, id: &str) -> FutureProducer {
        let producer = self.producer(&[("transactional.id", id)]);
        producer.init_transactions(PATIENCE).expect("a producer id");
        producer
    }

    fn seen(&self, topic: &str, partitions: i32, count: usize, level: &str) -> Vec<Option<String>> {
        values(&self.read(&format!("{topic}-reader"), topic, partitions, count, level))
    }
}

/// Open a transaction, and have the broker hold its records.
fn begin(producer: &FutureProducer, topic: &str, records: &[Record]) {
    producer.begin_transaction().expect("a transaction");
    send_by(producer, topic, records).expect("room for the records");
}

pub fn transactions(client: &Client, prefix: &str) {
    let producer = client.transactor(prefix);
    begin(&producer, prefix, &numbered(0..10, 2));
    producer.commit_transaction(PATIENCE).expect("a commit");
    begin(&producer, prefix, &numbered(10..20, 2));
    producer.abort_transaction(PATIENCE).expect("an abort");
    begin(&producer, prefix, &numbered(20..30, 2));
    say(
        "while-open",
        json!({ "values": client.seen(prefix, 2, 10, COMMITTED) }),
    );
    say(
        "uncommitted",
        json!({ "values": client.seen(prefix, 2, 30, ANY) }),
    );
    producer.commit_transaction(PATIENCE).expect("a commit");
    say(
        "after",
        json!({ "values": client.seen(prefix, 2, 20, COMMITTED) }),
    );
}

pub fn fencing(client: &Client, prefix: &str) {
    let first = client.transactor(prefix);
    begin(&first, prefix, &numbered(0..1, 1));
    let second = client.transactor(prefix);
    begin(&second, prefix, &numbered(1..2, 1));
    say_error("second", second.commit_transaction(PATIENCE));
    let late = send_by(&first, prefix, &numbered(2..3, 1));
    say_error(
        "first",
        late.and_then(|_| first.commit_transaction(PATIENCE)),
    );
    say(
        "values",
        json!({ "values": client.seen(prefix, 1, 1, COMMITTED) }),
    );
}

fn poll(consumer: &BaseConsumer) -> Vec<Record> {
    let mut found = Vec::new();
    while found.len() < BATCH_RECORDS {
        let Some(message) = consumer.poll(Duration::from_secs(1)) else {
            break;
        };
        let message = message.expect("a record");
        let text =
            |data: Option<&[u8]>| data.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        found.push(Record {
            partition: 0,
            key: text(message.key()),
            value: text(message.payload()),
            header: None,
            timestamp: message.timestamp().to_millis().unwrap_or(0),
        });
    }
    found
}

/// Have the next poll bring once more what was not committed.
fn rewind(consumer: &BaseConsumer) {
    for place in consumer.committed(PATIENCE).expect("offsets").elements() {
        let offset = match place.offset() {
            Offset::Offset(offset) => Offset::Offset(offset),
            _ => Offset::Beginning,
        };
        consumer
            .seek(place.topic(), place.partition(), offset, PATIENCE)
            .expect("a new position");
    }
}

/// The copy job; `abort_every` so many transactions one is given up. Without it, it tells of its
/// progress.
pub fn copy(client: &Client, prefix: &str, abort_every: Option<usize>) {
    let (source, target) = (format!("{prefix}-in"), format!("{prefix}-out"));
    let producer = client.transactor(prefix);
    let settings = [
        ("isolation.level", COMMITTED),
        ("session.timeout.ms", "10000"),
    ];
    let consumer = client.consumer(prefix, &settings);
    consumer.subscribe(&[&source]).expect("a subscription");
    let count = (client.watermarks(&source, 0).1 + client.watermarks(&source, 1).1) as usize;
    let copied = || {
        client
            .committed(prefix, &source, 2)
            .values()
            .map(|found| found.0 as usize)
            .sum::<usize>()
    };
    let mut transaction = 0;
    while copied() < count {
        let records = poll(&consumer);
        if records.is_empty() {
            continue;
        }
        transaction += 1;
        producer.begin_transaction().expect("a transaction");
        for part in records.chunks(if abort_every.is_some() {
            BATCH_RECORDS
        } else {
            PART_RECORDS
        }) {
            send_by(&producer, &target, part).expect("room for the records");
            if abort_every.is_none() {
                say("progress", json!({}));
            }
        }
        if abort_every.is_some_and(|every| transaction % every == 0) {
            producer.abort_transaction(PATIENCE).expect("an abort");
            rewind(&consumer);
            let values: Vec<_> = records.iter().map(|record| &record.value).collect();
            say("aborted", json!({ "values": values }));
            continue;
        }
        let positions = consumer.position().expect("positions");
        let member = consumer.group_metadata().expect("a membership");
        producer
            .send_offsets_to_transaction(&positions, &member, PATIENCE)
            .expect("offsets sent");
        producer.commit_transaction(PATIENCE).expect("a commit");
    }
    drop(consumer);
    say(
        "output",
        json!({ "values": client.seen(&target, 1, count, COMMITTED) }),
    );
    client.say_offsets("offsets", prefix, &source, 2);
}
