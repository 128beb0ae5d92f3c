//! The scenarios of compat/matrix/README.md with rdkafka, Rust over librdkafka.

mod client;
mod groups;
mod records;
mod saying;
mod transactions;

use futures::executor::block_on;
use rdkafka::admin::{AlterConfig, NewPartitions, NewTopic, ResourceSpecifier, TopicReplication};
use rdkafka::consumer::Consumer;
use rdkafka::error::{KafkaError, KafkaResult};
use serde_json::json;

use client::{numbered, Client, PATIENCE};
use saying::{absent, say, say_error, until};

const LARGE_BYTES: usize = 2_000_000;
const RETENTION: &str = "retention.ms";
const HOURS: &str = "log.retention.hours";

/// The only outcome of an operation on one thing.
fn one<T>(
    outcome: KafkaResult<Vec<Result<T, (String, rdkafka::error::RDKafkaErrorCode)>>>,
) -> KafkaResult<()> {
    let first = outcome?.into_iter().next().expect("one outcome");
    first
        .map(|_| ())
        .map_err(|(_, known)| KafkaError::AdminOp(known))
}

impl Client {
    fn create(
        &self,
        name: &str,
        partitions: i32,
        replicas: i32,
        configs: &[(&str, &str)],
    ) -> KafkaResult<()> {
        let mut topic = NewTopic::new(name, partitions, TopicReplication::Fixed(replicas));
        for (key, value) in configs {
            topic = topic.set(key, value);
        }
        one(block_on(self.admin.create_topics([&topic], &self.options)))
    }

    fn delete(&self, name: &str) -> KafkaResult<()> {
        one(block_on(self.admin.delete_topics(&[name], &self.options)))
    }

    fn grow(&self, name: &str, count: usize) -> KafkaResult<()> {
        let wanted = NewPartitions::new(name, count);
        one(block_on(
            self.admin.create_partitions([&wanted], &self.options),
        ))
    }

    fn has(&self, name: &str) -> bool {
        let metadata = self
            .consumer("none", &[])
            .fetch_metadata(None, PATIENCE)
            .expect("metadata");
        metadata.topics().iter().any(|topic| topic.name() == name)
    }

    /// The number of partitions, and of those with a leader.
    fn describe(&self, name: &str) -> KafkaResult<(usize, usize)> {
        let metadata = self
            .consumer("none", &[])
            .fetch_metadata(Some(name), PATIENCE)?;
        let topic = &metadata.topics()[0];
        if let Some(error) = topic.error() {
            return Err(KafkaError::MetadataFetch(error.into()));
        }
        let leaders = topic
            .partitions()
            .iter()
            .filter(|each| each.leader() >= 0)
            .count();
        Ok((topic.partitions().len(), leaders))
    }

    fn config(&self, resource: ResourceSpecifier<'_>, key: &str) -> KafkaResult<Option<String>> {
        let described = block_on(self.admin.describe_configs([&resource], &self.options))?;
        let first = described.into_iter().next().expect("one resource");
        let found = first.map_err(KafkaError::AdminOp)?;
        if found.entries.is_empty() {
            // It hides the error, and all that is left is that there is nothing.
            return Err(KafkaError::AdminOpCreation("nothing described".into()));
        }
        Ok(found.get(key).and_then(|entry| entry.value.clone()))
    }

    /// All that the topic is to have of its own: the API is the one that replaces.
    fn set_configs(&self, topic: &str, configs: &[(&str, &str)]) -> KafkaResult<()> {
        let mut alteration = AlterConfig::new(ResourceSpecifier::Topic(topic));
        for (key, value) in configs {
            alteration = alteration.set(key, value);
        }
        let altered = block_on(self.admin.alter_configs([&alteration], &self.options))?;
        let first = altered.into_iter().next().expect("one resource");
        first
            .map(|_| ())
            .map_err(|(_, known)| KafkaError::AdminOp(known))
    }
}

fn topics(client: &Client, prefix: &str) {
    let topic = format!("{prefix}-a");
    let make = || client.create(&topic, 3, 1, &[(RETENTION, "86400000")]);
    say_error("created", make());
    say_error("again", make());
    until("the topic", || client.has(&topic));
    say("listed", json!({ "has": true }));
    let (partitions, leaders) = client.describe(&topic).expect("the topic");
    say(
        "described",
        json!({ "partitions": partitions, "leaders": leaders }),
    );
    client.grow(&topic, 5).expect("more partitions");
    until("five partitions", || {
        client.describe(&topic).expect("the topic").0 == 5
    });
    say("grown", json!({ "error": 0, "partitions": 5 }));
    say_error("shrunk", client.grow(&topic, 2));
    say_error("deleted", client.delete(&topic));
    until("the topic is gone", || !client.has(&topic));
    say("gone", json!({ "has": false }));
}

