"""A producer that leaves its transaction open, and a consumer that wonders where its records are.

python -m tools.session.stalls 127.0.0.1:19092
"""

import sys

from confluent_kafka import Consumer, Producer

SECONDS = 3.0


def main(bootstrap: str) -> None:
    producer = Producer({"bootstrap.servers": bootstrap, "transactional.id": "billing-1"})
    producer.init_transactions()
    producer.begin_transaction()
    producer.produce("orders", b"one book")
    producer.flush()  # and never commit_transaction()

    consumer = Consumer(
        {"bootstrap.servers": bootstrap, "group.id": "audit", "auto.offset.reset": "earliest"}
    )
    consumer.subscribe(["orders"])
    print("received:", consumer.poll(SECONDS))
    consumer.close()


if __name__ == "__main__":
    main(sys.argv[1])
