import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/config.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import type { Context } from '../context.ts'
import { inIdentity } from '../db/in-identity.ts'
import { createRelayPool } from '../db/in-relay.ts'
import { shardOf } from '../db/pending-work.ts'
import { createPools } from '../db/pools.ts'
import { createKeyring } from '../keys/keyring.ts'
import { createTemporal } from '../temporal/client.ts'
import { createSend, type Envelope, type Send } from './envelope.ts'
import { createRelay } from './relay.ts'
import { takeTurn } from './relay-turn.ts'

const database = await createTestDatabase()
const config = testConfig(database.name)
const log = pino({ level: 'silent' })
const pool = createRelayPool(config, () => undefined)
const pools = createPools(config, 'api', () => undefined)
const keyring = createKeyring(config)
const temporal = createTemporal(config, keyring)

afterAll(async () => {
  await pool.end()
  await pools.end()
  await temporal.close()
  await database.drop()
})

beforeEach(() => database.admin((admin) => admin.query('truncate outbox, outbox_dead')))

interface Row {
  aggregate: string
  name: string
  topic?: string
  attempts?: number
  dueIn?: number
}

const put = (rows: Row[]) =>
  database.admin(async (admin) => {
    for (const { aggregate, name, topic = 'workflow.start', attempts = 0, dueIn = 0 } of rows) {
      await admin.query(
        `insert into outbox (shard, aggregate_id, topic, payload, attempts, available_at)
         values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
        [shardOf(aggregate), aggregate, topic, { name }, attempts, dueIn],
      )
    }
  })

const left = () =>
  database.admin(async (admin) => {
    const found = await admin.query<{ name: string; attempts: number; waits: boolean }>(
      `select payload ->> 'name' as name, attempts, available_at > now() as waits from outbox order by id`,
    )
    return found.rows
  })

const nameOf = ({ payload }: Envelope) =>
  typeof payload === 'object' && payload !== null && 'name' in payload ? String(payload.name) : ''

/** Remembers what it was given; refuses the named ones. */
function recorder(refused: (name: string) => Error | undefined = () => undefined) {
  const sent: string[] = []
  const send: Send = async (envelope) => {
    const error = refused(nameOf(envelope))
    if (error) throw error
    sent.push(nameOf(envelope))
  }
  return { sent, send }
}

const turn = (aggregate: string, send: Send, low = 0) => takeTurn(pool, { shard: shardOf(aggregate), low }, send, log)
const away = () => Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: '', metadata: {} })

describe('a turn', () => {
  test('sends the rows of an aggregate in order and deletes them', async () => {
    const aggregate = randomUUID()
    await put(['a', 'b', 'c'].map((name) => ({ aggregate, name })))
    const { sent, send } = recorder()
    expect(await turn(aggregate, send)).toMatchObject({ taken: 3, sent: 3 })
    expect(sent).toEqual(['a', 'b', 'c'])
    expect(await left()).toEqual([])
  })

  test('a row that fails waits and holds back its own aggregate alone', async () => {
    const [one, two] = sameShard()
    await put([
      { aggregate: one, name: 'a1' },
      { aggregate: one, name: 'a2' },
      { aggregate: two, name: 'b1' },
    ])
    const { sent, send } = recorder((name) => (name === 'a1' ? new Error('not this one') : undefined))
    await turn(one, send)
    expect(sent).toEqual(['b1'])
    expect(await left()).toEqual([
      { name: 'a1', attempts: 1, waits: true },
      { name: 'a2', attempts: 0, waits: false },
    ])
    const later = recorder()
    await turn(one, later.send)
    expect(later.sent).toEqual([])
    await database.admin((admin) => admin.query('update outbox set available_at = now()'))
    await turn(one, later.send)
    expect(later.sent).toEqual(['a1', 'a2'])
  })

  test('an older row that is not due yet, or below the mark, holds back the newer ones', async () => {
    const aggregate = randomUUID()
    await put([
      { aggregate, name: 'first', dueIn: 60 },
      { aggregate, name: 'second' },
    ])
    const { sent, send } = recorder()
    await turn(aggregate, send)
    await database.admin((admin) => admin.query('update outbox set available_at = now()'))
    const mark = await database.admin((admin) => admin.query<{ id: number }>('select min(id) as id from outbox'))
    await turn(aggregate, send, Number(mark.rows[0]?.id))
    expect(sent).toEqual([])
    await turn(aggregate, send)
    expect(sent).toEqual(['first', 'second'])
  })

  test('a poke waits behind no older row of its aggregate and holds none up', async () => {
    const aggregate = randomUUID()
    const topic = 'workflow.poke'
    await put([
      { aggregate, name: 'start', dueIn: 60 },
      { aggregate, name: 'poke', topic },
    ])
    const { sent, send } = recorder((name) => (name === 'refused' ? new Error('not this one') : undefined))
    await turn(aggregate, send)
    expect(sent).toEqual(['poke'])
    await database.admin((admin) => admin.query('truncate outbox'))
    await put([
      { aggregate, name: 'late', topic, dueIn: 60 },
      { aggregate, name: 'refused', topic },
      { aggregate, name: 'after' },
    ])
    await turn(aggregate, send)
    expect(sent).toEqual(['poke', 'after'])
  })

  test('the twentieth failure ends in outbox_dead and sets the aggregate free', async () => {
    const aggregate = randomUUID()
    await put([
      { aggregate, name: 'poison', attempts: 19 },
      { aggregate, name: 'after' },
    ])
    const { sent, send } = recorder((name) => (name === 'poison' ? new Error('never') : undefined))
    await turn(aggregate, send)
    await turn(aggregate, send)
    expect(sent).toEqual(['after'])
    expect(await left()).toEqual([])
    const dead = await database.admin((admin) => admin.query('select payload, attempts, last_error from outbox_dead'))
    expect(dead.rows).toEqual([{ payload: { name: 'poison' }, attempts: 20, last_error: 'Error: never' }])
  })

  test('an engine that is away costs no attempts; one that takes other rows does', async () => {
    const [one, two] = sameShard()
    await put([
      { aggregate: one, name: 'a' },
      { aggregate: two, name: 'b' },
    ])
    expect(await turn(one, recorder(away).send)).toMatchObject({ sent: 0, away: true })
    expect(await left()).toEqual([
      { name: 'a', attempts: 0, waits: false },
      { name: 'b', attempts: 0, waits: false },
    ])
    await turn(one, recorder((name) => (name === 'a' ? away() : undefined)).send)
    expect(await left()).toEqual([{ name: 'a', attempts: 1, waits: true }])
  })

  test('an engine that cannot keep up makes rows wait a little, but none is ever given up for it', async () => {
    const [one, two] = sameShard()
    await put([
      { aggregate: one, name: 'a', attempts: 40 },
      { aggregate: two, name: 'b' },
    ])
    await turn(one, recorder((name) => (name === 'a' ? away() : undefined)).send)
    expect(await left()).toEqual([{ name: 'a', attempts: 41, waits: true }])
    const waits = await database.admin((admin) =>
      admin.query<{ seconds: number }>(
        'select extract(epoch from available_at - now())::float8 as seconds from outbox',
      ),
    )
    expect(waits.rows[0]?.seconds).toBeLessThan(40)
  })

  test('ends after two seconds and gives back what was not sent', async () => {
    const aggregate = randomUUID()
    await put(['slow', 'next'].map((name) => ({ aggregate, name })))
    const began = Date.now()
    const outcome = await turn(aggregate, (_envelope, deadline = 0) => sleep(deadline - Date.now() + 10))
    expect(Date.now() - began).toBeLessThan(2_500)
    expect(outcome).toMatchObject({ taken: 2, sent: 1 })
    expect(await left()).toEqual([{ name: 'next', attempts: 0, waits: false }])
  })
})

/** Two aggregates that share a shard. */
function sameShard(): [string, string] {
  const one = randomUUID()
  for (;;) {
    const two = randomUUID()
    if (shardOf(two) === shardOf(one)) return [one, two]
  }
}

test('relays that run together send every row once, each aggregate in order', async () => {
  const aggregates = Array.from({ length: 40 }, () => randomUUID())
  await put(
    Array.from({ length: 400 }, (_, n) => n).map((n) => {
      const which = n % aggregates.length
      return { aggregate: aggregates[which] ?? '', name: `${which}:${Math.floor(n / aggregates.length)}` }
    }),
  )
  const sent: string[] = []
  const inFlight = new Set<string>()
  const send: Send = async (envelope) => {
    const [which = ''] = nameOf(envelope).split(':')
    expect(inFlight.has(which)).toBe(false)
    inFlight.add(which)
    await sleep(2)
    inFlight.delete(which)
    sent.push(nameOf(envelope))
  }
  const relays = [createRelay(pool, send, log), createRelay(pool, send, log)]
  for (const relay of relays) relay.run()
  await eventually(async () => expect(await left()).toEqual([]))
  await Promise.all(relays.map((relay) => relay.stop()))
  expect(new Set(sent).size).toBe(400)
  expect(sent).toHaveLength(400)
  for (const which of aggregates.keys()) {
    const own = sent.filter((name) => name.startsWith(`${which}:`)).map((name) => Number(name.split(':')[1]))
    expect(own).toEqual([...own].sort((a, b) => a - b))
  }
})

test('what an API left behind when it died is started by the relay, under its id and once', async () => {
  // It committed, and never came to sending.
  const dead: Context = {
    config,
    log,
    pools,
    keyring,
    publish: () => undefined,
    dispatch: () => undefined,
  }
  const workflowId = `relay-test:${randomUUID()}`
  const start = { workflow: 'nobodyRunsThis', workflowId, args: { private: 'kept' } }
  await inIdentity(dead, undefined, async (tx) => tx.start(randomUUID(), start))
  await inIdentity(dead, undefined, async (tx) => tx.start(randomUUID(), start))

  const relay = createRelay(pool, createSend(temporal), log)
  relay.run()
  await eventually(async () => expect(await left()).toEqual([]))
  await relay.stop()
  expect(relay.healthy()).toBe(true)

  const handle = temporal.client.workflow.getHandle(workflowId)
  expect(await handle.describe()).toMatchObject({ type: 'nobodyRunsThis', taskQueue: config.TEMPORAL_TASK_QUEUE })
  await handle.terminate()
  // Ended, not forgotten: starting it again counts as done.
  await expect(temporal.startWorkflow(start)).resolves.toBeUndefined()
})
