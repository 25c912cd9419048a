import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { listen } from '../../../../test/listen.ts'
import { createMailInWorld } from '../../../../test/mail-in-world.ts'
import { rawMail, signedBy } from '../../../../test/mail-starts.ts'
import { sendBySmtp } from '../../../../test/send-by-smtp.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { createSendMailActivities } from '../../../core/jobs/send-mail.activities.ts'
import { createMailer } from '../../../core/mail/mailer.ts'
import { addressKey } from '../../../core/mail/outside/address-key.ts'
import { insertUnsubscribe } from '../../../core/mail/outside/budget.queries.ts'
import type { SealedMail } from '../../../core/mail/queue-mail.ts'
import { Secret } from '../../../core/secret.ts'
import { startHeldOne } from '../held-starts.activities.ts'
import { heldForRuns } from '../held-starts.ts'
import { withThanks } from './render-thanks.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'
const api = await sharedApi()

interface Carried {
  from: string
  to: string
  raw: string
}

/** The mail servers between: sign as the domain of the From line, and bring the mail to whoever has the address. */
const carried: Carried[] = []
let change = (raw: string) => raw
const deliver = new Map<string, (raw: string, from: string) => Promise<unknown>>()
const relay = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, { envelope }, done) => {
    const carry = async () => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const [to = ''] = envelope.rcptTo.map(({ address }) => address)
      const raw = change(String(await buffer(stream)))
      carried.push({ from, to, raw: await signedBy(from.split('@')[1] ?? '', raw) })
      done()
    }
    void carry()
  },
})
const relayPort = await listen(relay.server)

async function createInstallation(domain: string) {
  const config = {
    MAIL_FROM: `Throughline <no-reply@${domain}>`,
    MAIL_IN_DOMAIN: `in.${domain}`,
    SMTP_URL: new Secret(`smtp://127.0.0.1:${relayPort}`),
    COOKIE_SECRET: new Secret(domain.padEnd(40, 'x')),
  }
  const mail = await createMailInWorld(api, { config })
  const { ctx, ours } = mail
  const mailer = createMailer(ctx.config)
  const none = () => Promise.reject(new Error('not thanks'))
  const { deliverMail } = createSendMailActivities(ctx, mailer, withThanks(ctx.config, none))
  const address = await mail.addressWith({ thanks: true })
  const sent = new Set<string>()
  /** The worker's part: what was queued goes out. */
  const sendQueued = async () => {
    const { rows } = await api.database.admin((db) =>
      db.query<{ args: SealedMail }>(
        `select payload -> 'args' as args from outbox
         where payload ->> 'workflow' = 'sendMail' and payload -> 'args' ->> 'tenantId' = $1 order by id`,
        [ours.tenantId],
      ),
    )
    for (const { args } of rows) {
      if (sent.has(args.mailId)) continue
      sent.add(args.mailId)
      await deliverMail(args)
    }
  }
  const take = async (raw: string, from: string) => {
    expect(await sendBySmtp(mail.port, mail.addressOf(address), raw, from)).toBe(250)
    await mail.process(address)
    await sendQueued()
  }
  // Whoever runs it lets mail to no-reply start workflows, too.
  deliver.set(mail.addressOf(address), take)
  deliver.set(`no-reply@${domain}`, take)
  const close = async () => {
    mailer.close()
    await mail.close()
  }
  return { ...mail, address, take, sendQueued, close }
}

const harbor = await createInstallation('harbor.example')
const quay = await createInstallation('quay.example')
afterAll(async () => {
  await Promise.all([harbor.close(), quay.close()])
  await new Promise<void>((resolve) => relay.close(() => resolve()))
})

/** Until nothing is under way any more; far more would be a loop. */
async function carryAll() {
  for (let at = 0; at < carried.length && at < 10; at++) {
    const { raw, to, from } = carried[at] ?? { raw: '', to: '', from: '' }
    await deliver.get(to)?.(raw, from)
  }
  return carried.splice(0)
}

const statesOf = async ({ read, address }: typeof harbor) => (await read(address)).recent.map(({ state }) => state)

const mailFrom = (from: string, more: Parameters<typeof rawMail>[0] = {}) =>
  signedBy(from.split('@')[1] ?? '', rawMail({ from, ...more }))

