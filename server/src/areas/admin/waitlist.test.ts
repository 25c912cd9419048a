import { createServer, type Socket } from 'node:net'
import {
  exportSubscriptions,
  listControlledOrgs,
  listFeedback,
  listStaffLog,
  listSubscriptions,
  notifySubscription,
  removeSubscription,
  resolveFeedback,
  restoreSubscription,
  subscribeEmail,
} from '@throughline/contracts/admin'
import { signup } from '@throughline/contracts/auth'
import type { Input } from '@throughline/contracts/endpoint'
import { sendFeedback } from '@throughline/contracts/feedback'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn, Visitor } from '../../../test/api.ts'
import { PASSWORD } from '../../../test/factories.ts'
import { joinWaitlist } from '../../../test/join-waitlist.ts'
import { listen } from '../../../test/listen.ts'
import { ENGINE_AWAY, queuedContents, stringOf } from '../../../test/queued-mails.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { makeStaff } from '../../../test/staff/make-staff.ts'
import { verdict } from '../../../test/verdict.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { createSendMailActivities } from '../../core/jobs/send-mail.activities.ts'
import { createMailer } from '../../core/mail/mailer.ts'
import { Secret } from '../../core/secret.ts'
import { withStaffMails } from './mails/render-staff-mail.tsx'
import { createNoteBounced } from './note-bounced.ts'

const api = await createTestApi(ENGINE_AWAY)
afterAll(() => api.close())
const { ctx, database } = api
const worker = workerContext(ctx)
const staff = await makeStaff(api)

const rowOf = async (email: string) => {
  const rows = await staff.client(listSubscriptions, { query: { limit: 200 } })
  const row = rows.find((one) => one.email === email)
  if (!row) throw new Error(`${email} does not wait`)
  return row
}

const joined = async () => {
  const email = uniqueAddress('waits')
  await joinWaitlist(api, email)
  return rowOf(email)
}

