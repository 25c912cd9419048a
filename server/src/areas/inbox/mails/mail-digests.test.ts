import { addTaskComment, removeComment } from '@throughline/contracts/comments'
import { countMessages } from '@throughline/contracts/inbox'
import { getNotificationSettings } from '@throughline/contracts/notification-settings'
import * as acts from '@throughline/contracts/task-acts'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { parse } from '@throughline/flow/compile'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { form } from '../../../../test/engine/steps.ts'
import { queuedContents } from '../../../../test/queued-mails.ts'
import { makeWorkflow, startedInstance } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { InboxMail } from './mail-content.ts'
import { digestOnce } from './mail-digests.ts'
import { withInboxMails } from './render-inbox-mail.ts'

const api = await sharedApi()
const { actors, task, hire, at, maya, ours } = await createTaskWorld(api)
const worker = workerContext(api.ctx)

type Someone = Awaited<ReturnType<typeof hire>>

const DAY = 86_400_000
const look = (days: number) => digestOnce(worker, { tenantId: ours.tenantId }, new Date(Date.now() + days * DAY))
const digestsOf = async ({ user }: Someone) =>
  (await queuedContents(api, user.email)).flatMap((content) => {
    const mail = z.parse(InboxMail, content)
    return mail.kind === 'inbox_digest' ? mail : []
  })
/** A comment on a task of theirs is news for the digest. */
const comment = async (to: Someone, of?: string) => {
  const id = of ?? (await task({ assignedTo: to.id }))
  await maya.client(addTaskComment, { ...at(id), body: { content: 'Have a look' } })
  return id
}
const render = withInboxMails(() => Promise.reject(new Error('another mail')))

test('a digest comes at its time, once, with counts that are those of its lists and of the inbox', async () => {
  const nina = await hire('nina', 'Nina Castell')
  const first = await comment(nina)
  await comment(nina, first)
  await comment(nina)
  const id = await task({ assignedTo: maya.id })
  await maya.client(acts.askQuery, { ...at(id), body: { to: nina.id, question: 'Which ledger?' } })
  await look(0)
  expect(await digestsOf(nina)).toEqual([])
  await Promise.all([look(8), look(8), look(8)])
  await look(9)
  const [digest, ...more] = await digestsOf(nina)
  if (!digest) throw new Error('no digest was sent')
  expect(more).toEqual([])
  const { data } = await nina.client(countMessages)
  expect(digest.needs_you).toHaveLength(data.needs_you)
  expect(digest.updates.flatMap(({ lines }) => lines)).toHaveLength(3)
  const mail = await render(digest)
  expect(mail.subject).toBe('1 needs you, 3 other updates')
  expect(mail.text).toContain('Needs you 1')
  expect(mail.text).toContain('Other updates 3')
  expect(mail.headers).toMatchObject({ 'List-Unsubscribe': `<${digest.turn_off}>` })
})

test('a digest says what the person started and others have to go on with', async () => {
  const nina = await hire('nina', 'Nina Castell')
  const steps = [form('sign', [], { name: 'Sign the lease', assignee: { person: maya.id } })]
  const workflow = await makeWorkflow(api.ctx, ours, parse({ name: 'Lease', prefix: 'LSE', steps }).doc)
  const start = (name: string) => startedInstance(api.ctx, ours.tenantId, workflow, { startedBy: nina.id, name })
  await start('Harbor Street 4')
  await comment(nina)
  await look(0)
  await look(8)
  const [digest] = await digestsOf(nina)
  if (!digest) throw new Error('no digest was sent')
  expect(digest.waiting_on).toEqual([
    { title: 'Harbor Street 4', note: expect.stringMatching(/^Sign the lease · Maya Okafor, since \w+ \d+\.$/) },
  ])
  const { text, html } = await render(digest)
  for (const part of [text, html]) expect(part).toContain('Harbor Street 4')
  expect(text).toContain('You’re waiting on 1')
})

