// What the program says, and what it needs to say it.
'use strict'

const TIME_MS = 1_700_000_000_000
const PATIENCE_MS = 60_000
const LITTLE_MORE_MS = 500
const PAUSE_MS = 20

// The library has no such feature.
class Absent extends Error {}

const say = (step, facts = {}) => process.stdout.write(JSON.stringify({ step, ...facts }) + '\n')

// Kafka's code of an error, or the library's own word for it.
function code(error) {
  if (error.groups) return error.groups[0].errorCode
  if (error.partitions) return code(error.partitions[0].error)
  if (error.errors) return code(error.errors[0])
  if (typeof error.code === 'number') return error.code
  if (error.cause instanceof Error) return code(error.cause)
  return `${error.name}: ${error.message}`
}

// Say what error some work meets, 0 for none, or that the library has nothing for it.
async function sayError(step, work) {
  try {
    await work()
  } catch (error) {
    say(step, error instanceof Absent ? { absent: error.message } : { error: code(error) })
    return
  }
  say(step, { error: 0 })
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(what, done) {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`)
    await pause(PAUSE_MS)
  }
}

// The records of numbers from `first` to before `last`, spread over partitions.
function numbered(first, last, partitions = 1) {
  return Array.from({ length: last - first }, (_, at) => {
    const number = first + at
    return {
      partition: number % partitions,
      key: `k${number}`,
      value: `v${number}`,
      headers: { h: `h${number}` },
      timestamp: String(TIME_MS + number),
    }
  })
}

const text = (bytes) => (bytes === null || bytes === undefined ? null : bytes.toString())
const values = (records) => records.map((record) => record.value)

function received(partition, message) {
  const headers = Object.entries(message.headers || {}).map(([key, data]) => [key, text(data)])
  return {
    partition,
    offset: Number(message.offset),
    key: text(message.key),
    value: text(message.value),
    timestamp: Number(message.timestamp),
    headers: Object.fromEntries(headers),
  }
}

module.exports = {
  Absent, LITTLE_MORE_MS, TIME_MS, code, numbered, pause, received, say, sayError, until, values,
}
