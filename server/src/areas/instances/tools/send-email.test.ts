import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { createTestContext } from '../../../../test/context.ts'
import { makeMember, makeTenant } from '../../../../test/factories.ts'
import { makeInstance, makeWorkflow } from '../../../../test/running-world.ts'
import { makeSomeone, uniqueAddress } from '../../../../test/someone.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Mailer, OutgoingMail } from '../../../core/mail/mailer.ts'
import { addressKey } from '../../../core/mail/outside/address-key.ts'
import { insertUnsubscribe } from '../../../core/mail/outside/budget.queries.ts'
import { openMail } from '../../../core/mail/queue-mail.ts'
import { withBudgetNotices } from '../outside-mail/render-notice.ts'
import { createSecretMarks } from './secret-marks.ts'
import { createSendEmail } from './send-email.ts'

const { ctx, database } = await sharedApi()

/** What the mail server took, and what it says to an address: nothing where it takes the mail. */
let taken: OutgoingMail[] = []
let says: Record<string, Error> = {}
const mailer: Mailer = {
  send: async (mail) => {
    const error = says[mail.to]
    if (error) throw error
    taken.push(mail)
  },
  close: () => undefined,
}
beforeEach(() => {
  taken = []
  says = {}
})

const owner = await makeSomeone(ctx)
const { tenantId } = await makeTenant(ctx, owner.personId, 'organization', 'Harbor & Sons\nInc')
const run = (instanceId: string = randomUUID()) => ({ instanceId, step: 'mail', round: 1 })
type More = { key?: string; run?: ReturnType<typeof run>; tenantId?: typeof tenantId }
const send = (to: string[], more: More = {}, by = ctx) =>
  createSendEmail(
    by,
    mailer,
  )({
    tenantId,
    key: 'k',
    run: run(),
    parameters: { to, subject: 's', text: 't' },
    secrets: createSecretMarks(),
    signal: AbortSignal.timeout(5_000),
    ...more,
  })

const refusal = Object.assign(new Error('no such user'), { responseCode: 550 })

test('a mail that nobody took is refused', async () => {
  says = { 'a@example.test': refusal }
  expect(await send(['a@example.test', 'b@example.test'])).toEqual({
    ok: false,
    code: 'refused',
    text: 'The mail server rejected this message.',
  })
  expect(taken).toEqual([])
})

test('a mail that one has and another does not take is no refusal: the next try is the same mail', async () => {
  says = { 'b@example.test': refusal }
  const same = { run: run() }
  expect(await send(['a@example.test', 'b@example.test'], same)).toEqual({
    ok: false,
    code: 'unknown',
    text: 'The mail server rejected this message for b@example.test. The others received it.',
  })
  says = {}
  expect(await send(['a@example.test', 'b@example.test'], same)).toMatchObject({ ok: true })
  const [first, again] = taken.filter(({ to }) => to === 'a@example.test').map(({ messageId }) => messageId)
  expect(again).toBe(first)
})

test('a mail that one has is not tried again by itself when the server does not take the next one for now', async () => {
  says = { 'b@example.test': Object.assign(new Error('try later'), { responseCode: 451 }) }
  expect(await send(['a@example.test', 'b@example.test'], { key: 'later' })).toEqual({
    ok: false,
    code: 'unknown',
    text: 'The mail server couldn’t be reached for b@example.test. The others received it.',
  })
})

test('a mail server that cannot be reached has refused nothing', async () => {
  says = { 'a@example.test': new Error('connect ECONNREFUSED') }
  expect(await send(['a@example.test'])).toMatchObject({ ok: false, code: 'unreachable' })
})

test('a mail to a stranger names the organization and can be unsubscribed from; one to a member does not', async () => {
  await send(['stranger@example.test', owner.email.toUpperCase()], { key: 'names' })
  const [outside, inside] = taken
  const link = outside?.headers?.['List-Unsubscribe']?.slice(1, -1) ?? ''
  expect(link).toMatch(new RegExp(`^${ctx.config.APP_ORIGIN}/v1/unsubscribe/`))
  expect(outside).toMatchObject({
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    text: `t\n\n-- \nSent by Harbor & Sons Inc with Throughline.\nUnsubscribe: ${link}\n`,
  })
  expect(outside?.html).toContain('Sent by Harbor &amp; Sons Inc with Throughline.')
  expect(outside?.html).toContain(`<a href="${link}">Unsubscribe</a>`)
  expect(inside).toMatchObject({ to: owner.email.toUpperCase(), text: 't', html: '<p>t</p>' })
  expect(inside).not.toHaveProperty('headers')
})

test('an address that unsubscribed gets no more of it, and the call says so', async () => {
  const gone = uniqueAddress('gone')
  await inTenant(ctx, { tenantId }, (tx) => insertUnsubscribe(tx.db, tenantId, addressKey(tenantId, gone)))
  const note = `${gone} unsubscribed from your organization’s email and did not get this message.`
  expect(await send([gone, 'other@example.test'], { key: 'gone' })).toMatchObject({ ok: true, note })
  expect(taken.map(({ to }) => to)).toEqual(['other@example.test'])
  expect(await send([gone.toUpperCase()], { key: 'alone' })).toMatchObject({ ok: true, output: { message_id: '' } })
  expect(taken).toHaveLength(1)
})

const strangers = (count: number) => Array.from({ length: count }, () => uniqueAddress('stranger'))

