// The scenarios of compat/matrix/README.md with kafkajs.
'use strict'

const { Client } = require('./client')
const { Absent, TIME_MS, code, numbered, pause, say, sayError, until, values, LITTLE_MORE_MS } =
  require('./saying')
const { copy, copyCrash, fencing, transactions } = require('./transactions')

const EXIT_ABSENT = 3
const LARGE_BYTES = 2_000_000
const RETENTION = 'retention.ms'
const absent = (reason) => async () => {
  throw new Absent(reason)
}

async function topics(client, prefix) {
  const topic = `${prefix}-a`
  const make = () => client.createTopic(topic, 3, 1, { [RETENTION]: '86400000' })
  const grow = (count) => client.admin.createPartitions({ topicPartitions: [{ topic, count }] })
  await sayError('created', make)
  await sayError('again', make)
  say('listed', { has: (await client.topics()).has(topic) })
  const partitions = await client.describe(topic)
  say('described', { partitions: partitions.length, leaders: partitions.filter((each) => each.leader >= 0).length })
  await grow(5)
  await until('five partitions', async () => (await client.describe(topic)).length === 5)
  say('grown', { error: 0, partitions: 5 })
  await sayError('shrunk', () => grow(2))
  await sayError('deleted', () => client.admin.deleteTopics({ topics: [topic] }))
  await until('the topic is gone', async () => !(await client.topics()).has(topic))
  say('gone', { has: false })
}

async function errors(client, prefix) {
  const other = `${prefix}-b`
  const missing = `${prefix}-none`
  await sayError('invalid-name', () => client.createTopic('bad name!', 1))
  await sayError('no-partitions', () => client.createTopic(other, 0))
  await sayError('too-many-replicas', () => client.createTopic(other, 1, 3))
  await sayError('bad-value', () => client.createTopic(other, 1, 1, { 'cleanup.policy': 'nonsense' }))
  await sayError('bad-name', () => client.createTopic(other, 1, 1, { 'no.such.config': '1' }))
  await sayError('delete-unknown', () => client.admin.deleteTopics({ topics: [missing] }))
  await sayError('describe-unknown', () => client.describe(missing))
  const [large] = numbered(0, 1)
  await sayError('too-large', () => client.send(prefix, [{ ...large, value: 'x'.repeat(LARGE_BYTES) }]))
}

async function codecs(client, prefix) {
  const known = []
  for (const codec of ['none', 'gzip', 'snappy', 'lz4', 'zstd']) {
    try {
      await client.send(`${prefix}-${codec}`, numbered(0, 20), codec)
      known.push(codec)
      say('codec', { codec })
    } catch (error) {
      if (!(error instanceof Absent)) throw error
      say('codec', { codec, absent: error.message })
    }
  }
  for (const codec of known) {
    for (const record of await client.read(`${prefix}-${codec}`, 20)) say('record', { ...record, codec })
  }
}

async function compacted(client, prefix) {
  const [keyed, keyless, tombstone] = numbered(0, 3)
  await sayError('keyed', () => client.send(prefix, [keyed]))
  await sayError('keyless', () => client.send(prefix, [{ ...keyless, key: null }]))
  await sayError('tombstone', () => client.send(prefix, [{ ...tombstone, value: null }]))
  for (const record of await client.read(prefix, 2)) say('record', record)
}

async function idempotent(client, prefix) {
  const records = numbered(0, 100, 2)
  const offsets = await client.send(prefix, records)
  records.forEach(({ partition, value }, at) => say('sent', { partition, value, offset: offsets[at] }))
  for (const record of await client.read(prefix, 100)) say('record', record)
}

async function offsets(client, prefix) {
  const records = numbered(0, 10).map((each, at) => ({ ...each, timestamp: String(TIME_MS + 1000 * at) }))
  await client.send(prefix, records)
  const [{ low, high }] = await client.admin.fetchTopicOffsets(prefix)
  say('earliest', { offset: Number(low) })
  say('latest', { offset: Number(high) })
  for (const [step, at] of [['at', TIME_MS + 4500], ['past', TIME_MS + 100_000]]) {
    const [{ offset }] = await client.admin.fetchTopicOffsetsByTimestamp(prefix, at)
    // It gives the end where no record is so late.
    say(step, { offset: offset === high ? null : Number(offset) })
  }
  say('newest', { absent: 'no such API' })
  const fresh = (await client.committed(prefix, prefix)).get(0)
  say('fresh', { error: 0, offset: fresh ? fresh.offset : null })
  say('values', { values: values(await client.read(prefix, 10, { group: prefix })) })
  await client.setOffset(prefix, prefix, 7, 'note')
  const { offset, metadata } = (await client.committed(prefix, prefix)).get(0)
  say('committed', { offset, metadata: metadata || null })
}