test('a digest is silent about what the person started and may not see any more', async () => {
  const nina = await hire('nina', 'Nina Castell')
  const steps = [form('sign', [], { name: 'Sign the lease', assignee: { person: maya.id } })]
  const workflow = await makeWorkflow(api.ctx, ours, parse({ name: 'Lease', prefix: 'LSH', steps }).doc)
  await startedInstance(api.ctx, ours.tenantId, workflow, { startedBy: nina.id, name: 'Harbor Street 4' })
  await comment(nina)
  await look(0)
  await actors.owner.client(setWorkflowAccess, {
    params: { workflowId: workflow },
    body: { visibility: 'limited', team_ids: [], member_ids: [ours.ownerId] },
  })
  await look(8)
  const [digest] = await digestsOf(nina)
  expect(digest?.waiting_on).toEqual([])
})

test('a digest counts all that needs the person, also what it has no room to list', async () => {
  const nina = await hire('nina', 'Nina Castell')
  for (let n = 0; n < 52; n++) {
    const id = await task({ assignedTo: nina.id })
    await inTenant(api.ctx, { tenantId: ours.tenantId }, async (tx) =>
      tx.emit({ type: 'task.opened', kind: 'task', id }),
    )
  }
  await comment(nina)
  await look(0)
  await look(8)
  const [digest] = await digestsOf(nina)
  if (!digest) throw new Error('no digest was sent')
  const { data } = await nina.client(countMessages)
  const { subject, text } = await render(digest)
  expect(subject).toBe(`${data.needs_you} need you, 1 other update`)
  expect(text).toContain(`${data.needs_you} things need you.`)
  expect(text).toContain(`Needs you ${data.needs_you}`)
})

test('a digest that can’t be written keeps back nobody else’s', async () => {
  const [nina, ivo] = [await hire('nina', 'Nina Castell'), await hire('ivo', 'Ivo Brandt')]
  await comment(nina)
  await comment(ivo)
  await look(0)
  await api.database.admin((admin) =>
    admin.query(`update messages set kind = 'unheard-of' where member_id = $1`, [nina.id]),
  )
  await look(8)
  expect(await digestsOf(nina)).toEqual([])
  expect(await digestsOf(ivo)).toHaveLength(1)
})

test('a digest says nothing of a comment that is gone', async () => {
  const nina = await hire('nina', 'Nina Castell')
  const id = await comment(nina)
  const said = await maya.client(addTaskComment, { ...at(id), body: { content: 'Never mind' } })
  await maya.client(removeComment, { params: { commentId: said.id } })
  await look(0)
  await look(8)
  const [digest] = await digestsOf(nina)
  expect(digest?.updates.flatMap(({ lines }) => lines)).toHaveLength(1)
})

test('no digest is sent when there is nothing new in it', async () => {
  const nina = await hire('nina', 'Nina Castell')
  await comment(nina)
  await look(0)
  await api.database.admin((admin) =>
    admin.query('update messages set read_at = now() where member_id = $1', [nina.id]),
  )
  await look(8)
  expect(await digestsOf(nina)).toEqual([])
})

test('one click turns it off, and nothing else does', async () => {
  const nina = await hire('nina', 'Nina Castell')
  await comment(nina)
  await look(0)
  await look(8)
  const [digest] = await digestsOf(nina)
  const url = new URL(digest?.turn_off ?? '').pathname
  const host = new URL(api.ctx.config.APP_ORIGIN).host
  const days = async () => (await nina.client(getNotificationSettings)).data.digest.days
  await api.app.inject({ method: 'GET', url, headers: { host } })
  expect(await days()).toBe('working_days')
  const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
  const forged = await api.app.inject({ method: 'POST', url: url.replace('digest/', 'digest/x'), headers })
  expect(forged.statusCode).toBe(404)
  expect(await days()).toBe('working_days')
  await api.app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' })
  expect(await days()).toBe('off')
  await comment(nina)
  await look(0)
  await look(16)
  expect(await digestsOf(nina)).toHaveLength(1)
})
