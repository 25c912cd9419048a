import { randomUUID } from 'node:crypto'
import { addSecret, listSecrets, removeSecret, replaceSecret } from '@throughline/contracts/integrations'
import { createWorkflow, getWorkflow } from '@throughline/contracts/workflows'
import { afterAll, expect, test } from 'vitest'
import { createTestApi, sharedApi } from '../../../test/api.ts'
import { foundInDatabase } from '../../../test/found-in-database.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { createPools } from '../../core/db/pools.ts'
import { createKeyring } from '../../core/keys/keyring.ts'
import { removeSupersededKeys } from '../../core/keys/tenant-key.queries.ts'
import { addTenantKey } from '../../core/keys/tenant-key.ts'
import { createOpenSecrets } from './open-secrets.service.ts'
import { resealSecrets } from './reseal-secrets.ts'
import { lockSealedBefore, sealedSecrets } from './secrets.queries.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const pools = createPools(api.ctx.config, 'worker', () => undefined)
/** A worker that has just started. */
const newWorker = (): Context => ({ ...api.ctx, pools, keyring: createKeyring(api.ctx.config) })
afterAll(() => pools.end())

const hosts = ['api.example.com']
const freshName = () => `s${randomUUID()}`
const freshValue = () => `canary ${randomUUID()}`
const { client } = actors.manager
const add = async (name = freshName(), value = freshValue()) => {
  const { data } = await client(addSecret, { body: { name, value, hosts } })
  return { data, value }
}
const at = ({ id }: { id: string }) => ({ params: { secretId: id } })
const open = async (name: string, ctx = newWorker()) =>
  (await createOpenSecrets(ctx)(ours.tenantId, [name])).map(({ value }) => value.reveal())

test('a secret is stored, listed and replaced without its value, which only the worker opens', async () => {
  const { data, value } = await add()
  expect(data).toMatchObject({ hosts, set_by: { id: expect.any(String) }, last_used_at: null, used_in: [] })
  const listed = await actors.member.client(listSecrets)
  expect(JSON.stringify(listed)).not.toContain(value)
  expect(listed.data.map(({ id }) => id)).toContain(data.id)
  expect(await open(data.name)).toEqual([value])
  expect((await client(listSecrets)).data.find(({ id }) => id === data.id)?.last_used_at).not.toBeNull()

  const next = freshValue()
  await client(replaceSecret, { ...at(data), body: { value: next, hosts: ['b.example.com', 'b.example.com'] } })
  expect(await open(data.name)).toEqual([next])
  for (const canary of [value, next]) expect(await foundInDatabase(api.database, canary)).toEqual([])
  await client(removeSecret, at(data))
  expect(await open(data.name)).toEqual([])
})

test('many first secrets at once hold up nobody: no transaction waits for a second connection', async () => {
  const small = await createTestApi({ PG_POOL_SIZE: '2' })
  const world = await createWorld(small)
  const add = () => world.actors.owner.client(addSecret, { body: { name: freshName(), value: freshValue(), hosts } })
  const made = await Promise.all(Array.from({ length: 6 }, add))
  expect(made).toHaveLength(6)
  await small.close()
})

test('the API cannot read what it stored', async () => {
  const { data } = await add()
  const reading = readTenant(api.ctx, ours, (tx) => sealedSecrets(tx.db, tx.tenantId, [data.name]))
  await expect(reading).rejects.toThrow('permission denied')
})

test('managers and above store secrets; members see their names; viewers do not', async () => {
  const body = { name: freshName(), value: freshValue(), hosts }
  expect(await verdict(actors.member.client(addSecret, { body }))).toBe('403 forbidden')
  expect(await verdict(actors.viewer.client(listSecrets))).toBe('403 forbidden')
  const { data } = await add()
  expect(await verdict(actors.member.client(removeSecret, at(data)))).toBe('403 forbidden')
  expect(await verdict(actors.other_admin.client(removeSecret, at(data)))).toBe('404 not_found')
  expect((await actors.other_admin.client(listSecrets)).data.map(({ id }) => id)).not.toContain(data.id)
})