async function records(client, prefix) {
  const remove = (offset) =>
    client.admin.deleteTopicRecords({ topic: prefix, partitions: [{ partition: 0, offset }] })
  await client.admin.fetchTopicOffsets(prefix) // or it knows nothing of the topic
  await remove('4')
  say('deleted', { error: 0, low: null })
  const [{ low }] = await client.admin.fetchTopicOffsets(prefix)
  say('earliest', { offset: Number(low) })
  say('values', { values: values(await client.read(prefix, 6)) })
  await sayError('too-far', () => remove('100'))
  say('directories', { absent: 'no such API' })
}

async function group(client, prefix) {
  const owns = (count, ...members) =>
    until('assignments', () => members.every((each) => each.partitions.length === count))
  const sayAssigned = (member, { partitions }) => say('assigned', { member, partitions })
  const a = await client.join(prefix, prefix)
  await owns(4, a)
  sayAssigned('a', a)
  await until('40 records', () => a.records.length >= 40)
  say('read', { member: 'a', values: values(a.records) })
  await sayError('committed', () => a.commit())
  const b = await client.join(prefix, prefix)
  await owns(2, a, b)
  sayAssigned('a', a)
  sayAssigned('b', b)
  await b.close()
  await owns(4, a)
  sayAssigned('a', a)
  await a.close()
  await client.send(prefix, numbered(40, 44, 4))
  const c = await client.join(prefix, prefix)
  await until('4 records', () => c.records.length >= 4)
  await pause(LITTLE_MORE_MS)
  say('resumed', { values: values(c.records) })
  await c.commit()
  await c.close()
  say('offsets', { offsets: await client.offsetsByPartition(prefix, prefix) })
}

async function groups(client, prefix) {
  const remove = (groupId) => client.admin.deleteGroups([groupId])
  const member = await client.join(prefix, prefix)
  await until('20 records', () => member.records.length >= 20)
  await member.commit()
  const { groups: listed } = await client.admin.listGroups()
  say('listed', { has: listed.some(({ groupId }) => groupId === prefix) })
  say('described', await client.describeGroup(prefix))
  say('committed', { offsets: await client.offsetsByPartition(prefix, prefix) })
  await sayError('busy', () => remove(prefix))
  await sayError('alter-busy', () => client.setOffset(prefix, prefix, 3))
  say('remove-unknown', { absent: 'no such API' })
  await member.close()
  await client.setOffset(prefix, prefix, 3)
  say('altered', { error: 0, offset: (await client.committed(prefix, prefix)).get(0).offset })
  say('emptied', await client.describeGroup(prefix))
  await sayError('deleted', () => remove(prefix))
  await sayError('unknown', () => remove(`${prefix}-none`))
  try {
    const { state, errorCode } = await client.describeGroup(`${prefix}-none`)
    say('dead', { state, error: errorCode })
  } catch (error) {
    say('dead', { state: null, error: code(error) })
  }
}

async function configs(client, prefix) {
  const retention = () => client.config('TOPIC', prefix, RETENTION)
  say('described', { retention: await retention() })
  await client.setConfigs(prefix, { [RETENTION]: '3600000' })
  await until('the new value', async () => (await retention()) === '3600000')
  say('altered', { error: 0, retention: await retention() })
  await client.setConfigs(prefix, {})
  await until('the default', async () => (await retention()) !== '3600000')
  say('removed', { error: 0, retention: await retention() })
  await sayError('bad-value', () => client.setConfigs(prefix, { [RETENTION]: 'soon' }))
  await sayError('unknown', () => client.config('TOPIC', `${prefix}-none`, RETENTION))
  say('broker', { value: await client.config('BROKER', '1', 'log.retention.hours') })
}

async function cluster(client) {
  const { brokers, controller, clusterId } = await client.admin.describeCluster()
  say('brokers', { brokers: brokers.map(({ host, port }) => `${host}:${port}`), controller })
  say('cluster', { id: clusterId })
  say('features', { absent: 'no such API' })
  say('quorum', { absent: 'no such API' })
}

const SCENARIOS = {
  topics, errors, codecs, compacted, idempotent, offsets, records, group, groups, configs, cluster,
  transactions, fencing, copy, 'copy-crash': copyCrash,
  cooperative: absent('only eager rebalancing'),
  static: absent('no static members'),
  'consumer-protocol': absent('no KIP-848'),
  'transactions-admin': absent('no administration of transactions'),
}

async function main() {
  const [bootstrap, scenario, prefix] = process.argv.slice(2)
  const client = new Client(bootstrap)
  try {
    await client.connect()
    await (SCENARIOS[scenario] || absent('no such scenario'))(client, prefix)
    await client.close()
  } catch (error) {
    if (!(error instanceof Absent)) throw error
    say('absent', { reason: error.message })
    process.exitCode = EXIT_ABSENT
    await client.close()
  }
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