describe('the waitlist', () => {
  test('answers known and unknown addresses alike, and has each once', async () => {
    const email = uniqueAddress('twice')
    const known = (await makeSomeone(ctx)).email
    const answers = []
    for (const asked of [email, email.toUpperCase(), known]) {
      const response = await joinWaitlist(api, asked)
      answers.push([response.status, await response.text()])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual([201, '{"status":"ok","token":null,"work":null}'])
    const rows = await staff.client(listSubscriptions, { query: { limit: 200 } })
    expect(rows.filter((row) => row.email.toLowerCase() === email)).toHaveLength(1)
  })

  test('is joined on the landing page’s host alone, from its own page', async () => {
    const there = new Visitor(api.app, ctx.config.APP_ORIGIN)
    expect(await verdict(there.client()(subscribeEmail, { body: { email: uniqueAddress('x') } }))).toBe('404 not_found')
    const foreign = await new Visitor(api.app, ctx.config.WWW_ORIGIN).fetch(
      `${ctx.config.WWW_ORIGIN}${subscribeEmail.path}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
        body: JSON.stringify({ email: uniqueAddress('x') }),
      },
    )
    expect(foreign.status).toBe(403)
  })

  test('pressed by five at once, Invite sends one mail; its link signs up, and the row says so', async () => {
    const { reg_id, email } = await joined()
    const body = { reg_id }
    const answers = await Promise.all(Array.from({ length: 5 }, () => staff.client(notifySubscription, { body })))
    expect(answers.filter(({ sent }) => sent)).toHaveLength(1)
    const mails = await queuedContents(api, email)
    expect(mails).toMatchObject([{ kind: 'waitlist_invitation', reg_id, expires_days: 7 }])
    expect((await staff.client(notifySubscription, { body })).sent).toBe(false)
    const link = String(Object(mails[0]).link)
    const kept = await database.admin((admin) =>
      admin.query<{ days: number }>(
        `select round(extract(epoch from expires_at - now()) / 86400)::int as days from verification_strings where email = $1`,
        [email],
      ),
    )
    expect(kept.rows).toEqual([{ days: 7 }])
    const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
    await visitor.client()(signup, {
      body: {
        username: unique('invited'),
        password: PASSWORD,
        verification_string: stringOf(link),
        auth_type: 'custom_individual',
      },
    })
    const row = await rowOf(email)
    expect([row.invited_at, row.joined_at].every(Boolean)).toBe(true)
    await database.admin((admin) =>
      admin.query(`update waitlist set invited_at = now() - interval '25 hours' where reg_id = $1`, [reg_id]),
    )
    expect((await staff.client(notifySubscription, { body })).sent).toBe(true)
    // A person with an account is told to sign in.
    expect((await queuedContents(api, email)).at(-1)).toMatchObject({
      link: `${ctx.config.APP_ORIGIN}/signin`,
      expires_days: null,
    })
  })

  test('an address that was invited, removed, and posted again within a day is sent no second invitation', async () => {
    const { reg_id, email } = await joined()
    expect((await staff.client(notifySubscription, { body: { reg_id } })).sent).toBe(true)
    await staff.client(removeSubscription, { params: { regId: reg_id } })
    expect((await joinWaitlist(api, email)).status).toBe(201)
    const row = await rowOf(email)
    expect([row.reg_id, row.invited_at === null]).toEqual([reg_id, false])
    expect((await staff.client(notifySubscription, { body: { reg_id } })).sent).toBe(false)
    expect(await queuedContents(api, email)).toHaveLength(1)
  })

  test('an address that was removed is gone, and can be put back', async () => {
    const { reg_id, email } = await joined()
    const at = { params: { regId: reg_id } }
    await staff.client(removeSubscription, at)
    await staff.client(removeSubscription, at)
    await expect(rowOf(email)).rejects.toThrow('does not wait')
    expect(await verdict(staff.client(notifySubscription, { body: { reg_id } }))).toBe('404 not_found')
    await staff.client(restoreSubscription, at)
    expect((await rowOf(email)).reg_id).toBe(reg_id)
  })

  test('gives up what was removed a day ago; what was put back stays', async () => {
    const [gone, kept, recent] = [await joined(), await joined(), await joined()]
    for (const { reg_id } of [gone, kept, recent]) await staff.client(removeSubscription, { params: { regId: reg_id } })
    await database.admin((admin) =>
      admin.query(`update waitlist set removed_at = now() - interval '25 hours' where reg_id = any ($1)`, [
        [gone.reg_id, kept.reg_id],
      ]),
    )
    await staff.client(restoreSubscription, { params: { regId: kept.reg_id } })
    const left = await database.admin(async (admin) => {
      await admin.query('select auth.sweep_waitlist(100)')
      const ids = [gone, kept, recent].map(({ reg_id }) => reg_id)
      return admin.query<{ reg_id: string }>('select reg_id from waitlist where reg_id = any ($1) order by reg_id', [
        ids,
      ])
    })
    expect(left.rows.map(({ reg_id }) => reg_id)).toEqual([kept.reg_id, recent.reg_id])
    expect((await rowOf(kept.email)).reg_id).toBe(kept.reg_id)
  })

  test.each(['550 5.1.1 no such mailbox', '521 5.3.2 this host takes no mail'])(
    'shows an invitation that the mail server refused: %s',
    async (refusal) => {
      const { reg_id, email } = await joined()
      const server = createServer((socket: Socket) => {
        socket.write('220 test\r\n')
        socket.on('data', (data) => {
          const line = data.toString()
          if (/^RCPT/i.test(line)) socket.write(`${refusal}\r\n`)
          else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
          else socket.write('250 ok\r\n')
        })
        socket.on('error', () => undefined)
      })
      const mailer = createMailer({ ...ctx.config, SMTP_URL: new Secret(`smtp://127.0.0.1:${await listen(server)}`) })
      const content = { kind: 'waitlist_invitation', reg_id, link: ctx.config.APP_ORIGIN, expires_days: 7 }
      const mailId = crypto.randomUUID()
      const sealed = ctx.keyring.system.seal(JSON.stringify({ to: email, content }), mailId).toString('base64')
      const other = async () => Promise.reject(new Error('not a mail of staff'))
      const { deliverMail } = createSendMailActivities(worker, mailer, withStaffMails(other), createNoteBounced(worker))
      await deliverMail({ mailId, sealed })
      expect((await rowOf(email)).bounced_at).not.toBeNull()
      mailer.close()
      server.close()
    },
  )

  test('10,000 rows are exported, and none of them runs as a formula', async () => {
    await database.admin((admin) =>
      admin.query(
        `insert into waitlist (email, type) select (array['=', '+', '-', '@', ''])[n % 5 + 1] || 'row' || n || '@example.test',
           'waitlist' from generate_series(1, 10000) n`,
      ),
    )
    const response = await staff.visitor.fetch(`${ctx.config.ADMIN_ORIGIN}${exportSubscriptions.path}`)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="email_subscriptions.csv"')
    const lines = (await response.text()).split('\r\n')
    expect(lines[0]?.replace('\uFEFF', '')).toBe('Email,Registration ID,Type')
    expect(lines.filter((line) => line.includes('row')).length).toBe(10_000)
    for (const line of lines) expect(line).not.toMatch(/^"?[=+\-@]/)
    const log = await staff.client(listStaffLog, { query: {} })
    const rows = lines.filter(Boolean).length - 1
    expect(log.find(({ act }) => act === 'subscriptions.exported')).toMatchObject({ data: { rows } })
  })
})

test('feedback: open first, then newest; resolved says by whom, and can be opened again', async () => {
  const someone = await makeSomeone(ctx, { name: 'Says Much' })
  const { client } = await signIn(api, someone.username)
  await client(sendFeedback, { body: { feedback: 'older', rating: 4 } })
  await client(sendFeedback, { body: { feedback: 'newer' } })
  const texts = async () => (await staff.client(listFeedback, { query: {} })).data.map(({ feedback }) => feedback)
  expect(await texts()).toEqual(['newer', 'older'])
  const newer = (await staff.client(listFeedback, { query: {} })).data[0]
  const at = { params: { feedbackId: newer?.id ?? '' } }
  expect(newer).toMatchObject({ person: { name: 'Says Much', email: someone.email }, resolved: false })
  await staff.client(resolveFeedback, { ...at, body: { resolved: true } })
  expect(await texts()).toEqual(['older', 'newer'])
  expect((await staff.client(listFeedback, { query: {} })).data[1]).toMatchObject({
    resolved: true,
    resolved_by: 'Test staff',
  })
  const of = async (query: Input<typeof listFeedback>['query']) =>
    (await staff.client(listFeedback, { query })).data.map(({ feedback }) => feedback)
  expect(await of({ status: 'open' })).toEqual(['older'])
  expect(await of({ status: 'resolved' })).toEqual(['newer'])
  expect(await of({ feedback_type: 'bug_report' })).toEqual([])
  await client(sendFeedback, { body: { feedback: 'broken', feedback_type: 'bug_report' } })
  expect(await of({ feedback_type: 'bug_report' })).toEqual(['broken'])
  expect(await of({ status: 'resolved', feedback_type: 'bug_report' })).toEqual([])
  await staff.client(resolveFeedback, { ...at, body: { resolved: false } })
  expect(await texts()).toEqual(['broken', 'newer', 'older'])
})

test('organizations are listed, personal workspaces are not', async () => {
  const rows = await staff.client(listControlledOrgs, { query: {} })
  expect(rows).toEqual([])
})