test('names are unique in a workspace, and a secret needs a host and a value that can be masked', async () => {
  const { data, value } = await add()
  const body = { name: data.name, value, hosts }
  expect(await verdict(client(addSecret, { body }))).toBe('409 name_taken')
  await actors.other_admin.client(addSecret, { body })
  for (const wrong of [
    { hosts: [] },
    { hosts: ['https://api.example.com/'] },
    { value: 'short' },
    { value: 'with a\nline break' },
    { name: 'No Spaces' },
  ]) {
    const refused = client(addSecret, { body: { ...body, name: freshName(), ...wrong } })
    expect(await verdict(refused)).toMatch(/^422 /)
  }
})

test('the audit trail says who did what to it, without the value', async () => {
  const { data, value } = await add()
  await client(removeSecret, at(data))
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ act: string; data: unknown }>(
      `select act, data from (select tenant_id, act, entity_id, data from audit_pending
       union all select tenant_id, act, entity_id, data from audit_log) a
       where tenant_id = $1 and entity_id = $2 order by act`,
      [ours.tenantId, data.id],
    ),
  )
  expect(rows).toEqual([
    { act: 'secret.added', data: { name: data.name, hosts } },
    { act: 'secret.removed', data: { name: data.name, hosts } },
  ])
  expect(JSON.stringify(rows)).not.toContain(value)
})

test('it is listed with the workflows that refer to it, and those have it among their names', async () => {
  const { data } = await add()
  const url = `https://api.example.com/{{ secret('${data.name}') }}`
  const step = { id: 'call', type: 'tool', name: 'Call', tool_id: 'http.request', next: [] }
  const made = await client(createWorkflow, {
    body: {
      name: 'Calls the bank',
      prefix: 'BNK',
      type: 'sequential',
      start_step: 'call',
      steps: { call: { ...step, input: { parameters: { method: 'GET', url } } } },
    },
  })
  const used = (await client(listSecrets)).data.find(({ id }) => id === data.id)
  expect(used).toMatchObject({ used_in: [{ id: made.data.id, name: 'Calls the bank' }], used_in_more: 0 })
  const whole = await client(getWorkflow, { params: { workflowId: made.data.id } })
  expect(whole.data.refs.secrets).toContain(data.name)
})

test('a secret that is being sealed anew is opened meanwhile: no call waits for that', async () => {
  const { data, value } = await add()
  const worker = newWorker()
  await inTenant(worker, { tenantId: ours.tenantId }, async ({ db, tenantId }) => {
    expect((await lockSealedBefore(db, tenantId, 99, 100)).map(({ id }) => id)).toContain(data.id)
    expect(await open(data.name)).toEqual([value])
  })
})

test('secrets are sealed anew with a newer data key, after which the older one is not needed', async () => {
  const kept = await Promise.all([add(), add(), add()])
  const worker = newWorker()
  const scope = { tenantId: ours.tenantId }
  // The worker knows the old key as the newest, as it would for ten minutes.
  await open(kept[0]?.data.name ?? '', worker)
  await inTenant(worker, scope, (tx) => addTenantKey(worker, tx, 2))
  const remove = () =>
    inTenant(worker, scope, (tx) => removeSupersededKeys(tx.db, tx.tenantId, new Date(Date.now() + 60_000)))
  expect(await remove()).toBe(0)
  const [resealed, meanwhile] = await Promise.all([resealSecrets(worker, scope, 2), Promise.all([add(), add(), add()])])
  expect(resealed).toBeGreaterThanOrEqual(kept.length)
  while ((await resealSecrets(worker, scope, 2)) > 0);
  expect(await remove()).toBe(1)
  for (const { data, value } of [...kept, ...meanwhile]) expect(await open(data.name)).toEqual([value])
})
