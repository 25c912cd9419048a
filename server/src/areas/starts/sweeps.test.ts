import { afterAll, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { makeDelivery, makeHook } from '../../../test/hooks.ts'
import { makeMailAddress } from '../../../test/mail-starts.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { insertMail } from './mail/inbound-mails.queries.ts'

const api = await createTestApi()
afterAll(() => api.close())
const { ctx } = api
const { ours, theirs } = await createWorld(api)

const rowsOf = <R extends object>(text: string, values: unknown[] = []) =>
  api.database.admin(async (db) => (await db.query<R>(text, values)).rows)

test('calls are kept for 30 days and their bodies for seven, of every workspace', async () => {
  for (const tenant of [ours, theirs]) {
    const { hookId } = await makeHook(ctx, tenant)
    for (const days of [6, 8, 29, 31])
      await rowsOf('update hook_deliveries set at = now() - make_interval(days => $2) where id = $1', [
        await makeDelivery(ctx, tenant, hookId, '{}'),
        days,
      ])
  }
  await rowsOf('select auth.sweep_hooks(1000)')
  const left = await rowsOf(
    `select (now()::date - at::date) as days, body is not null as body from hook_deliveries order by at desc, tenant_id`,
  )
  const each = [
    { days: 6, body: true },
    { days: 8, body: false },
    { days: 29, body: false },
  ]
  expect(left).toEqual(each.flatMap((one) => [one, one]))
})

test('a call whose files are still to be fetched keeps their addresses for as long as its start may wait', async () => {
  const { hookId } = await makeHook(ctx, ours)
  for (const state of ['waiting', 'kept'])
    for (const days of [8, 31, 33]) {
      const file = { host: 'files.example', name: `${state} ${days}`, state, reason: null, bytes: null }
      await rowsOf('update hook_deliveries set at = now() - make_interval(days => $2), files = $3 where id = $1', [
        await makeDelivery(ctx, ours, hookId, '{}'),
        days,
        JSON.stringify([file]),
      ])
    }
  await rowsOf('select auth.sweep_hooks(1000)')
  const left = await rowsOf(
    `select files -> 0 ->> 'name' as name, body is not null as body from hook_deliveries where hook_id = $1 order by at`,
    [hookId],
  )
  expect(left).toEqual([
    { name: 'waiting 31', body: true },
    { name: 'waiting 8', body: true },
    { name: 'kept 8', body: false },
  ])
})

test('emails are kept for 30 days once they are decided, and for 90 while they wait for somebody', async () => {
  const { mailAddressId: addressId } = await makeMailAddress(ctx, ours)
  for (const state of ['started', 'dismissed', 'held', 'waiting'])
    for (const days of [29, 31, 89, 91]) {
      const mail = { addressId, objectKey: null, size: 1, envelopeFrom: '' }
      const id = await inTenant(ctx, ours, ({ db, tenantId }) => insertMail(db, tenantId, mail))
      await rowsOf(
        'update inbound_mails set state = $2, received_at = now() - make_interval(days => $3) where id = $1',
        [id, state, days],
      )
    }
  await rowsOf('select auth.sweep_mails(1000)')
  const left = await rowsOf(
    `select state, array_agg((now()::date - received_at::date) order by received_at desc) as days
     from inbound_mails group by state order by state`,
  )
  expect(left).toEqual([
    { state: 'dismissed', days: [29] },
    { state: 'held', days: [29, 31, 89] },
    { state: 'started', days: [29] },
    { state: 'waiting', days: [29, 31, 89] },
  ])
})
