//! The scenarios of compat/matrix/README.md with rskafka, which has topics and partitions but no
//! groups, no transactions and no idempotence.

use std::collections::BTreeMap;
use std::process::exit;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use rskafka::client::error::{Error, ProtocolError};
use rskafka::client::partition::{Compression, OffsetAt, PartitionClient, UnknownTopicHandling};
use rskafka::client::{Client, ClientBuilder};
use rskafka::record::{Record, RecordAndOffset};
use serde_json::{json, Value};

const EXIT_ABSENT: i32 = 3;
const TIME_MS: i64 = 1_700_000_000_000;
const TIMEOUT_MS: i32 = 10_000;
const PATIENCE: Duration = Duration::from_secs(60);
const FETCH_BYTES: i32 = 1 << 20;
const LARGE_BYTES: usize = 2_000_000;

type Outcome<T> = Result<T, Error>;

fn say(step: &str, facts: Value) {
    let mut line = json!({ "step": step });
    for (key, value) in facts.as_object().expect("facts are an object") {
        line[key] = value.clone();
    }
    println!("{line}");
}

fn absent(reason: &str) -> ! {
    say("absent", json!({ "reason": reason }));
    exit(EXIT_ABSENT)
}

/// Kafka's code of an error, or the library's own word for it.
fn code(error: &Error) -> Value {
    if let Error::ServerError { protocol_error, .. } = error {
        let known =
            (1..200).find(|&each| ProtocolError::new(each).as_ref() == Some(protocol_error));
        if let Some(number) = known {
            return json!(number);
        }
    }
    json!(error.to_string())
}

fn say_error<T>(step: &str, outcome: Outcome<T>) {
    let error = outcome.err().map_or(json!(0), |error| code(&error));
    say(step, json!({ "error": error }));
}

struct Scenario {
    client: Client,
    prefix: String,
}

fn numbered(number: i64) -> Record {
    Record {
        key: Some(format!("k{number}").into_bytes()),
        value: Some(format!("v{number}").into_bytes()),
        headers: BTreeMap::from([("h".to_owned(), format!("h{number}").into_bytes())]),
        timestamp: at(TIME_MS + number),
    }
}

fn at(time_ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(time_ms).expect("a time that chrono knows")
}

fn text(data: &Option<Vec<u8>>) -> Value {
    data.as_ref()
        .map_or(Value::Null, |bytes| json!(String::from_utf8_lossy(bytes)))
}

fn record_line(got: &RecordAndOffset) -> Value {
    let record = &got.record;
    let headers: BTreeMap<_, _> = record
        .headers
        .iter()
        .map(|(key, data)| (key, String::from_utf8_lossy(data)))
        .collect();
    json!({
        "partition": 0, "offset": got.offset, "key": text(&record.key), "value": text(&record.value),
        "timestamp": record.timestamp.timestamp_millis(), "headers": headers,
    })
}

impl Scenario {
    fn name(&self, suffix: &str) -> String {
        format!("{}{suffix}", self.prefix)
    }

    async fn create(&self, name: &str, partitions: i32, replicas: i16) -> Outcome<()> {
        let controller = self.client.controller_client()?;
        controller
            .create_topic(name, partitions, replicas, TIMEOUT_MS)
            .await
    }

    async fn delete(&self, name: &str) -> Outcome<()> {
        self.client
            .controller_client()?
            .delete_topic(name, TIMEOUT_MS)
            .await
    }

    async fn has(&self, name: &str) -> bool {
        let topics = self.client.list_topics().await.expect("a list of topics");
        topics.iter().any(|topic| topic.name == name)
    }

    async fn partition(&self, topic: &str, partition: i32) -> Outcome<PartitionClient> {
        self.client
            .partition_client(topic, partition, UnknownTopicHandling::Error)
            .await
    }

    async fn first(&self, suffix: &str) -> PartitionClient {
        self.partition(&self.name(suffix), 0)
            .await
            .expect("partition 0")
    }

