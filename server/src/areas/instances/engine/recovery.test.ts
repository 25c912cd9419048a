import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { call, form } from '../../../../test/engine/steps.ts'
import { eventually } from '../../../../test/eventually.ts'
import { purgeInstances } from '../purge-instances.ts'
import { childKeyOf, effectKeyOf, workflowIdOf } from './address.ts'
import { childIdOf } from './children.ts'
import { reconcileOnce } from './reconcile.ts'

let engine: Engine
let firm: Firm
let received: string[] = []
let hangs = false
beforeAll(async () => {
  engine = await startEngine(() => ({
    'http.request': async ({ key, signal }) => {
      received.push(key)
      if (hangs) return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return { ok: true, output: { status: 200, body: key } }
    },
  }))
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)
beforeEach(() => {
  received = []
  hangs = false
})

/** The engine forgets these instances, as if its database had been emptied. */
async function forget(ids: readonly string[]): Promise<void> {
  const { tenantId } = firm.tenant
  for (const id of ids) {
    const handle = engine.temporal.client.workflow.getHandle(workflowIdOf(tenantId, id))
    await handle.terminate().catch(() => undefined)
  }
  await firm.work(({ db }) => sql`delete from outbox where tenant_id = ${tenantId}`.execute(db))
}

/** As if the time had come by which the engine must have looked at everything. */
async function reconcile(): Promise<number> {
  const { tenantId } = firm.tenant
  await firm.work(({ db }) =>
    sql`update instance_wants set by = now() - interval '1 second' where tenant_id = ${tenantId} and by < 'infinity'`.execute(
      db,
    ),
  )
  return reconcileOnce(engine.workerCtx, engine.temporal)
}

const childrenOf = (id: string) =>
  firm.work(({ db, tenantId }) =>
    db
      .selectFrom('instances')
      .select(['id', 'status', 'source_key', 'deleted_at'])
      .where('tenant_id', '=', tenantId)
      .where('parent_id', '=', id)
      .execute(),
  )

const sub = (workflow_id: string, more: object = {}) => ({
  id: 'sub',
  type: 'subworkflow',
  name: 'Sub',
  workflow_id,
  input: {},
  output: {},
  next: ['end'],
  ...more,
})

test('what the engine lost is made good: the open call is made, the alarm rings, nothing is done twice', {
  timeout: 60_000,
}, async () => {
  await engine.stopWorker()
  const steps = [
    form('go', ['call', 'rest']),
    call('call', []),
    { id: 'rest', type: 'wait', name: 'Rest', for: '1s', next: [] },
  ]
  const id = await firm.start(await firm.publish({ name: 'Lost', type: 'parallel', steps }))
  await firm.complete((await firm.open(id, 'go')).id, firm.owner)
  await forget([id])
  await engine.restartWorker()
  expect(await reconcile()).toBeGreaterThanOrEqual(1)
  await firm.ended(id)
  expect(received).toEqual([`${id}:call:1`])
  expect(await reconcile(), 'nothing is waited for any more').toBe(0)
})

test('a call that was under way when the engine forgot it is asked for again under its key', {
  timeout: 60_000,
}, async () => {
  hangs = true
  const id = await firm.start(await firm.publish({ name: 'Hangs', steps: [call('call', [], { timeout: '60s' })] }))
  await eventually(() => expect(received).toEqual([`${id}:call:1`]))
  await forget([id])
  hangs = false
  await reconcile()
  await firm.ended(id)
  expect(received).toEqual([`${id}:call:1`, `${id}:call:1`])
})

test('a parent is cancelled with its children under way, the engine lost at that moment: all are cancelled', {
  timeout: 60_000,
}, async () => {
  const child = await firm.publish({ name: 'Child', steps: [form('do', [])] })
  const each = { list: JSON.stringify(Array.from({ length: 20 }, (_, n) => n)), order: 'at_once', until: 'all' }
  const id = await firm.start(await firm.publish({ name: 'Many', steps: [sub(child, { each }), form('end', [])] }))
  await eventually(async () => expect(await childrenOf(id)).toHaveLength(20), 30_000)
  await engine.stopWorker()
  expect(await firm.operate(id, { t: 'cancel', by: firm.owner, reason: 'enough' })).toBe('done')
  await forget([id])
  await engine.restartWorker()
  await reconcile()
  await eventually(async () => {
    const left = (await childrenOf(id)).filter(({ status }) => status !== 'cancelled')
    expect(left).toEqual([])
  }, 30_000)
})

test('a child that is deleted for ever while the engine is away: its parent goes on, and no second one starts', {
  timeout: 60_000,
}, async () => {
  const child = await firm.publish({ name: 'Gone', steps: [form('do', [])] })
  const id = await firm.start(await firm.publish({ name: 'Waits', steps: [sub(child), form('end', [])] }))
  const [made] = await eventually(async () => {
    const found = await childrenOf(id)
    expect(found).toHaveLength(1)
    return found
  })
  await engine.stopWorker()
  await firm.operate(made?.id ?? '', { t: 'cancel', by: firm.owner, reason: 'no need' })
  await firm.work(({ db, tenantId }) =>
    sql`update instances set deleted_at = now() - interval '31 days' where tenant_id = ${tenantId} and id = ${made?.id}`.execute(
      db,
    ),
  )
  await forget([id])
  expect(await purgeInstances(engine.workerCtx, { tenantId: firm.tenant.tenantId })).toBe(1)
  const failed = await firm.open(id, 'sub', { status: 'failed' })
  expect(failed.problem).toBeTruthy()
  await engine.restartWorker()
  await reconcile()
  expect(await childrenOf(id)).toEqual([])
})

test('a child has the same id whenever it is started', () => {
  const at = Date.parse('2026-11-17T08:00:00Z')
  const id = childIdOf(at, 'parent:sub:1:a1')
  expect(childIdOf(at, 'parent:sub:1:a1')).toBe(id)
  expect(childIdOf(at, 'parent:sub:1:a2')).not.toBe(id)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
  expect(id[14]).toBe('7')
})

test('a child whose step was opened again after a restore calls under the keys that it called under before', () => {
  const at = Date.parse('2026-11-17T08:00:00Z')
  const child = (openedAt: number) => ({ id: childIdOf(openedAt, 'parent:sub:1:a1'), source: 'workflow' })
  const [before, again] = [child(at), child(at + 60_000)]
  expect(again.id).not.toBe(before.id)
  const call = { key: 'call:1', attempt: 1 }
  expect(effectKeyOf(again, call)).toBe(effectKeyOf(before, call))
  expect(childKeyOf(again, call), 'and so do its own children').toBe(childKeyOf(before, call))
  const other = { id: childIdOf(at, 'parent:sub:1:a2'), source: 'workflow' }
  expect(effectKeyOf(other, call), 'a new attempt is another child').not.toBe(effectKeyOf(before, call))
})