test('one message goes to at most fifty addresses', async () => {
  expect(await send(strangers(51), { key: 'long' })).toMatchObject({ ok: false, code: 'refused' })
  expect(taken).toEqual([])
})

const Queued = z.object({ args: z.object({ mailId: z.string(), sealed: z.string() }) })

/** What is queued for each of these addresses. */
const queuedFor = async (emails: string[], ofTenant: typeof tenantId) => {
  const { rows } = await database.admin((admin) =>
    admin.query<{ payload: unknown }>(
      `select payload from outbox where tenant_id = $1 and payload->>'workflow' = 'sendMail' order by id`,
      [ofTenant],
    ),
  )
  const mails = await Promise.all(
    rows.map(({ payload }) => openMail(ctx, { ...z.parse(Queued, payload).args, tenantId: ofTenant })),
  )
  return mails.filter(({ to }) => emails.includes(to))
}

test('over the budget a call is held, members get theirs, and admins are told once', async () => {
  const boss = await makeSomeone(ctx)
  const firm = await makeTenant(ctx, boss.personId, 'organization', 'Quay')
  const [admin, member] = [await makeSomeone(ctx), await makeSomeone(ctx)]
  await makeMember(ctx, firm, { ...admin, name: 'Admin', role: 'admin' })
  await makeMember(ctx, firm, { ...member, name: 'Member', role: 'member' })
  const by = { tenantId: firm.tenantId }
  expect(await send(strangers(50), { ...by, key: 'first' })).toMatchObject({ ok: true })
  taken = []
  const held = await send(strangers(1), { ...by, key: 'second' })
  expect(held).toMatchObject({ ok: false, code: 'held' })
  if (held.ok || held.code !== 'held') return
  expect(Math.round((held.until.getTime() - Date.now()) / 60_000)).toBe(60)
  expect(await send(strangers(1), { ...by, key: 'third' })).toMatchObject({ code: 'held' })
  expect(taken).toEqual([])
  expect(await send([member.email, admin.email], { ...by, key: 'inside' })).toMatchObject({ ok: true })
  expect(taken).toHaveLength(2)
  const told = await queuedFor([boss.email, admin.email, member.email], firm.tenantId)
  expect(told.map(({ to }) => to).toSorted()).toEqual([boss.email, admin.email].toSorted())
  const notice = await withBudgetNotices(() => Promise.reject(new Error('rendered by others')))(told[0]?.content)
  expect(notice.subject).toBe('Quay reached its limit for outside email')
  expect(notice.text).toContain('Email to members isn’t affected.')
})

test('a call that is held needs one connection, also in a process that has not met the tenant', async () => {
  const boss = await makeSomeone(ctx)
  const firm = await makeTenant(ctx, boss.personId, 'organization', 'Pier')
  await send(strangers(50), { tenantId: firm.tenantId, key: 'first' })
  const { ctx: small } = createTestContext(database.name, { PG_POOL_SIZE: '1' })
  try {
    const held = await send(strangers(1), { tenantId: firm.tenantId, key: 'second' }, small)
    expect(held).toMatchObject({ code: 'held' })
  } finally {
    await small.pools.end()
  }
  expect(await queuedFor([boss.email], firm.tenantId)).toHaveLength(1)
}, 20_000)

test('an admin who may not see the instance that waits hears neither its name nor its address', async () => {
  const boss = await makeSomeone(ctx)
  const firm = await makeTenant(ctx, boss.personId, 'organization', 'Dock')
  const admin = await makeSomeone(ctx)
  await makeMember(ctx, firm, { ...admin, name: 'Admin', role: 'admin' })
  const spec = { name: 'Severance of Kim', startedBy: firm.ownerId, narrowed: true }
  const instanceId = await makeInstance(ctx, firm.tenantId, await makeWorkflow(ctx, firm), spec)
  const by = { tenantId: firm.tenantId, run: run(instanceId) }
  await send(strangers(50), { tenantId: firm.tenantId, key: 'first' })
  expect(await send(strangers(1), { ...by, key: 'second' })).toMatchObject({ code: 'held' })
  const render = withBudgetNotices(() => Promise.reject(new Error('rendered by others')))
  const [toBoss, toAdmin] = await Promise.all(
    [boss, admin].map(async ({ email }) => {
      const [mail] = await queuedFor([email], firm.tenantId)
      return (await render(mail?.content)).text
    }),
  )
  expect(toBoss).toContain('“Severance of Kim” is waiting')
  expect(toBoss).toContain(`${ctx.config.APP_ORIGIN}/instances/${instanceId}`)
  expect(toAdmin).toContain('An instance is waiting')
  expect(toAdmin).toContain(`${ctx.config.APP_ORIGIN}/instances`)
  expect(toAdmin).not.toContain('Severance')
  expect(toAdmin).not.toContain(instanceId)
})

test('a step that calls for each entry of a list stops at fifty strangers', async () => {
  await database.admin((one) =>
    one.query(`update tenants set created_at = now() - interval '8 days' where id = $1`, [tenantId]),
  )
  const same = run()
  const answers = []
  for (const [n, address] of strangers(52).entries()) answers.push(await send([address], { key: `e${n}`, run: same }))
  expect(answers.slice(0, 50).every(({ ok }) => ok)).toBe(true)
  const text = 'A step can send to at most 50 addresses outside your organization.'
  expect(answers.slice(50)).toEqual([1, 2].map(() => ({ ok: false, code: 'refused', text })))
})
