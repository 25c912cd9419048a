import { randomUUID } from 'node:crypto'
import { MOST_INVITED_AT_ONCE } from '@throughline/contracts/org-members'
import { MAX_OUTSIDE_ADDRESSES } from '@throughline/contracts/tools'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeTenant } from '../../../../test/factories.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { inTenant } from '../../db/in-tenant.ts'
import { addressKey } from './address-key.ts'
import { type BudgetRequest, MAIL_BUDGETS, spendMailBudget } from './budget.ts'

const { ctx, database } = await sharedApi()
const HOUR = 3_600_000

async function organization() {
  const { personId } = await makeSomeone(ctx)
  const { tenantId } = await makeTenant(ctx, personId, 'organization', 'Harbor')
  const spend = (more: Partial<BudgetRequest> = {}) =>
    inTenant(ctx, { tenantId }, (tx) =>
      spendMailBudget(ctx.config, tx, {
        kind: 'step',
        key: randomUUID(),
        addresses: [addressKey(tenantId, 'a@x.test')],
        ...more,
      }),
    )
  const counted = () =>
    database.admin(async (admin) => {
      const found = await admin.query('select from outside_mails where tenant_id = $1', [tenantId])
      return found.rowCount
    })
  /** As if so much time had passed since everything that was counted. */
  const pass = (ms: number) =>
    database.admin((admin) =>
      admin.query(`update outside_mails set counted_at = counted_at - $2 * interval '1 ms' where tenant_id = $1`, [
        tenantId,
        ms,
      ]),
    )
  const age = () =>
    database.admin((admin) =>
      admin.query(`update tenants set created_at = now() - interval '8 days' where id = $1`, [tenantId]),
    )
  const many = (count: number, word = 'many') =>
    Array.from({ length: count }, (_, n) => addressKey(tenantId, `${word}${n}@x.test`))
  return { tenantId, spend, counted, pass, age, many }
}

test('a hundred calls at once take what an hour holds and not one mail more', async () => {
  const { spend, counted, many } = await organization()
  const other = await organization()
  const calls = await Promise.all(Array.from({ length: 100 }, () => spend({ addresses: many(3) })))
  const { hour } = MAIL_BUDGETS.step.firstWeek
  expect(calls.filter((answer) => answer === 'spent')).toHaveLength(Math.floor(hour / 3))
  expect(await counted()).toBe(Math.floor(hour / 3) * 3)
  expect(await other.spend()).toBe('spent')
}, 20_000)

test('a call that is repeated under its key counts once, also when there is no room for another', async () => {
  const { spend, counted, many } = await organization()
  const addresses = many(MAIL_BUDGETS.step.firstWeek.hour)
  const answers = await Promise.all([1, 2, 3].map(() => spend({ key: 'same', addresses })))
  expect(answers).toEqual(['spent', 'spent', 'spent'])
  expect(await counted()).toBe(addresses.length)
  expect(await spend({ key: 'another' })).toHaveProperty('from')
})

test('a call without room hears when there is room, and has it then', async () => {
  const { spend, pass, many } = await organization()
  await spend({ addresses: many(30) })
  await pass(20 * 60_000)
  await spend({ addresses: many(20) })
  const within = async (count: number) => {
    const answer = await spend({ addresses: many(count, 'other') })
    return typeof answer === 'object' ? Math.round((answer.from.getTime() - Date.now()) / 60_000) : answer
  }
  expect(await within(30)).toBe(40)
  expect(await within(31)).toBe(60)
  await pass(40 * 60_000)
  expect(await within(30)).toBe('spent')
})

test('a day holds less than its hours, and a week-old organization more than a new one', async () => {
  const { spend, pass, age, many } = await organization()
  for (let hour = 0; hour < 4; hour++) {
    expect(await spend({ addresses: many(50) })).toBe('spent')
    await pass(HOUR)
  }
  const answer = await spend()
  expect(answer).toHaveProperty('from')
  if (typeof answer === 'object') expect(Math.round((answer.from.getTime() - Date.now()) / HOUR)).toBe(20)
  await age()
  expect(await spend({ addresses: many(50) })).toBe('spent')
})

test('a step writes to so many addresses and no more, however many calls it makes', async () => {
  const { spend, age, many } = await organization()
  await age()
  const step = { run: 'one', maximum: 50 }
  const addresses = many(51)
  const answers = await Promise.all(addresses.map((address) => spend({ addresses: [address], step })))
  expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(1)
  expect(await spend({ addresses: addresses.slice(51), step: { ...step, run: 'another' } })).toBe('spent')
  expect(await spend({ addresses: many(3), step: { ...step, run: 'another' } })).toBe('spent')
}, 20_000)

test('invitations have a budget of their own', async () => {
  const { spend, many } = await organization()
  await spend({ addresses: many(50) })
  expect(await spend()).toHaveProperty('from')
  expect(await spend({ kind: 'invitation', addresses: many(200) })).toBe('spent')
  expect(await spend({ kind: 'invitation' })).toHaveProperty('from')
})

test('the largest single call fits into an hour of the first week', () => {
  expect(MAIL_BUDGETS.step.firstWeek.hour).toBeGreaterThanOrEqual(MAX_OUTSIDE_ADDRESSES)
  expect(MAIL_BUDGETS.invitation.firstWeek.hour).toBeGreaterThanOrEqual(MOST_INVITED_AT_ONCE)
})
