//! What the program says, and what it needs to say it.

use std::process::exit;
use std::time::{Duration, Instant};

use rdkafka::error::{KafkaError, KafkaResult, RDKafkaErrorCode};
use serde_json::{json, Value};

use crate::client::PATIENCE;

const EXIT_ABSENT: i32 = 3;

pub fn say(step: &str, facts: Value) {
    let mut line = json!({ "step": step });
    for (key, value) in facts.as_object().expect("facts are an object") {
        line[key] = value.clone();
    }
    println!("{line}");
}

pub fn absent(reason: &str) -> ! {
    say("absent", json!({ "reason": reason }));
    exit(EXIT_ABSENT)
}

/// Kafka's code of an error, or the library's own word for it.
pub fn code(error: &KafkaError) -> Value {
    match error {
        KafkaError::AdminOp(known) => number(*known),
        _ => error
            .rdkafka_error_code()
            .map_or_else(|| json!(error.to_string()), number),
    }
}

pub fn number(known: RDKafkaErrorCode) -> Value {
    match known as i32 {
        positive if positive > 0 => json!(positive),
        _ => json!(format!("{known:?}")),
    }
}

pub fn say_error<T>(step: &str, outcome: KafkaResult<T>) {
    let error = outcome.err().map_or(json!(0), |error| code(&error));
    say(step, json!({ "error": error }));
}

pub fn until(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
