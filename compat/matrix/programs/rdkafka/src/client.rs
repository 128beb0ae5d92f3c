//! What scenarios do with rdkafka: its producers, consumers, and administration.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures::executor::block_on;
use rdkafka::admin::{AdminClient, AdminOptions};
use rdkafka::client::DefaultClientContext;
use rdkafka::config::{ClientConfig, FromClientConfig};
use rdkafka::consumer::{BaseConsumer, CommitMode, Consumer, ConsumerContext, Rebalance};
use rdkafka::error::{KafkaError, KafkaResult};
use rdkafka::message::{BorrowedMessage, Header, Headers, Message, OwnedHeaders};
use rdkafka::producer::{FutureProducer, FutureRecord, Producer};
use rdkafka::{ClientContext, Offset, TopicPartitionList};
use serde_json::{json, Value};

use crate::saying::say;

pub const TIME_MS: i64 = 1_700_000_000_000;
pub const PATIENCE: Duration = Duration::from_secs(60);
pub const LITTLE_MORE: Duration = Duration::from_millis(500);
const POLL: Duration = Duration::from_millis(100);

/// A record as it is sent; `None` is null.
#[derive(Clone)]
pub struct Record {
    pub partition: i32,
    pub key: Option<String>,
    pub value: Option<String>,
    pub header: Option<String>,
    pub timestamp: i64,
}

pub fn numbered(numbers: std::ops::Range<i64>, partitions: i64) -> Vec<Record> {
    numbers
        .map(|each| Record {
            partition: (each % partitions) as i32,
            key: Some(format!("k{each}")),
            value: Some(format!("v{each}")),
            header: Some(format!("h{each}")),
            timestamp: TIME_MS + each,
        })
        .collect()
}

/// A record as it came.
#[derive(Clone)]
pub struct Received {
    pub partition: i32,
    pub offset: i64,
    pub record: Record,
}