fn errors(client: &Client, prefix: &str) {
    let (other, missing) = (format!("{prefix}-b"), format!("{prefix}-none"));
    say_error("invalid-name", client.create("bad name!", 1, 1, &[]));
    say_error("no-partitions", client.create(&other, 0, 1, &[]));
    say_error("too-many-replicas", client.create(&other, 1, 3, &[]));
    say_error(
        "bad-value",
        client.create(&other, 1, 1, &[("cleanup.policy", "nonsense")]),
    );
    say_error(
        "bad-name",
        client.create(&other, 1, 1, &[("no.such.config", "1")]),
    );
    say_error("delete-unknown", client.delete(&missing));
    say_error("describe-unknown", client.describe(&missing));
    let mut large = numbered(0..1, 1);
    large[0].value = Some("x".repeat(LARGE_BYTES));
    say_error(
        "too-large",
        client.send(prefix, &large, &[("message.max.bytes", "4000000")]),
    );
}

fn configs(client: &Client, prefix: &str) {
    let retention = || {
        client
            .config(ResourceSpecifier::Topic(prefix), RETENTION)
            .expect("a value")
    };
    say("described", json!({ "retention": retention() }));
    client
        .set_configs(prefix, &[(RETENTION, "3600000")])
        .expect("an alteration");
    until("the new value", || {
        retention().as_deref() == Some("3600000")
    });
    say("altered", json!({ "error": 0, "retention": retention() }));
    client.set_configs(prefix, &[]).expect("an alteration");
    until("the default", || retention().as_deref() != Some("3600000"));
    say("removed", json!({ "error": 0, "retention": retention() }));
    say(
        "bad-value",
        json!({ "absent": "its alter_configs hides what came of it" }),
    );
    let missing = format!("{prefix}-none");
    say_error(
        "unknown",
        client.config(ResourceSpecifier::Topic(&missing), RETENTION),
    );
    let hours = client
        .config(ResourceSpecifier::Broker(1), HOURS)
        .expect("the broker's");
    say("broker", json!({ "value": hours }));
}

fn cluster(client: &Client) {
    let metadata = client
        .consumer("none", &[])
        .fetch_metadata(None, PATIENCE)
        .expect("metadata");
    let brokers: Vec<String> = metadata
        .brokers()
        .iter()
        .map(|each| format!("{}:{}", each.host(), each.port()))
        .collect();
    say("brokers", json!({ "brokers": brokers, "controller": null }));
    let id = client.admin.inner().fetch_cluster_id(PATIENCE);
    say("cluster", json!({ "id": id }));
    for step in ["features", "quorum"] {
        say(step, json!({ "absent": "no such API" }));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, bootstrap, scenario, prefix] = &arguments[..] else {
        panic!("usage: program BOOTSTRAP SCENARIO PREFIX")
    };
    let client = Client::new(bootstrap);
    match scenario.as_str() {
        "topics" => topics(&client, prefix),
        "errors" => errors(&client, prefix),
        "configs" => configs(&client, prefix),
        "cluster" => cluster(&client),
        "codecs" => records::codecs(&client, prefix),
        "compacted" => records::compacted(&client, prefix),
        "idempotent" => records::idempotent(&client, prefix),
        "offsets" => records::offsets(&client, prefix),
        "records" => records::records(&client, prefix),
        "group" => groups::group(&client, prefix, &[]),
        "consumer-protocol" => groups::consumer_protocol(&client, prefix),
        "cooperative" => groups::cooperative(&client, prefix),
        "static" => groups::fixed(&client, prefix),
        "conversion" => groups::conversion(&client, prefix),
        "groups" => groups::groups(&client, prefix),
        "consumer-groups" => absent("no description of groups of KIP-848"),
        "transactions" => transactions::transactions(&client, prefix),
        "fencing" => transactions::fencing(&client, prefix),
        "copy" => transactions::copy(&client, prefix, Some(3)),
        "copy-crash" => transactions::copy(&client, prefix, None),
        "transactions-admin" => absent("no administration of transactions"),
        _ => absent("no such scenario"),
    }
}
