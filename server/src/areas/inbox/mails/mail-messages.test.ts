import { addTaskComment, removeComment } from '@throughline/contracts/comments'
import { listMessages, readMessage } from '@throughline/contracts/inbox'
import * as acts from '@throughline/contracts/task-acts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { setMemberStatus } from '../../../../test/factories.ts'
import { queuedContents } from '../../../../test/queued-mails.ts'
import { makeInstance } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { InboxMail } from './mail-content.ts'
import { mailOnce } from './mail-messages.ts'

const api = await sharedApi()
const { task, hire, at, maya, ours, workflow } = await createTaskWorld(api)
const worker = workerContext(api.ctx)

type Someone = Awaited<ReturnType<typeof hire>>

/** So many minutes from now. */
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const look = (now: Date) => mailOnce(worker, { tenantId: ours.tenantId }, now)
const mailsOf = async ({ user }: Someone) =>
  (await queuedContents(api, user.email)).map((content) => z.parse(InboxMail, content))
const messagesOf = async ({ client }: Someone) => (await client(listMessages, { query: {} })).data
const ask = async (to: Someone, question: string) => {
  const id = await task({ assignedTo: maya.id })
  await maya.client(acts.askQuery, { ...at(id), body: { to: to.id, question } })
  return id
}
const setStatus = (instanceId: string, status: string) =>
  api.database.admin((admin) => admin.query('update instances set status = $2 where id = $1', [instanceId, status]))
/** An instance they started, which the engine can't go on with. */
const stick = async (starter: Someone) => {
  const id = await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy: starter.id })
  await setStatus(id, 'failed')
  await inTenant(worker, { tenantId: ours.tenantId }, async (tx) =>
    tx.notify({
      type: 'step_failed',
      because: 'starter',
      name: 'Purchase',
      text: 'The step took too long.',
      to: [starter.id],
      about: { instance: id, workflow },
    }),
  )
  return id
}
const setHours = (who: Someone, hours: string) =>
  api.database.admin((admin) =>
    admin.query(
      `insert into notification_hours (tenant_id, member_id, quiet_on, quiet_from, quiet_to, quiet_weekends, let_due_through)
       values ($1, $2, ${hours})`,
      [ours.tenantId, who.id],
    ),
  )
const marksOf = async ({ id }: Someone) => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ mail: string | null }>('select mail from message_news where member_id = $1 order by id', [id]),
  )
  return rows.map(({ mail }) => mail)
}

