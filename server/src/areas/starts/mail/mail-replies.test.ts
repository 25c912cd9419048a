import { listInstanceComments } from '@throughline/contracts/comments'
import { decideMail } from '@throughline/contracts/mail-starts'
import { afterAll, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { createMailInWorld } from '../../../../test/mail-in-world.ts'
import { makeMailAddress, rawMail, signedBy } from '../../../../test/mail-starts.ts'
import { stepMail as mailOfStep } from '../../../../test/step-mail.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { addressKey } from '../../../core/mail/outside/address-key.ts'
import { threadIn, threadMessageId } from '../../../core/mail/reply-id.ts'
import { Secret } from '../../../core/secret.ts'
import { forgetOriginOf } from '../origin.ts'
import { withoutQuote } from './join-reply.ts'

const api = await sharedApi()
const { ctx, ours, client, ...mail } = await createMailInWorld(api)
const { addressOf, addressWith, received, process, read } = mail
afterAll(mail.close)

const BRIGHT = 'brightline.example'
const CUSTOMER = 'billing@brightline.example'

/** A step of the instance writes to the customer. */
const stepMail = (instanceId: string, to = CUSTOMER) => mailOfStep(ctx, ours, instanceId, to)

const reply = (to: string, more: Parameters<typeof rawMail>[0] = {}) =>
  rawMail({ text: 'Blue, please.', ...more, headers: [`In-Reply-To: ${to}`, ...(more.headers ?? [])] })

async function startedWith(more: Parameters<typeof addressWith>[0] = {}) {
  const address = await addressWith(more)
  const first = await received(address, await signedBy(BRIGHT, rawMail()))
  const instanceId = first?.instance?.id ?? ''
  expect(first).toMatchObject({ state: 'started' })
  return { address, instanceId, key: first?.instance?.key }
}

const commentsOn = async (instanceId: string) =>
  (await client(listInstanceComments, { params: listInstanceComments.params.parse({ instanceId }), query: {} })).data

const decide = (address: { workflowId: string; mailAddressId: string }, mailId: string | undefined) =>
  client(decideMail, { params: decideMail.params.parse({ ...address, mailId }), body: { start: true } })

const instancesOf = async (workflowId: string) => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ n: number }>('select count(*)::int as n from instances where workflow_id = $1', [workflowId]),
  )
  return rows[0]?.n
}

test('a mail of a step goes to the address by which its instance came, and a signed reply joins it as a comment from outside', async () => {
  await addressWith()
  const { address, instanceId, key } = await startedWith()
  const asked = await stepMail(instanceId)
  expect(asked.replyTo).toBe(addressOf(address))
  const before = await instancesOf(address.workflowId)
  const text =
    'Blue, please. @[Maya](00000000-0000-4000-8000-000000000001)\r\n\r\nOn Thu, Nov 12, 2026 Harbor wrote:\r\n> Which color?\r\n'
  const part = (headers: string[], body: string) => ['--b', ...headers, '', body].join('\r\n')
  const file = ['Content-Type: application/pdf', 'Content-Disposition: attachment; filename=plan.pdf']
  const parts = [part(['Content-Type: text/plain'], text), part(file, 'JVBERi0xLjQK'), '--b--'].join('\r\n')
  const headers = ['Content-Type: multipart/mixed; boundary=b']
  const joined = await received(address, await signedBy(BRIGHT, reply(asked.messageId, { headers, text: parts })))
  expect(joined).toMatchObject({ state: 'joined', verified: true, reason: null, instance: { id: instanceId, key } })
  expect(await instancesOf(address.workflowId)).toBe(before)
  expect(await commentsOn(instanceId)).toMatchObject([
    {
      content: 'Blue, please. @Maya',
      author: 'Brightline',
      person: null,
      outside: { name: 'Brightline', address: CUSTOMER, verified: true },
      mentions: [],
      can_edit: false,
    },
  ])
  const { rows } = await api.database.admin((db) =>
    db.query('select name, state, uploaded_by from documents where instance_id = $1', [instanceId]),
  )
  expect(rows).toEqual([{ name: 'plan.pdf', state: 'quarantined', uploaded_by: null }])
})

test('the same reply twice is one comment', async () => {
  const { address, instanceId } = await startedWith()
  const raw = await signedBy(BRIGHT, reply((await stepMail(instanceId)).messageId))
  await received(address, raw)
  expect(await received(address, raw)).toMatchObject({ state: 'duplicate', instance: { id: instanceId } })
  expect(await commentsOn(instanceId)).toHaveLength(1)
})

test('copies of a reply that are read at the same time are one comment', async () => {
  const { address, instanceId } = await startedWith()
  const raw = await signedBy(BRIGHT, reply((await stepMail(instanceId)).messageId))
  for (let n = 0; n < 4; n++) expect(await mail.send(addressOf(address), raw)).toBe(250)
  const copies = (await mail.rowsOf(address)).filter(({ state }) => state === 'received')
  const { tenantId } = ours
  await Promise.all(copies.map(({ id: mailId }) => mail.activities.processReceivedMail({ tenantId, mailId })))
  const states = (await mail.rowsOf(address)).map(({ state }) => state).toSorted()
  expect(states).toEqual(['duplicate', 'duplicate', 'duplicate', 'joined', 'started'])
  expect(await commentsOn(instanceId)).toHaveLength(1)
})

