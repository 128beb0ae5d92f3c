//! Groups: classic, cooperative, static, KIP-848, and their administration.

use std::time::Instant;

use futures::executor::block_on;
use rdkafka::consumer::Consumer;
use rdkafka::error::{KafkaError, KafkaResult};
use serde_json::json;

use crate::client::{numbered, values, Client, Member, Settings};
use crate::client::{LITTLE_MORE, PATIENCE};
use crate::saying::{code, say, say_error, until};

const PARTITIONS: i32 = 4;
const CONSUMER: Settings<'static> = &[("group.protocol", "consumer")];
const COOPERATIVE: Settings<'static> = &[("partition.assignment.strategy", "cooperative-sticky")];

fn owns(count: usize, members: &mut [&mut Member]) {
    until("assignments", || {
        members.iter_mut().for_each(|member| member.poll());
        members.iter().all(|member| member.owned().len() == count)
    });
}

fn reads(member: &mut Member, count: usize) {
    until("records", || {
        member.poll();
        member.records.len() >= count
    });
}

fn say_assigned(name: &str, member: &Member) {
    say(
        "assigned",
        json!({ "member": name, "partitions": member.owned() }),
    );
}

/// `a` reads all and commits.
fn alone(client: &Client, prefix: &str, settings: Settings<'_>) -> Member {
    let mut a = client.join(prefix, prefix, settings);
    owns(PARTITIONS as usize, &mut [&mut a]);
    say_assigned("a", &a);
    reads(&mut a, 40);
    say(
        "read",
        json!({ "member": "a", "values": values(&a.records) }),
    );
    say_error("committed", a.commit());
    a
}

/// `b` comes, and both own half of the partitions.
fn second(client: &Client, prefix: &str, settings: Settings<'_>, a: &mut Member) -> Member {
    let mut b = client.join(prefix, prefix, settings);
    owns(2, &mut [a, &mut b]);
    b
}

/// `c` gets records 40 to 43 and no others.
fn resumed(c: &mut Member) {
    reads(c, PARTITIONS as usize);
    let deadline = Instant::now() + LITTLE_MORE;
    until("a little more", || {
        c.poll();
        Instant::now() > deadline
    });
    say("resumed", json!({ "values": values(&c.records) }));
    c.commit().expect("a commit");
}

fn send_more(client: &Client, prefix: &str) {
    client
        .send(prefix, &numbered(40..44, PARTITIONS.into()), &[])
        .expect("room for the records");
}

pub fn group(client: &Client, prefix: &str, settings: Settings<'_>) {
    let mut a = alone(client, prefix, settings);
    let b = second(client, prefix, settings, &mut a);
    say_assigned("a", &a);
    say_assigned("b", &b);
    drop(b);
    owns(PARTITIONS as usize, &mut [&mut a]);
    say_assigned("a", &a);
    drop(a);
    send_more(client, prefix);
    let mut c = client.join(prefix, prefix, settings);
    resumed(&mut c);
    drop(c);
    client.say_offsets("offsets", prefix, prefix, PARTITIONS);
}

pub fn consumer_protocol(client: &Client, prefix: &str) {
    group(client, prefix, CONSUMER);
    let mut member = client.join(&format!("{prefix}-re"), &format!("^{prefix}.*"), CONSUMER);
    owns(PARTITIONS as usize, &mut [&mut member]);
    say("pattern", json!({ "partitions": member.owned() }));
}

pub fn cooperative(client: &Client, prefix: &str) {
    let mut a = alone(client, prefix, COOPERATIVE);
    let b = second(client, prefix, COOPERATIVE, &mut a);
    for (name, member) in [("a", &a), ("b", &b)] {
        for partitions in &member.listener.told.lock().unwrap().revoked {
            say(
                "revoked",
                json!({ "member": name, "partitions": partitions }),
            );
        }
    }
    say_assigned("a", &a);
    say_assigned("b", &b);
}