    async fn topics(&self) {
        let topic = self.name("-a");
        say_error("created", self.create(&topic, 3, 1).await);
        say_error("again", self.create(&topic, 3, 1).await);
        say("listed", json!({ "has": self.has(&topic).await }));
        let listed = self.client.list_topics().await.expect("a list of topics");
        let found = listed
            .iter()
            .find(|each| each.name == topic)
            .expect("the new topic");
        let mut leaders = 0;
        for &partition in &found.partitions {
            leaders += i32::from(self.partition(&topic, partition).await.is_ok());
        }
        say(
            "described",
            json!({ "partitions": found.partitions.len(), "leaders": leaders }),
        );
        for step in ["grown", "shrunk"] {
            say(step, json!({ "absent": "no such API" }));
        }
        say_error("deleted", self.delete(&topic).await);
        let deadline = Instant::now() + PATIENCE;
        while self.has(&topic).await {
            assert!(Instant::now() < deadline, "the topic stays");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        say("gone", json!({ "has": false }));
    }

    async fn errors(&self) {
        let (other, missing) = (self.name("-b"), self.name("-none"));
        say_error("invalid-name", self.create("bad name!", 1, 1).await);
        say_error("no-partitions", self.create(&other, 0, 1).await);
        say_error("too-many-replicas", self.create(&other, 1, 3).await);
        for step in ["bad-value", "bad-name"] {
            say(
                step,
                json!({ "absent": "topics are made without configurations" }),
            );
        }
        say_error("delete-unknown", self.delete(&missing).await);
        say("describe-unknown", json!({ "absent": "it makes the topics that it looks for" }));
        let large = Record {
            value: Some(vec![b'x'; LARGE_BYTES]),
            ..numbered(0)
        };
        let sent = self
            .first("")
            .await
            .produce(vec![large], Compression::NoCompression)
            .await;
        say_error("too-large", sent);
    }

    async fn codecs(&self) {
        let known = [
            ("none", Compression::NoCompression),
            ("gzip", Compression::Gzip),
            ("snappy", Compression::Snappy),
            ("lz4", Compression::Lz4),
            ("zstd", Compression::Zstd),
        ];
        for (codec, compression) in known {
            let partition = self.first(&format!("-{codec}")).await;
            let records = (0..20).map(numbered).collect();
            partition
                .produce(records, compression)
                .await
                .expect("room for the records");
            say("codec", json!({ "codec": codec }));
        }
        for (codec, _) in known {
            for got in read(&self.first(&format!("-{codec}")).await, 20).await {
                let mut line = record_line(&got);
                line["codec"] = json!(codec);
                say("record", line);
            }
        }
    }

    async fn compacted(&self) {
        let partition = self.first("").await;
        let records = [
            ("keyed", numbered(0)),
            (
                "keyless",
                Record {
                    key: None,
                    ..numbered(1)
                },
            ),
            (
                "tombstone",
                Record {
                    value: None,
                    ..numbered(2)
                },
            ),
        ];
        for (step, record) in records {
            say_error(
                step,
                partition
                    .produce(vec![record], Compression::NoCompression)
                    .await,
            );
        }
        for got in read(&partition, 2).await {
            say("record", record_line(&got));
        }
    }

    async fn records(&self) {
        let partition = self.first("").await;
        partition
            .delete_records(4, TIMEOUT_MS)
            .await
            .expect("records to delete");
        say("deleted", json!({ "error": 0, "low": null }));
        let earliest = partition
            .get_offset(OffsetAt::Earliest)
            .await
            .expect("an offset");
        say("earliest", json!({ "offset": earliest }));
        let values: Vec<_> = read(&partition, 6)
            .await
            .iter()
            .map(|got| text(&got.record.value))
            .collect();
        say("values", json!({ "values": values }));
        say_error("too-far", partition.delete_records(100, TIMEOUT_MS).await);
        say("directories", json!({ "absent": "no such API" }));
    }
}

/// `count` records from the earliest offset on.
async fn read(partition: &PartitionClient, count: usize) -> Vec<RecordAndOffset> {
    let mut next = partition
        .get_offset(OffsetAt::Earliest)
        .await
        .expect("an offset");
    let mut found = Vec::new();
    let deadline = Instant::now() + PATIENCE;
    while found.len() < count {
        assert!(
            Instant::now() < deadline,
            "{} of {count} records came",
            found.len()
        );
        let (records, _) = partition
            .fetch_records(next, 1..FETCH_BYTES, 500)
            .await
            .expect("records");
        next = records.last().map_or(next, |got| got.offset + 1);
        found.extend(records);
    }
    found
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, bootstrap, scenario, prefix] = &arguments[..] else {
        panic!("usage: program BOOTSTRAP SCENARIO PREFIX")
    };
    let client = ClientBuilder::new(vec![bootstrap.clone()])
        .build()
        .await
        .expect("a broker");
    let run = Scenario {
        client,
        prefix: prefix.clone(),
    };
    match scenario.as_str() {
        "topics" => run.topics().await,
        "errors" => run.errors().await,
        "codecs" => run.codecs().await,
        "compacted" => run.compacted().await,
        "records" => run.records().await,
        "idempotent" => absent("no idempotence"),
        "configs" => absent("no configurations"),
        "cluster" => absent("does not show the brokers"),
        "transactions" | "fencing" | "copy" | "copy-crash" | "transactions-admin" => {
            absent("no transactions")
        }
        _ => absent("no consumer groups"),
    }
}
