import { login } from '@throughline/contracts/auth'
import { expect, test } from 'vitest'
import { sharedApi, Visitor } from '../../../../test/api.ts'
import { makeMember, makeTenant, setMemberStatus, type Tenant } from '../../../../test/factories.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { verdict } from '../../../../test/verdict.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { countRefusedSignIns } from './refused-sign-ins.ts'
import { rollUpBite } from './roll-up.ts'

const api = await sharedApi()
const { ctx, database } = api
const worker = workerContext(ctx)

const rowsOf = async (text: string, values: unknown[]) =>
  (await database.admin((db) => db.query<Record<string, unknown>>(text, values))).rows

const DAY = 86_400_000
const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10)

const owner = await makeSomeone(ctx)
const someone = await makeSomeone(ctx)

async function employ(name: string, zone: string, status: 'active' | 'suspended') {
  const tenant = await makeTenant(ctx, owner.personId, 'organization', name)
  await rowsOf('update tenants set time_zone = $2 where id = $1', [tenant.tenantId, zone])
  const { personId, email } = someone
  const memberId = await makeMember(ctx, tenant, { personId, email, name: 'Some One', role: 'member' })
  if (status === 'suspended') await setMemberStatus(ctx, tenant.tenantId, memberId, status)
  // As if nothing had happened there for days: everything is read, and the days before are closed.
  while (await rollUpBite(worker, tenant.tenantId, 0));
  await rowsOf(`update roll_ups set read_to = now(), closed_day = $2 where tenant_id = $1`, [tenant.tenantId, day(5)])
  await rowsOf('delete from usage_days where tenant_id = $1', [tenant.tenantId])
  return tenant
}

const refuse = async (username: string) => {
  const client = new Visitor(api.app, ctx.config.APP_ORIGIN).client()
  expect(await verdict(client(login, { body: { username, password: 'wrong' } }))).toMatch(/^401/)
}
const happened = (at: string) =>
  rowsOf('update refused_sign_ins set at = $2 where person_id = $1', [someone.personId, at])
const refusedOn = ({ tenantId }: Tenant) =>
  rowsOf(
    'select day::text, refused_sign_ins as refused from usage_days where tenant_id = $1 and refused_sign_ins > 0',
    [tenantId],
  )
const isWanted = async ({ tenantId }: Tenant) =>
  (await rowsOf('select from auth.tenants_to_roll_up(10000) where tenant_id = $1', [tenantId])).length === 1

test('refused sign-ins count once, for each organization in which the person is active, on its own day', async () => {
  const here = await employ('Here', 'UTC', 'active')
  const there = await employ('There', 'Pacific/Auckland', 'active')
  const suspended = await employ('Suspended', 'UTC', 'suspended')
  const all = [here, there, suspended]
  for (const name of [someone.username, someone.email, `${someone.username}-not`]) await refuse(name)
  await happened(`${day(3)}T20:00:00Z`)
  // Two jobs at once count nothing twice.
  await Promise.all([countRefusedSignIns(worker, new Date()), countRefusedSignIns(worker, new Date())])
  expect(await rowsOf('select from refused_sign_ins', [])).toEqual([])
  expect(await Promise.all(all.map(isWanted)), 'although nobody did anything').toEqual([true, true, false])
  for (const { tenantId } of all) while (await rollUpBite(worker, tenantId, 0));
  expect(await refusedOn(here)).toEqual([{ day: day(3), refused: 2 }])
  expect(await refusedOn(there)).toEqual([{ day: day(2), refused: 2 }])
  expect(await refusedOn(suspended)).toEqual([])
  expect(await Promise.all(all.map(isWanted))).toEqual([false, false, false])
})

test('what is refused until a day ends is counted before that day is closed', async () => {
  const late = await employ('Late', 'UTC', 'active')
  await refuse(someone.username)
  await happened(`${day(4)}T23:59:59.999Z`)
  while (await rollUpBite(worker, late.tenantId, 0));
  expect(await refusedOn(late)).toEqual([{ day: day(4), refused: 1 }])
})