test('a reply whose sender isn’t verified is held with its instance, and a person adds it', async () => {
  const { address, instanceId, key } = await startedWith({ senders: 'anyone' })
  const before = await instancesOf(address.workflowId)
  const held = await received(address, reply((await stepMail(instanceId)).messageId))
  expect(held).toMatchObject({ state: 'held', reason: 'A reply whose sender isn’t verified.', instance: { key } })
  await decide(address, held?.id)
  await process(address)
  expect((await read(address)).recent[0]).toMatchObject({ state: 'joined', instance: { id: instanceId } })
  expect(await commentsOn(instanceId)).toMatchObject([{ content: 'Blue, please.', outside: { verified: false } }])
  expect(await instancesOf(address.workflowId)).toBe(before)
})

test('a verified stranger whom nobody wrote to joins only where the address takes their mail', async () => {
  const { address, instanceId } = await startedWith({ senders: 'domains', domains: [BRIGHT] })
  const { messageId } = await stepMail(instanceId)
  const from = 'eve@evil.example'
  const held = await received(address, await signedBy('evil.example', reply(messageId, { from })), from)
  expect(held).toMatchObject({ state: 'held', verified: true, reason: 'This sender isn’t allowed to start instances.' })
  const { messageId: toEve } = await stepMail(instanceId, from)
  expect(await received(address, await signedBy('evil.example', reply(toEve, { from })), from)).toMatchObject({
    state: 'joined',
  })
})

test.each<[string, (instanceId: string) => Promise<string> | string]>([
  ['made up', (id) => `<${id}.abc@${ctx.config.MAIL_FROM.split('@')[1]?.replace('>', '')}>`],
  [
    'signed with another secret',
    (instanceId) =>
      threadMessageId(
        { ...ctx.config, COOKIE_SECRET: new Secret('x'.repeat(40)) },
        { instanceId, address: addressKey(ours.tenantId, CUSTOMER) },
        'k',
      ),
  ],
])('a Message-ID that is %s joins nothing and starts nothing', async (_, made) => {
  const { address, instanceId } = await startedWith()
  const raw = await signedBy(BRIGHT, reply(await made(instanceId)))
  expect(await received(address, raw)).toMatchObject({ state: 'held', instance: null })
  expect(await commentsOn(instanceId)).toEqual([])
})

test('a reply to the address of another workflow or workspace joins nothing there', async () => {
  const { instanceId } = await startedWith()
  const { messageId } = await stepMail(instanceId)
  const raw = await signedBy(BRIGHT, reply(messageId))
  const elsewhere = await makeMailAddress(ctx, ours)
  expect(await received(elsewhere, raw)).toMatchObject({ state: 'held', instance: null })
  const strange = await makeMailAddress(ctx, mail.theirs)
  expect(await mail.send(addressOf(strange), raw)).toBe(250)
  await process(strange)
  expect((await mail.rowsOf(strange)).map(({ state }) => state)).toEqual(['held'])
  expect(await commentsOn(instanceId)).toEqual([])
})

test('a vacation reply to a mail of ours is ignored, and one about an instance in the trash is held', async () => {
  const { address, instanceId } = await startedWith()
  const { messageId } = await stepMail(instanceId)
  const away = reply(messageId, { headers: ['Auto-Submitted: auto-replied'] })
  expect(await received(address, await signedBy(BRIGHT, away))).toMatchObject({ state: 'ignored' })
  await api.database.admin((db) => db.query('update instances set deleted_at = now() where id = $1', [instanceId]))
  expect(await received(address, await signedBy(BRIGHT, reply(messageId)))).toMatchObject({
    state: 'held',
    instance: null,
  })
})

test('of an instance that is deleted for good nothing is kept of who wrote and what', async () => {
  const { address, instanceId } = await startedWith()
  await inTenant(ctx, ours, ({ db, tenantId }) => forgetOriginOf(db, tenantId, instanceId))
  expect((await read(address)).recent[0]).toMatchObject({ state: 'started', sender: null, subject: null })
})

test('a Message-ID of ours is found among others', () => {
  const thread = { instanceId: '01890000-0000-7000-8000-00000000000a', address: addressKey(ours.tenantId, CUSTOMER) }
  const id = threadMessageId(ctx.config, thread, 'k')
  expect(threadIn(ctx.config, `<a@b.example>\r\n ${id} <c@d.example>`)).toEqual(thread)
  expect(threadIn(ctx.config, id.replace('<', '<A'))).toBeUndefined()
  expect(threadIn(ctx.config, '')).toBeUndefined()
})

test.each([
  ['Yes.\n\nOn Thu, Nov 12 Maya wrote:\n> Which?\n> Blue?', 'Yes.'],
  ['Yes.\nOn Thursday, November 12, 2026 at 9:00 AM Maya Okafor\n<maya@harbor.example> wrote:\n\n> Which?\n', 'Yes.'],
  ['> Which?\nBlue.', '> Which?\nBlue.'],
  ['Options:\n- blue', 'Options:\n- blue'],
  ['Options:', 'Options:'],
  ['> Which?', ''],
])('of %j the sender’s own words are %j', (text, own) => {
  expect(withoutQuote(text)).toBe(own)
})