describe('a mail', () => {
  test('is held for two minutes, then sent once', async () => {
    const nina = await hire('nina', 'Nina Castell')
    await ask(nina, 'Which ledger?')
    await look(later(1.9))
    expect(await mailsOf(nina)).toEqual([])
    await look(later(2.1))
    await look(later(3))
    const [message] = await messagesOf(nina)
    expect(await mailsOf(nina)).toMatchObject([
      {
        kind: 'inbox_message',
        type: 'question_asked',
        title: message?.title,
        sender: maya.user.name,
        because: 'assignee',
        link: `${api.ctx.config.APP_ORIGIN}/inbox?message=${message?.id}`,
        settings: `${api.ctx.config.APP_ORIGIN}/profile/notifications`,
      },
    ])
    expect(await marksOf(nina)).toEqual(['sent'])
  })

  test('names the person who asked, although somebody else has commented since', async () => {
    const [nina, ivo] = [await hire('nina', 'Nina Castell'), await hire('ivo', 'Ivo Brandt')]
    await ask(nina, 'Which ledger?')
    const [message] = await messagesOf(nina)
    const query = message?.metadata.entities.find(({ entityType }) => entityType === 'task')
    await ivo.client(addTaskComment, { ...at(query?.entityId ?? ''), body: { content: 'The blue one?' } })
    expect(await messagesOf(nina)).toMatchObject([{ type: 'question_asked', sender: { name: maya.user.name } }])
    await look(later(3))
    expect(await mailsOf(nina)).toMatchObject([{ type: 'question_asked', sender: maya.user.name }])
  })

  test('of a mention goes out although the task comes to a queue of theirs, which mails nothing', async () => {
    const nina = await hire('nina', 'Nina Castell')
    const id = await task({ assignedTo: maya.id })
    await maya.client(addTaskComment, { ...at(id), body: { content: `Soon yours, @[Nina Castell](${nina.id})` } })
    await api.database.admin(async (admin) => {
      await admin.query('delete from task_people where task_id = $1', [id])
      await admin.query('update tasks set assigned_to = null, team_id = $2 where id = $1', [id, ours.teamId])
    })
    await inTenant(worker, { tenantId: ours.tenantId }, async (tx) =>
      tx.emit({ type: 'task.opened', kind: 'task', id }),
    )
    expect(await messagesOf(nina)).toMatchObject([{ type: 'task_queued', news_count: 2 }])
    await look(later(3))
    expect(await mailsOf(nina)).toMatchObject([{ type: 'mentioned', sender: maya.user.name }])
  })

  test('of a comment names the person who wrote it, beside what somebody else asks for', async () => {
    const [nina, ivo] = [await hire('nina', 'Nina Castell'), await hire('ivo', 'Ivo Brandt')]
    await ask(nina, 'Which ledger?')
    await look(later(3))
    const [message] = await messagesOf(nina)
    const query = message?.metadata.entities.find(({ entityType }) => entityType === 'task')
    const content = `The blue one, @[Nina Castell](${nina.id})?`
    await ivo.client(addTaskComment, { ...at(query?.entityId ?? ''), body: { content } })
    await look(later(6))
    expect((await mailsOf(nina)).at(-1)).toMatchObject({ type: 'mentioned', sender: 'Ivo Brandt' })
  })

  test('that can’t be written keeps back nobody else’s, and is tried again', async () => {
    const [nina, ivo] = [await hire('nina', 'Nina Castell'), await hire('ivo', 'Ivo Brandt')]
    await ask(nina, 'Which ledger?')
    await ask(ivo, 'Which bank?')
    const setBecause = (because: string) =>
      api.database.admin((admin) =>
        admin.query('update messages set because = $2 where member_id = $1', [nina.id, because]),
      )
    await setBecause('unheard-of')
    await look(later(3))
    expect(await mailsOf(nina)).toEqual([])
    expect(await mailsOf(ivo)).toHaveLength(1)
    await setBecause('assignee')
    await look(later(65))
    expect(await mailsOf(nina)).toHaveLength(1)
    expect(await mailsOf(ivo)).toHaveLength(1)
  })

  test('of a comment is not sent once the comment is gone', async () => {
    const nina = await hire('nina', 'Nina Castell')
    const id = await task({ assignedTo: maya.id })
    const content = `Look at this, @[Nina Castell](${nina.id})`
    const said = await maya.client(addTaskComment, { ...at(id), body: { content } })
    await maya.client(removeComment, { params: { commentId: said.id } })
    await look(later(3))
    expect(await mailsOf(nina)).toEqual([])
    expect(await marksOf(nina)).toEqual(['skipped'])
  })

  test('is not sent if the message was read first, or the work is done', async () => {
    const nina = await hire('nina', 'Nina Castell')
    await ask(nina, 'Which ledger?')
    const [message] = await messagesOf(nina)
    await nina.client(readMessage, { params: { messageId: message?.id ?? '' }, body: { read: true } })
    await ask(nina, 'Which bank?')
    const [open] = (await messagesOf(nina)).filter(({ read }) => !read)
    const entity = open?.metadata.entities.find(({ entityType }) => entityType === 'task')
    await nina.client(acts.completeTask, { ...at(entity?.entityId ?? ''), body: { answer: 'The second' } })
    await look(later(3))
    expect(await mailsOf(nina)).toEqual([])
  })

  test('tells a starter that their instance can’t continue, unless it goes on meanwhile', async () => {
    const nina = await hire('nina', 'Nina Castell')
    await setStatus(await stick(nina), 'in_progress')
    await look(later(3))
    expect(await mailsOf(nina)).toEqual([])
    await stick(nina)
    await look(later(3))
    expect(await mailsOf(nina)).toMatchObject([
      {
        kind: 'inbox_message',
        type: 'step_failed',
        title: 'Can’t continue: Purchase',
        text: 'The step took too long.',
        because: 'starter',
      },
    ])
  })

  test('lists several that are due at once', async () => {
    const nina = await hire('nina', 'Nina Castell')
    await ask(nina, 'Which ledger?')
    await ask(nina, 'Which bank?')
    await look(later(3))
    const mails = await mailsOf(nina)
    expect(mails).toMatchObject([{ kind: 'inbox_messages', messages: [{}, {}] }])
  })

  test('goes to nobody who has left', async () => {
    const nina = await hire('nina', 'Nina Castell')
    await ask(nina, 'Which ledger?')
    await setMemberStatus(api.ctx, ours.tenantId, nina.id, 'suspended')
    await look(later(3))
    expect(await mailsOf(nina)).toEqual([])
  })

  test('is sent once, also when two look at the same time', async () => {
    const nina = await hire('nina', 'Nina Castell')
    await ask(nina, 'Which ledger?')
    await Promise.all([look(later(3)), look(later(3)), look(later(3))])
    expect(await mailsOf(nina)).toHaveLength(1)
  })

  test('waits for the end of quiet hours, and then comes as one', async () => {
    const nina = await hire('nina', 'Nina Castell')
    await setHours(nina, `true, '00:00', '23:58', false, true`)
    await ask(nina, 'Which ledger?')
    await ask(nina, 'Which bank?')
    const midnight = new Date()
    midnight.setUTCHours(24, 30)
    await look(midnight)
    expect(await mailsOf(nina)).toEqual([])
    const over = new Date(midnight)
    over.setUTCHours(23, 59)
    await look(over)
    expect(await mailsOf(nina)).toMatchObject([{ kind: 'inbox_messages', messages: [{}, {}] }])
  })

  test('goes out in quiet hours if it is due before they end', async () => {
    const nina = await hire('nina', 'Nina Castell')
    await setHours(nina, `true, '00:00', '23:58', false, true`)
    await ask(nina, 'Which ledger?')
    await ask(nina, 'Which bank?')
    const midnight = new Date()
    midnight.setUTCHours(24, 30)
    const due = new Date(midnight.getTime() + 3_600_000)
    await api.database.admin((admin) =>
      admin.query(`update messages set due_sort = $2 where member_id = $1 and body like '%ledger%'`, [nina.id, due]),
    )
    await look(midnight)
    expect(await mailsOf(nina)).toMatchObject([{ kind: 'inbox_message', due: { overdue: false } }])
  })

  test('names a comment in which the person was mentioned', async () => {
    const nina = await hire('nina', 'Nina Castell')
    const id = await task({ assignedTo: maya.id })
    const content = `@[Nina Castell](${nina.id}) see page 2`
    await maya.client(addTaskComment, { ...at(id), body: { content } })
    await look(later(3))
    expect(await mailsOf(nina)).toMatchObject([{ type: 'mentioned', text: '@Nina Castell see page 2' }])
  })

  test('says only that something is waiting where the organization wants no names', async () => {
    const nina = await hire('nina', 'Nina Castell')
    const names = (on: boolean) =>
      api.database.admin((admin) =>
        admin.query('update tenants set names_in_mails = $2 where id = $1', [ours.tenantId, on]),
      )
    await names(false)
    await ask(nina, 'Which ledger?')
    await look(later(3))
    await names(true)
    const [mail] = await mailsOf(nina)
    expect(mail).toMatchObject({ kind: 'inbox_waiting', count: 1 })
    expect(JSON.stringify(mail)).not.toContain('ledger')
  })
})
