// What scenarios do with kafkajs. It reads in groups only, so that each reader has one of its own.
'use strict'

const { AssignerProtocol, CompressionCodecs, CompressionTypes, ConfigResourceTypes, Kafka, logLevel } =
  require('kafkajs')
const { Absent, LITTLE_MORE_MS, pause, received, until } = require('./saying')

CompressionCodecs[CompressionTypes.Snappy] = require('kafkajs-snappy')
try {
  const LZ4 = require('kafkajs-lz4')
  CompressionCodecs[CompressionTypes.LZ4] = new LZ4().codec
} catch {
  // its native part could not be built: the codec is absent
}
const CODECS = { none: 'None', gzip: 'GZIP', snappy: 'Snappy', lz4: 'LZ4', zstd: 'ZSTD' }

// A consumer in a group, with what it was assigned and what it read.
class Member {
  constructor(consumer, topic) {
    Object.assign(this, { consumer, topic, partitions: [], records: [] })
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      this.partitions = payload.memberAssignment[topic] || []
    })
    consumer.on(consumer.events.REBALANCING, () => {
      this.partitions = []
    })
  }

  async start() {
    await this.consumer.connect()
    await this.consumer.subscribe({ topics: [this.topic], fromBeginning: true })
    await this.consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message }) => {
        this.records.push(received(partition, message))
      },
    })
    return this
  }

  async commit() {
    const next = new Map(this.records.map(({ partition, offset }) => [partition, offset + 1]))
    const places = [...next].filter(([partition]) => this.partitions.includes(partition))
    await this.consumer.commitOffsets(
      places.map(([partition, offset]) => ({ topic: this.topic, partition, offset: String(offset) })),
    )
  }

  close() {
    return this.consumer.disconnect()
  }
}

class Client {
  constructor(bootstrap) {
    this.kafka = new Kafka({ clientId: 'matrix', brokers: [bootstrap], logLevel: logLevel.NOTHING })
    this.admin = this.kafka.admin()
    this.readers = 0
  }

  connect() {
    return this.admin.connect()
  }

  close() {
    return this.admin.disconnect()
  }

  async createTopic(topic, numPartitions, replicationFactor = 1, configs = {}) {
    const configEntries = Object.entries(configs).map(([name, value]) => ({ name, value }))
    const topics = [{ topic, numPartitions, replicationFactor, configEntries }]
    if (!(await this.admin.createTopics({ topics }))) throw new Error('createTopics returned false')
  }

  async topics() {
    return new Set(await this.admin.listTopics())
  }

  async describe(topic) {
    const { topics } = await this.admin.fetchTopicMetadata({ topics: [topic] })
    return topics[0].partitions
  }

  // Send records at once; the offsets, in order.
  async send(topic, messages, codec = 'none') {
    const compression = CompressionTypes[CODECS[codec]]
    if (codec !== 'none' && !isInstalled(compression)) throw new Absent(`no ${codec} installed`)
    const producer = this.kafka.producer({ idempotent: true })
    await producer.connect()
    try {
      const answers = await producer.send({ topic, messages, compression })
      const next = new Map(answers.map(({ partition, baseOffset }) => [partition, Number(baseOffset)]))
      return messages.map(({ partition }) => {
        const offset = next.get(partition)
        next.set(partition, offset + 1)
        return offset
      })
    } finally {
      await producer.disconnect()
    }
  }

  // What comes from the beginning, until `count` came and a little more.
  async read(topic, count, { committed = false, group } = {}) {
    const groupId = group || `${topic}-reader-${this.readers++}`
    const member = await this.join(groupId, topic, { readUncommitted: !committed, maxWaitTimeInMs: 500 })
    await until(`${count} records`, () => member.records.length >= count)
    await pause(LITTLE_MORE_MS)
    await member.close()
    return member.records
  }

  join(groupId, topic, settings = {}) {
    return new Member(this.kafka.consumer({ groupId, ...settings }), topic).start()
  }

  // Offset and metadata of those partitions that have one.
  async committed(groupId, topic) {
    const [found] = await this.admin.fetchOffsets({ groupId, topics: [topic] })
    const places = found.partitions.filter(({ offset }) => Number(offset) >= 0)
    return new Map(places.map((each) => [each.partition, { ...each, offset: Number(each.offset) }]))
  }

  async offsetsByPartition(groupId, topic) {
    const found = [...(await this.committed(groupId, topic))]
    return Object.fromEntries(found.map(([partition, { offset }]) => [partition, offset]))
  }

  setOffset(groupId, topic, offset, metadata) {
    const partitions = [{ partition: 0, offset: String(offset), metadata }]
    return this.admin.setOffsets({ groupId, topic, partitions })
  }

  async config(type, name, key) {
    const resources = [{ type: ConfigResourceTypes[type], name, configNames: [key] }]
    const { resources: found } = await this.admin.describeConfigs({ resources })
    return found[0].configEntries.find(({ configName }) => configName === key).configValue
  }

  // All that the topic is to have of its own: the API is the one that replaces.
  setConfigs(name, configs) {
    const configEntries = Object.entries(configs).map(([key, value]) => ({ name: key, value }))
    const resources = [{ type: ConfigResourceTypes.TOPIC, name, configEntries }]
    return this.admin.alterConfigs({ validateOnly: false, resources })
  }

  async describeGroup(groupId) {
    const { groups } = await this.admin.describeGroups([groupId])
    const { state, members, errorCode } = groups[0]
    const assigned = members.flatMap(({ memberAssignment }) => {
      const decoded = AssignerProtocol.MemberAssignment.decode(memberAssignment)
      return decoded ? Object.values(decoded.assignment).flat() : []
    })
    return { state, errorCode, members: members.length, partitions: assigned.length }
  }

  async transactor(transactionalId) {
    const producer = this.kafka.producer({ transactionalId, idempotent: true, maxInFlightRequests: 1 })
    await producer.connect()
    return producer
  }
}

function isInstalled(compression) {
  try {
    return typeof CompressionCodecs[compression]().compress === 'function'
  } catch {
    return false
  }
}

module.exports = { Client }