fn text(data: Option<&[u8]>) -> Option<String> {
    data.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

impl Received {
    fn of(message: &BorrowedMessage<'_>) -> Self {
        let header = message
            .headers()
            .filter(|headers| headers.count() == 1 && headers.get(0).key == "h")
            .and_then(|headers| text(headers.get(0).value));
        let record = Record {
            partition: message.partition(),
            key: text(message.key()),
            value: text(message.payload()),
            header,
            timestamp: message.timestamp().to_millis().unwrap_or(-1),
        };
        Received {
            partition: message.partition(),
            offset: message.offset(),
            record,
        }
    }

    pub fn line(&self) -> Value {
        let record = &self.record;
        json!({
            "partition": self.partition, "offset": self.offset, "key": record.key,
            "value": record.value, "timestamp": record.timestamp, "headers": { "h": record.header },
        })
    }
}

pub fn values(records: &[Received]) -> Vec<Option<String>> {
    records.iter().map(|got| got.record.value.clone()).collect()
}

/// What a member was told by its callbacks.
#[derive(Default)]
pub struct Told {
    pub owned: BTreeSet<i32>,
    pub revoked: Vec<Vec<i32>>,
    pub rebalances: usize,
}

#[derive(Clone, Default)]
pub struct Listener {
    adds: bool,
    pub told: Arc<Mutex<Told>>,
}

impl ClientContext for Listener {}

impl ConsumerContext for Listener {
    fn pre_rebalance(&self, _: &BaseConsumer<Self>, rebalance: &Rebalance<'_>) {
        let mut told = self.told.lock().unwrap();
        match rebalance {
            Rebalance::Assign(places) => {
                told.rebalances += 1;
                if !self.adds {
                    told.owned.clear();
                }
                told.owned.extend(partitions(places));
            }
            Rebalance::Revoke(places) => {
                let gone = partitions(places);
                told.owned.retain(|each| !gone.contains(each));
                if !gone.is_empty() {
                    told.revoked.push(gone);
                }
            }
            Rebalance::Error(_) => {}
        }
    }
}

fn partitions(places: &TopicPartitionList) -> Vec<i32> {
    places
        .elements()
        .iter()
        .map(|place| place.partition())
        .collect()
}

/// A consumer in a group, which works as it is polled.
pub struct Member {
    pub consumer: BaseConsumer<Listener>,
    pub listener: Listener,
    pub records: Vec<Received>,
    pub failure: Option<KafkaError>,
}

impl Member {
    pub fn poll(&mut self) {
        let deadline = Instant::now() + POLL;
        while Instant::now() < deadline {
            match self.consumer.poll(deadline - Instant::now()) {
                None => return,
                Some(Ok(message)) => self.records.push(Received::of(&message)),
                Some(Err(error)) => self.failure = Some(error),
            }
        }
    }

    pub fn owned(&self) -> Vec<i32> {
        self.listener
            .told
            .lock()
            .unwrap()
            .owned
            .iter()
            .copied()
            .collect()
    }

    pub fn rebalances(&self) -> usize {
        self.listener.told.lock().unwrap().rebalances
    }

    pub fn commit(&self) -> KafkaResult<()> {
        self.consumer.commit_consumer_state(CommitMode::Sync)
    }
}

pub struct Client {
    pub bootstrap: String,
    pub admin: AdminClient<DefaultClientContext>,
    pub options: AdminOptions,
}

pub type Settings<'a> = &'a [(&'a str, &'a str)];

impl Client {
    pub fn new(bootstrap: &str) -> Self {
        let mut config = ClientConfig::new();
        config.set("bootstrap.servers", bootstrap);
        let admin = AdminClient::from_config(&config).expect("an admin client");
        let options = AdminOptions::new().operation_timeout(Some(PATIENCE));
        Client {
            bootstrap: bootstrap.to_owned(),
            admin,
            options,
        }
    }

    fn settings(&self, fixed: Settings<'_>, settings: Settings<'_>) -> ClientConfig {
        let mut config = ClientConfig::new();
        config.set("bootstrap.servers", &self.bootstrap);
        for (key, value) in fixed.iter().chain(settings) {
            config.set(*key, *value);
        }
        config
    }

    pub fn producer(&self, settings: Settings<'_>) -> FutureProducer {
        let fixed = [("enable.idempotence", "true"), ("acks", "all")];
        self.settings(&fixed, settings)
            .create()
            .expect("a producer")
    }

    pub fn consumer_config(&self, group: &str, settings: Settings<'_>) -> ClientConfig {
        let fixed = [
            ("group.id", group),
            ("auto.offset.reset", "earliest"),
            ("enable.auto.commit", "false"),
        ];
        self.settings(&fixed, settings)
    }

    pub fn consumer(&self, group: &str, settings: Settings<'_>) -> BaseConsumer {
        self.consumer_config(group, settings)
            .create()
            .expect("a consumer")
    }

    pub fn join(&self, group: &str, topic: &str, settings: Settings<'_>) -> Member {
        let protocols = ["partition.assignment.strategy", "group.protocol"];
        let adds = settings.iter().any(|(key, _)| protocols.contains(key));
        let listener = Listener {
            adds,
            ..Listener::default()
        };
        let config = self.consumer_config(group, settings);
        let consumer: BaseConsumer<Listener> = config
            .create_with_context(listener.clone())
            .expect("a consumer");
        consumer.subscribe(&[topic]).expect("a subscription");
        Member {
            consumer,
            listener,
            records: Vec::new(),
            failure: None,
        }
    }

    pub fn send(
        &self,
        topic: &str,
        records: &[Record],
        settings: Settings<'_>,
    ) -> KafkaResult<Vec<i64>> {
        send_by(&self.producer(settings), topic, records)
    }

    /// What comes by assignment from the beginning, until `count` came and a little more.
    pub fn read(
        &self,
        group: &str,
        topic: &str,
        partitions: i32,
        count: usize,
        level: &str,
    ) -> Vec<Received> {
        let consumer = self.consumer(group, &[("isolation.level", level)]);
        let mut places = TopicPartitionList::new();
        for partition in 0..partitions {
            places
                .add_partition_offset(topic, partition, Offset::Beginning)
                .expect("an offset");
        }
        consumer.assign(&places).expect("an assignment");
        let mut found = Vec::new();
        let mut deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(message) = consumer.poll(POLL) {
                found.push(Received::of(&message.expect("a record")));
                if found.len() == count {
                    deadline = Instant::now() + LITTLE_MORE;
                }
            }
        }
        found
    }

    /// Offset and metadata of those of so many partitions that have one.
    pub fn committed(
        &self,
        group: &str,
        topic: &str,
        partitions: i32,
    ) -> BTreeMap<i32, (i64, String)> {
        let mut places = TopicPartitionList::new();
        places.add_partition_range(topic, 0, partitions - 1);
        let found = self
            .consumer(group, &[])
            .committed_offsets(places, PATIENCE)
            .expect("offsets");
        let known = found.elements();
        let with_offset = known.iter().filter_map(|place| match place.offset() {
            Offset::Offset(offset) => {
                Some((place.partition(), (offset, place.metadata().to_owned())))
            }
            _ => None,
        });
        with_offset.collect()
    }

    pub fn say_offsets(&self, step: &str, group: &str, topic: &str, partitions: i32) {
        let found = self.committed(group, topic, partitions);
        let offsets: BTreeMap<String, i64> = found
            .iter()
            .map(|(partition, (offset, _))| (partition.to_string(), *offset))
            .collect();
        say(step, json!({ "offsets": offsets }));
    }

    /// Commit for partition 0 without being a member.
    pub fn commit_alone(
        &self,
        group: &str,
        topic: &str,
        offset: i64,
        metadata: &str,
    ) -> KafkaResult<()> {
        let mut places = TopicPartitionList::new();
        let mut place = places.add_partition(topic, 0);
        place.set_offset(Offset::Offset(offset))?;
        place.set_metadata(metadata);
        self.consumer(group, &[]).commit(&places, CommitMode::Sync)
    }
}

/// Hand records over and wait for the answers; the offsets.
pub fn send_by(
    producer: &FutureProducer,
    topic: &str,
    records: &[Record],
) -> KafkaResult<Vec<i64>> {
    let mut answers = Vec::new();
    for record in records {
        let mut made = FutureRecord::<str, str>::to(topic).partition(record.partition);
        made.key = record.key.as_deref();
        made.payload = record.value.as_deref();
        made.timestamp = Some(record.timestamp);
        let header = Header {
            key: "h",
            value: record.header.as_deref(),
        };
        made.headers = Some(OwnedHeaders::new().insert(header));
        answers.push(producer.send_result(made).map_err(|(error, _)| error)?);
    }
    producer.flush(PATIENCE)?;
    let delivered = answers.into_iter().map(|answer| match block_on(answer) {
        Ok(Ok(delivery)) => Ok(delivery.offset),
        Ok(Err((error, _))) => Err(error),
        Err(_) => Err(KafkaError::Canceled),
    });
    delivered.collect()
}