pub fn fixed(client: &Client, prefix: &str) {
    let join = |name: &str| {
        let instance = format!("{prefix}-{name}");
        client.join(prefix, prefix, &[("group.instance.id", instance.as_str())])
    };
    let (mut a, mut b) = (join("a"), join("b"));
    owns(2, &mut [&mut a, &mut b]);
    say_assigned("a", &a);
    say_assigned("b", &b);
    let before = b.rebalances();
    drop(a);
    let mut again = join("a");
    until("its partitions", || {
        again.poll();
        b.poll();
        again.owned().len() == 2
    });
    say("returned", json!({ "partitions": again.owned() }));
    say(
        "undisturbed",
        json!({ "rebalances": b.rebalances() - before }),
    );
    let mut usurper = join("b");
    until("b is fenced", || {
        usurper.poll();
        again.poll();
        b.poll();
        b.failure.is_some()
    });
    say("fenced", json!({ "error": b.failure.as_ref().map(code) }));
}

/// A group goes over to KIP-848 with its second member, and back when that one leaves.
pub fn conversion(client: &Client, prefix: &str) {
    let mut a = alone(client, prefix, &[]);
    let mut b = second(client, prefix, CONSUMER, &mut a);
    say_assigned("a", &a);
    say_assigned("b", &b);
    drop(a);
    owns(PARTITIONS as usize, &mut [&mut b]);
    say_assigned("b", &b);
    let mut c = second(client, prefix, &[], &mut b);
    say_assigned("b", &b);
    say_assigned("c", &c);
    drop(b);
    owns(PARTITIONS as usize, &mut [&mut c]);
    say_assigned("c", &c);
    send_more(client, prefix);
    resumed(&mut c);
}

struct State {
    state: String,
    members: usize,
}

impl Client {
    fn describe_group(&self, group: &str) -> KafkaResult<State> {
        let listed = self
            .consumer("none", &[])
            .fetch_group_list(Some(group), PATIENCE)?;
        let found = listed.groups();
        let known = found.first().ok_or(KafkaError::NoMessageReceived)?;
        Ok(State {
            state: known.state().to_owned(),
            members: known.members().len(),
        })
    }

    fn delete_group(&self, group: &str) -> KafkaResult<()> {
        let deleted = block_on(self.admin.delete_groups(&[group], &self.options))?;
        let first = deleted.into_iter().next().expect("one outcome");
        first
            .map(|_| ())
            .map_err(|(_, known)| KafkaError::AdminOp(known))
    }
}

pub fn groups(client: &Client, prefix: &str) {
    let mut member = client.join(prefix, prefix, &[]);
    reads(&mut member, 20);
    member.commit().expect("a commit");
    let listed = client
        .consumer("none", &[])
        .fetch_group_list(None, PATIENCE)
        .expect("groups");
    say(
        "listed",
        json!({ "has": listed.groups().iter().any(|each| each.name() == prefix) }),
    );
    let described = client.describe_group(prefix).expect("the group");
    say(
        "described",
        json!({ "state": described.state, "members": described.members }),
    );
    client.say_offsets("committed", prefix, prefix, 2);
    say_error("busy", client.delete_group(prefix));
    say_error("alter-busy", client.commit_alone(prefix, prefix, 3, ""));
    say("remove-unknown", json!({ "absent": "no such API" }));
    drop(member);
    client
        .commit_alone(prefix, prefix, 3, "")
        .expect("a commit");
    say(
        "altered",
        json!({ "error": 0, "offset": client.committed(prefix, prefix, 2)[&0].0 }),
    );
    say(
        "emptied",
        json!({ "state": client.describe_group(prefix).expect("the group").state }),
    );
    say_error("deleted", client.delete_group(prefix));
    let missing = format!("{prefix}-none");
    say_error("unknown", client.delete_group(&missing));
    match client.describe_group(&missing) {
        Ok(found) => say("dead", json!({ "state": found.state, "error": 0 })),
        Err(error) => say("dead", json!({ "state": null, "error": code(&error) })),
    }
}