test('a verified sender is thanked once a day, in the workspace’s name, with a way to answer and to get no more', async () => {
  const from = 'billing@brightline.example'
  const raw = await mailFrom(from, { subject: 'Invoice 20391' })
  await harbor.take(raw, from)
  await harbor.take(await mailFrom(from, { subject: 'Another' }), from)
  const thanks = carried.splice(0)
  expect(thanks).toMatchObject([{ from: 'no-reply@harbor.example', to: from }])
  const text = thanks[0]?.raw ?? ''
  const [, messageId] = /^Message-ID: (.*)\r$/im.exec(raw) ?? []
  expect(text).toMatch(/^Subject: Re: Invoice 20391\r$/m)
  expect(text).toMatch(/^Auto-Submitted: auto-replied\r$/m)
  expect(text).toMatch(/^List-Unsubscribe-Post: /m)
  expect(text).toContain(`In-Reply-To: ${messageId}`)
  expect(text).toContain(`Reply-To: ${harbor.addressOf(harbor.address)}`)
  const started = (await harbor.read(harbor.address)).recent
  expect(started.map(({ state }) => state)).toEqual(['started', 'started'])
  expect(text.replaceAll(/=\r\n/g, '')).toContain(`Your reference is ${started[1]?.instance?.key}.`)
  // Nobody is thanked for an answer to thanks, which joins the instance.
  const [, id = ''] = /^Message-ID:\s+(<[^>]+>)/im.exec(text) ?? []
  await harbor.take(await mailFrom(from, { headers: [`In-Reply-To: ${id}`] }), from)
  expect((await harbor.read(harbor.address)).recent[0]).toMatchObject({
    state: 'joined',
    instance: started[1]?.instance,
  })
  expect(carried).toEqual([])
})

test('nobody else is thanked: not verified, or no longer wanting mail', async () => {
  const from = 'eve@evil.example'
  await harbor.take(rawMail({ from }), from)
  const { tenantId } = harbor.ours
  await inTenant(harbor.ctx, { tenantId }, ({ db }) => insertUnsubscribe(db, tenantId, addressKey(tenantId, from)))
  await harbor.take(await mailFrom(from), from)
  expect((await statesOf(harbor)).slice(0, 2)).toEqual(['started', 'started'])
  expect(carried).toEqual([])
})

test('a sender whose mail had to wait for the plan is thanked once its instance has begun', async () => {
  const from = 'late@brightline.example'
  const { ctx, ours, activities } = harbor
  const setStatus = (status: string) =>
    api.database.admin((db) =>
      db.query('update subscriptions set status = $2 where tenant_id = $1', [ours.tenantId, status]),
    )
  await setStatus('lapsed')
  await harbor.take(await mailFrom(from), from)
  await setStatus('active')
  const [waiting] = (await harbor.read(harbor.address)).recent
  expect(waiting).toMatchObject({ state: 'waiting' })
  expect(carried).toEqual([])
  const [held = ''] = await readTenant(ctx, ours, (tx) => heldForRuns(tx, FIRST, 1))
  await inTenant(ctx, ours, (tx) => startHeldOne(tx, held))
  const of = { tenantId: ours.tenantId, mailId: waiting?.id ?? '' }
  for (let time = 0; time < 2; time++) await activities.finishWaitingMail(of)
  await harbor.sendQueued()
  const [thanks, ...others] = carried.splice(0)
  expect(thanks).toMatchObject({ to: from })
  expect(others).toEqual([])
  const [started] = (await harbor.read(harbor.address)).recent
  expect(thanks?.raw.replaceAll(/=\r\n/g, '')).toContain(`Your reference is ${started?.instance?.key}.`)
})

test('two installations thank each other with one mail, and with two where what is between them hides that mail is automatic', async () => {
  const from = 'no-reply@quay.example'
  await harbor.take(await mailFrom(from), from)
  expect(await carryAll()).toHaveLength(1)
  expect((await statesOf(quay))[0]).toBe('ignored')

  change = (raw) => raw.replace(/^Auto-Submitted: .*\r\n/m, '')
  const other = 'no-reply@harbor.example'
  await quay.take(await mailFrom(other), other)
  const exchanged = await carryAll()
  expect(exchanged.length).toBeLessThanOrEqual(2)
  expect([(await statesOf(harbor))[0], (await statesOf(quay))[0]]).toEqual(['started', 'started'])
  // Even the first mail again, and again, is not thanked within the day.
  for (let time = 0; time < 3; time++) await quay.take(await mailFrom(other), other)
  expect(await carryAll()).toEqual([])
})
