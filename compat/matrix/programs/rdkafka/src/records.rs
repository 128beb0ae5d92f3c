//! Records written and read: codecs, compacted topics, idempotence, offsets, deleted records.

use futures::executor::block_on;
use rdkafka::consumer::Consumer;
use rdkafka::error::KafkaResult;
use rdkafka::{Offset, TopicPartitionList};
use serde_json::{json, Value};

use crate::client::{numbered, values, Client, PATIENCE, TIME_MS};
use crate::saying::{say, say_error};

const ANY: &str = "read_uncommitted";

impl Client {
    fn read_all(&self, topic: &str, partitions: i32, count: usize) -> Vec<crate::client::Received> {
        self.read(&format!("{topic}-reader"), topic, partitions, count, ANY)
    }

    pub fn watermarks(&self, topic: &str, partition: i32) -> (i64, i64) {
        self.consumer("none", &[])
            .fetch_watermarks(topic, partition, PATIENCE)
            .expect("offsets")
    }

    fn offset_at(&self, topic: &str, time_ms: i64) -> Value {
        let mut places = TopicPartitionList::new();
        places
            .add_partition_offset(topic, 0, Offset::Offset(time_ms))
            .expect("an offset");
        let found = self
            .consumer("none", &[])
            .offsets_for_times(places, PATIENCE)
            .expect("offsets");
        match found.elements()[0].offset() {
            Offset::Offset(offset) => json!(offset),
            _ => Value::Null,
        }
    }

    /// The low watermark.
    fn delete_records(&self, topic: &str, before: i64) -> KafkaResult<Value> {
        let mut places = TopicPartitionList::new();
        places.add_partition_offset(topic, 0, Offset::Offset(before))?;
        let deleted = block_on(self.admin.delete_records(&places, &self.options))?;
        let first = &deleted.elements()[0];
        first.error()?;
        Ok(json!(first.offset().to_raw()))
    }
}

pub fn codecs(client: &Client, prefix: &str) {
    let known = ["none", "gzip", "snappy", "lz4", "zstd"];
    for codec in known {
        let topic = format!("{prefix}-{codec}");
        let settings = [("compression.type", codec)];
        client
            .send(&topic, &numbered(0..20, 1), &settings)
            .expect("room for the records");
        say("codec", json!({ "codec": codec }));
    }
    for codec in known {
        for got in client.read_all(&format!("{prefix}-{codec}"), 1, 20) {
            let mut line = got.line();
            line["codec"] = json!(codec);
            say("record", line);
        }
    }
}

pub fn compacted(client: &Client, prefix: &str) {
    let mut records = numbered(0..3, 1);
    records[1].key = None;
    records[2].value = None;
    for (step, record) in ["keyed", "keyless", "tombstone"].into_iter().zip(records) {
        say_error(step, client.send(prefix, &[record], &[]));
    }
    for got in client.read_all(prefix, 1, 2) {
        say("record", got.line());
    }
}

pub fn idempotent(client: &Client, prefix: &str) {
    let records = numbered(0..100, 2);
    let offsets = client
        .send(prefix, &records, &[])
        .expect("room for the records");
    for (record, offset) in records.iter().zip(offsets) {
        let facts =
            json!({ "partition": record.partition, "offset": offset, "value": record.value });
        say("sent", facts);
    }
    for got in client.read_all(prefix, 2, 100) {
        say("record", got.line());
    }
}

pub fn offsets(client: &Client, prefix: &str) {
    let mut records = numbered(0..10, 1);
    for (at, record) in (0..).zip(&mut records) {
        record.timestamp = TIME_MS + 1000 * at;
    }
    client
        .send(prefix, &records, &[])
        .expect("room for the records");
    let (earliest, latest) = client.watermarks(prefix, 0);
    say("earliest", json!({ "offset": earliest }));
    say("latest", json!({ "offset": latest }));
    say(
        "at",
        json!({ "offset": client.offset_at(prefix, TIME_MS + 4500) }),
    );
    say(
        "past",
        json!({ "offset": client.offset_at(prefix, TIME_MS + 100_000) }),
    );
    say("newest", json!({ "absent": "no such API" }));
    let fresh = client.committed(prefix, prefix, 1);
    say(
        "fresh",
        json!({ "error": 0, "offset": fresh.get(&0).map(|found| found.0) }),
    );
    say(
        "values",
        json!({ "values": values(&client.read(prefix, prefix, 1, 10, ANY)) }),
    );
    client
        .commit_alone(prefix, prefix, 7, "note")
        .expect("a commit");
    let (offset, metadata) = &client.committed(prefix, prefix, 1)[&0];
    say(
        "committed",
        json!({ "offset": offset, "metadata": metadata }),
    );
}

pub fn records(client: &Client, prefix: &str) {
    let low = client.delete_records(prefix, 4).expect("records to delete");
    say("deleted", json!({ "error": 0, "low": low }));
    say(
        "earliest",
        json!({ "offset": client.watermarks(prefix, 0).0 }),
    );
    say(
        "values",
        json!({ "values": values(&client.read_all(prefix, 1, 6)) }),
    );
    say_error("too-far", client.delete_records(prefix, 100));
    say("directories", json!({ "absent": "no such API" }));
}
