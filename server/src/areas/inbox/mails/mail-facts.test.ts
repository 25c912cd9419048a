import * as acts from '@throughline/contracts/task-acts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { makeDocument } from '../../../../test/documents.ts'
import { queuedContents } from '../../../../test/queued-mails.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { InboxMail } from './mail-content.ts'
import { mailOnce } from './mail-messages.ts'
import { withInboxMails } from './render-inbox-mail.ts'

const api = await sharedApi()
const { task, hire, at, ours } = await createTaskWorld(api)
const { tenantId } = ours
const worker = workerContext(api.ctx)

type Someone = Awaited<ReturnType<typeof hire>>

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const opened = (id: string) =>
  inTenant(api.ctx, { tenantId }, async (tx) => tx.emit({ type: 'task.opened', kind: 'task', id }))
const attach = (taskId: string, name: string) => makeDocument(api.ctx, ours, { taskId }, { name })
const render = withInboxMails(() => Promise.reject(new Error('another mail')))

async function mailTo({ user }: Someone) {
  await mailOnce(worker, { tenantId }, later(3))
  const [content] = (await queuedContents(api, user.email)).toReversed()
  const mail = z.parse(InboxMail, content)
  if (mail.kind !== 'inbox_message') throw new Error(`a mail of kind ${mail.kind}`)
  return { content: mail, ...(await render(mail)) }
}

describe('the mail about an approval', () => {
  test('states what is decided, the version of the file and the approvals so far', async () => {
    const [nina, omar] = [await hire('nina', 'Nina Castell'), await hire('omar', 'Omar Haddad')]
    const seats = [{ member: nina.id }, { member: omar.id }]
    const id = await task({ step: 'ok', type: 'approval', name: 'Approve the invoice', seats })
    await attach(id, 'Invoice.pdf')
    await attach(id, 'Invoice.pdf')
    await omar.client(acts.decideTask, { ...at(id), body: { decision: 'approve' } })
    await opened(id)
    const { content, subject, html, text, headers } = await mailTo(nina)
    expect(subject).toMatch(/^Approval needed: Approve the invoice/)
    expect(content.facts).toContainEqual({ of: 'file', is: 'Invoice.pdf, version 2' })
    expect(content.facts.find(({ of }) => of === 'approvals')?.is).toMatch(/^1 of 2: Omar Haddad, (today|yesterday) /)
    expect(content.answers).toContainEqual({ label: expect.any(String), is: '7' })
    expect(content.link).toMatch(/\/inbox\/decide\/[0-9a-f-]{36}\?version=2$/)
    for (const part of [html, text]) {
      expect(part).toContain('Invoice.pdf, version 2')
      expect(part).toContain('1 of 2: Omar Haddad')
      expect(part).toContain(content.link)
    }
    expect(headers).toEqual({ References: content.references })
    const due = { short: 'today 5:00 PM', long: 'Today, 5:00 PM', overdue: false }
    const figured = await render({ ...content, within: 'INV-7 · Brightline', figure: '12,480.00', due })
    expect(figured.subject).toBe(
      'Approval needed: Approve the invoice, INV-7 · Brightline, 12,480.00, due today 5:00 PM',
    )
  })

  test('tells instances of one step apart, and quotes nobody where nobody wrote anything', async () => {
    const nina = await hire('nina', 'Nina Castell')
    await opened(await task({ step: 'ok', type: 'approval', name: 'Manager approves', seats: [{ member: nina.id }] }))
    const { content, subject } = await mailTo(nina)
    const instance = content.facts.find(({ of }) => of === 'instance')?.is
    expect(instance).toMatch(/^[A-Z]+-\d+ · ./)
    expect(subject).toBe(`Approval needed: Manager approves, ${instance}`)
    expect(content.text).toBe('')
    const long = await render({ ...content, within: `INV-7 · ${'x'.repeat(200)}` })
    expect(long.subject).toMatch(/x…$/)
  })

  test('names no version where several files are judged, or none', async () => {
    const nina = await hire('nina', 'Nina Castell')
    const id = await task({ step: 'ok', type: 'approval', seats: [{ member: nina.id }] })
    for (const name of ['Invoice.pdf', 'Annex.pdf']) await attach(id, name)
    await opened(id)
    const { content } = await mailTo(nina)
    expect(content.facts).toContainEqual({ of: 'file', is: 'Invoice.pdf, version 1 and 1 more' })
    expect(content.link).not.toContain('?')
  })
})

test('mails of one thing go together for whoever gets several of them, and those of another do not', async () => {
  const nina = await hire('nina', 'Nina Castell')
  const [one, two] = [
    await task({ step: 'file', assignedTo: nina.id }),
    await task({ step: 'file', assignedTo: nina.id }),
  ]
  await opened(one)
  const first = await mailTo(nina)
  await inTenant(api.ctx, { tenantId }, async (tx) =>
    tx.notify({ type: 'mentioned', because: 'mentioned', name: 'x', text: 'x', to: [nina.id], about: { task: one } }),
  )
  const second = await mailTo(nina)
  await opened(two)
  const other = await mailTo(nina)
  expect(second.content.references).toBe(first.content.references)
  expect(other.content.references).not.toBe(first.content.references)
})

test('names with markup and control characters are text in every part of a mail', async () => {
  const nina = await hire('nina', 'Nina Castell')
  const name = '<img src=x onerror=alert(1)> & "Q4"\u0007\r\nBcc: eve@example.test \u202Egnp.exe'
  const id = await task({ step: 'file', assignedTo: nina.id, name })
  await opened(id)
  const { subject, html, text } = await mailTo(nina)
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(text).toContain('<img src=x onerror=alert(1)> & "Q4"')
  for (const part of [subject, html, text])
    for (const hidden of ['\u0007', '\u202E']) expect(part).not.toContain(hidden)
  expect(subject).not.toMatch(/[\r\n]/)
})
