// The scenarios of transactions.
'use strict'

const { numbered, received, say, sayError, until, values } = require('./saying')

const BATCH_RECORDS = 20
const PART_RECORDS = 10

async function begin(producer, topic, messages) {
  const transaction = await producer.transaction()
  await transaction.send({ topic, messages })
  return transaction
}

async function transactions(client, prefix) {
  const producer = await client.transactor(prefix)
  const numbers = (first, last) => begin(producer, prefix, numbered(first, last, 2))
  await (await numbers(0, 10)).commit()
  await (await numbers(10, 20)).abort()
  const open = await numbers(20, 30)
  say('while-open', { values: values(await client.read(prefix, 10, { committed: true })) })
  say('uncommitted', { values: values(await client.read(prefix, 30)) })
  await open.commit()
  say('after', { values: values(await client.read(prefix, 20, { committed: true })) })
  await producer.disconnect()
}

async function fencing(client, prefix) {
  const first = await client.transactor(prefix)
  const old = await begin(first, prefix, numbered(0, 1))
  const second = await client.transactor(prefix)
  const young = await begin(second, prefix, numbered(1, 2))
  await sayError('second', () => young.commit())
  await sayError('first', async () => {
    await old.send({ topic: prefix, messages: numbered(2, 3) })
    await old.commit()
  })
  say('values', { values: values(await client.read(prefix, 1, { committed: true })) })
  await second.disconnect()
  await first.disconnect()
}

// The job: batches are copied in transactions as they come, until all is committed.
class Copy {
  constructor(client, prefix, { abortEvery, partRecords, onPart }) {
    Object.assign(this, { client, prefix, abortEvery, partRecords, onPart, transactions: 0 })
    this.source = `${prefix}-in`
    this.target = `${prefix}-out`
  }

  async run() {
    const { client, prefix, source } = this
    this.producer = await client.transactor(prefix)
    this.consumer = client.kafka.consumer({ groupId: prefix, readUncommitted: false, sessionTimeout: 10_000 })
    const ends = await client.admin.fetchTopicOffsets(source)
    const count = ends.reduce((sum, { high }) => sum + Number(high), 0)
    let failure = null
    await this.consumer.connect()
    await this.consumer.subscribe({ topics: [source], fromBeginning: true })
    this.consumer.on(this.consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) failure = payload.error
    })
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (work) => this.batch(work),
    })
    await until('all of it', async () => {
      if (failure) throw failure
      return (await this.copied()) === count
    })
    await this.consumer.disconnect()
    await this.producer.disconnect()
    say('output', { values: values(await client.read(this.target, count, { committed: true })) })
    say('offsets', { offsets: await client.offsetsByPartition(prefix, source) })
  }

  async copied() {
    const offsets = await this.client.offsetsByPartition(this.prefix, this.source)
    return Object.values(offsets).reduce((sum, offset) => sum + offset, 0)
  }

  async batch({ batch, resolveOffset, heartbeat, isRunning, isStale }) {
    for (let at = 0; at < batch.messages.length && isRunning() && !isStale(); at += BATCH_RECORDS) {
      const messages = batch.messages.slice(at, at + BATCH_RECORDS)
      if (!(await this.transaction(batch, messages))) {
        this.consumer.seek({ topic: batch.topic, partition: batch.partition, offset: messages[0].offset })
        return
      }
      resolveOffset(messages.at(-1).offset)
      await heartbeat()
    }
  }

  // Whether it was committed.
  async transaction({ topic, partition }, messages) {
    const transaction = await this.producer.transaction()
    for (let at = 0; at < messages.length; at += this.partRecords) {
      const part = messages.slice(at, at + this.partRecords)
      const copies = part.map(({ key, value, headers, timestamp }) => ({ key, value, headers, timestamp, partition: 0 }))
      await transaction.send({ topic: this.target, messages: copies })
      this.onPart()
    }
    const offset = String(Number(messages.at(-1).offset) + 1)
    const topics = [{ topic, partitions: [{ partition, offset }] }]
    await transaction.sendOffsets({ consumerGroupId: this.prefix, topics })
    this.transactions += 1
    if (this.abortEvery && this.transactions % this.abortEvery === 0) {
      await transaction.abort()
      say('aborted', { values: messages.map((message) => received(partition, message).value) })
      return false
    }
    await transaction.commit()
    return true
  }
}

const copy = (client, prefix) =>
  new Copy(client, prefix, { abortEvery: 3, partRecords: BATCH_RECORDS, onPart: () => {} }).run()

const copyCrash = (client, prefix) =>
  new Copy(client, prefix, { abortEvery: 0, partRecords: PART_RECORDS, onPart: () => say('progress') }).run()

module.exports = { copy, copyCrash, fencing, transactions }
