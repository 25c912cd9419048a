import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TenantId } from '@throughline/contracts/ids'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { testConfig } from '../../../test/config.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import type { Context } from '../context.ts'
import { inIdentity } from '../db/in-identity.ts'
import { inTenant } from '../db/in-tenant.ts'
import { createPools } from '../db/pools.ts'
import type { DutyTx } from '../db/tenant-tx.ts'
import { createKeyring } from '../keys/keyring.ts'
import { createTemporal, isEngineAway } from '../temporal/client.ts'
import { createDispatch } from './dispatch.ts'
import { createSend, type Send } from './envelope.ts'

const database = await createTestDatabase()
const config = testConfig(database.name)
const log = pino({ level: 'silent' })
const pools = createPools(config, 'api', () => undefined)
const keyring = createKeyring(config)
const tenantId = TenantId.parse(randomUUID())

afterAll(async () => {
  await pools.end()
  await database.drop()
})

beforeEach(() => database.admin((admin) => admin.query('truncate outbox')))

const waiting = async () => (await database.admin((admin) => admin.query('select from outbox'))).rowCount
const duty = (tx: DutyTx, aggregateId: string, name: string) =>
  tx.start(aggregateId, { workflow: 'test', workflowId: name, args: {} })

function setUp(send: Send) {
  const dispatcher = createDispatch({ pools, send, log })
  const ctx: Context = {
    config,
    log,
    pools,
    keyring,
    publish: () => undefined,
    dispatch: dispatcher.dispatch,
  }
  return { ctx, drain: dispatcher.drain }
}

/** What was sent, by its workflow id and its tenant. */
function recorder(delay = 0) {
  const sent: [string, string | undefined][] = []
  const send: Send = async ({ payload, tenantId }) => {
    await sleep(delay)
    const name = typeof payload === 'object' && payload !== null && 'workflowId' in payload ? payload.workflowId : ''
    sent.push([String(name), tenantId])
  }
  return { sent, send }
}

test('sends after the commit through both doors and deletes the rows', async () => {
  const { sent, send } = recorder()
  const { ctx, drain } = setUp(send)
  await inTenant(ctx, { tenantId }, async (tx) => duty(tx, randomUUID(), 'in tenant'))
  await inIdentity(ctx, undefined, async (tx) => duty(tx, randomUUID(), 'before a tenant'))
  await drain()
  expect(sent.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['before a tenant', undefined],
    ['in tenant', tenantId],
  ])
  expect(await waiting()).toBe(0)
})

test('keeps the order within an aggregate: behind an older row that waits, the relay sends', async () => {
  const { sent, send } = recorder(5)
  const { ctx, drain } = setUp(send)
  const [together, alone] = [randomUUID(), randomUUID()]
  await inTenant({ ...ctx, dispatch: () => undefined }, { tenantId }, async (tx) => duty(tx, alone, 'left behind'))
  await inTenant(ctx, { tenantId }, async (tx) => {
    for (const name of ['1', '2', '3']) duty(tx, together, name)
    duty(tx, alone, 'must wait')
  })
  await drain()
  expect(sent.map(([name]) => name)).toEqual(['1', '2', '3'])
  expect(await waiting()).toBe(2)
})

test('leaves to the relay what fails, and what comes while draining', async () => {
  const failing = setUp(async () => {
    throw new Error('no')
  })
  await inTenant(failing.ctx, { tenantId }, async (tx) => duty(tx, randomUUID(), 'a'))
  await failing.drain()
  await inTenant(failing.ctx, { tenantId }, async (tx) => duty(tx, randomUUID(), 'b'))
  await failing.drain()
  expect(await waiting()).toBe(2)
})

test('stands back from an engine that is away, and comes back to it', async () => {
  let away = true
  const send = vi.fn<Send>(async () => {
    if (away) throw Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: '', metadata: {} })
  })
  const { ctx } = setUp(send)
  const commit = () => inTenant(ctx, { tenantId }, async (tx) => duty(tx, randomUUID(), 'x'))
  await commit()
  await eventually(() => expect(send).toHaveBeenCalledTimes(1))
  await commit()
  await sleep(100)
  expect(send).toHaveBeenCalledTimes(1)
  away = false
  await sleep(2_000)
  await commit()
  await eventually(async () => expect(await waiting()).toBe(2))
  expect(send).toHaveBeenCalledTimes(2)
})

test('is never waited for, and draining finishes what was begun', async () => {
  const { sent, send } = recorder(300)
  const { ctx, drain } = setUp(send)
  const began = Date.now()
  await inTenant(ctx, { tenantId }, async (tx) => duty(tx, randomUUID(), 'slow'))
  expect(Date.now() - began).toBeLessThan(250)
  await drain()
  expect(sent).toHaveLength(1)
  expect(await waiting()).toBe(0)
})

test('an engine that is away fails the call within its limit and is told from a bad row', async () => {
  const temporal = createTemporal({ ...config, TEMPORAL_ADDRESS: '127.0.0.1:9' }, keyring)
  const began = Date.now()
  const failure = await temporal.startWorkflow({ workflow: 'x', workflowId: 'x', args: {} }).catch((e: unknown) => e)
  expect(Date.now() - began).toBeLessThan(2_500)
  expect(isEngineAway(failure)).toBe(true)
  const send = vi.fn(createSend(temporal))
  const unknown = await send({ topic: 'elsewhere', tenantId: undefined, payload: {} }).catch((e: unknown) => e)
  expect(isEngineAway(unknown)).toBe(false)
  await temporal.close()
})
