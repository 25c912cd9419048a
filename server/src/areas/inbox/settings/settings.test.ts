import { MessageKind } from '@throughline/contracts/inbox'
import * as settings from '@throughline/contracts/notification-settings'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'

const api = await sharedApi()
const { hire, actors, workflow, ours, task } = await createTaskWorld(api)
const nina = await hire('nina', 'Nina Castell')
const { client } = nina

const read = async () => (await client(settings.getNotificationSettings)).data
const kindOf = async (kind: MessageKind) => (await read()).kinds.find((one) => one.kind === kind)
const put = (body: object) => client(settings.putNotificationSettings, { body })
const off = { inbox: true, email: 'off', desktop: false } as const

test('everybody starts with what the product has, each kind once', async () => {
  const { kinds, quiet, digest, follows } = await read()
  expect(kinds.map(({ kind }) => kind)).toEqual(MessageKind.options)
  expect(kinds.every(({ own }) => !own)).toBe(true)
  expect(kinds.filter(({ locked }) => locked).map(({ kind }) => kind)).toEqual(['security'])
  expect(quiet).toEqual({ on: false, from: '18:30', to: '08:00', weekends: true, let_due_through: true })
  expect(digest).toEqual({ days: 'working_days', time: '08:30' })
  expect(follows).toEqual([])
})

test('what a person chooses is theirs alone, and the organization’s defaults take it back', async () => {
  await put({ kinds: [{ kind: 'assigned', ...off }] })
  expect(await kindOf('assigned')).toMatchObject({ email: 'off', own: true })
  const { data } = await actors.owner.client(settings.getNotificationSettings)
  expect(data.kinds.find(({ kind }) => kind === 'assigned')).toMatchObject({ email: 'now', own: false })
  await client(settings.resetNotificationSettings)
  expect(await kindOf('assigned')).toMatchObject({ email: 'now', own: false })
})

test('what needs somebody always comes to the inbox, and security stays as it is', async () => {
  const body = (kind: MessageKind, inbox: boolean) => ({ kinds: [{ kind, inbox, email: 'off', desktop: false }] })
  expect(await verdict(put(body('approval', false)))).toBe('422 invalid_request')
  expect(await verdict(put(body('mention', false)))).toBe('accepted')
  expect(await verdict(put(body('security', true)))).toBe('409 fixed')
  await client(settings.resetNotificationSettings)
})

test('quiet hours and the digest are kept, and hours that begin when they end are not', async () => {
  const quiet = { on: true, from: '20:00', to: '07:00', weekends: false, let_due_through: false }
  const { data } = await put({ quiet, digest: { days: 'mondays', time: '09:15' } })
  expect(data).toMatchObject({ quiet, digest: { days: 'mondays', time: '09:15' } })
  expect(await verdict(put({ quiet: { ...quiet, to: '20:00' } }))).toBe('422 invalid_request')
})

test('an organization sets what all have, and can keep people from choosing otherwise', async () => {
  const admin = actors.owner.client
  await put({ kinds: [{ kind: 'mention', ...off }] })
  const kinds = [{ kind: 'mention', inbox: true, email: 'digest', desktop: false, can_change: false }] as const
  const body = { kinds: [...kinds], names_in_mails: false }
  const { data } = await admin(settings.putOrgNotificationSettings, { body })
  expect(data).toMatchObject({ names_in_mails: false })
  expect(await kindOf('mention')).toMatchObject({ email: 'digest', own: false, locked: true })
  expect(await verdict(put({ kinds: [{ kind: 'mention', ...off }] }))).toBe('409 locked')
  const { rows } = await api.database.admin((db) =>
    db.query(`select data from audit_pending where tenant_id = $1 and act = 'organization.notifications_changed'`, [
      ours.tenantId,
    ]),
  )
  expect(rows).toMatchObject([
    {
      data: { before: { mention: { email: 'now' }, names_in_mails: true }, after: { mention: { can_change: false } } },
    },
  ])
  expect(await verdict(client(settings.getOrgNotificationSettings))).toBe('403 forbidden')
  expect(await verdict(client(settings.putOrgNotificationSettings, { body }))).toBe('403 forbidden')
})

test('what people chose holds for what they are told, unless the organization decides it', async () => {
  const [ada, admin] = [await hire('ada', 'Ada'), actors.owner.client]
  const mention = { kind: 'mention', inbox: true, email: 'now', desktop: false } as const
  const own = (body: object) => ada.client(settings.putNotificationSettings, { body })
  const lock = (email: 'off' | 'now', can_change: boolean) =>
    admin(settings.putOrgNotificationSettings, { body: { kinds: [{ ...mention, email, can_change }] } })
  /** How each mention of her is mailed, and in how many messages. */
  const told = async () => {
    const about = { task: await task({ step: 'file' }) }
    await inTenant(api.ctx, { tenantId: ours.tenantId }, async (tx) =>
      tx.notify({ type: 'mentioned', because: 'mentioned', name: 'x', text: 'x', to: [ada.id], about }),
    )
    const { rows } = await api.database.admin((db) =>
      db.query<{ mail: string | null }>(
        `select n.mail from message_news n join messages m on m.member_id = n.member_id and m.id = n.message_id
         where m.member_id = $1 and m.thing_id = $2`,
        [ada.id, about.task],
      ),
    )
    return rows.map(({ mail }) => mail ?? 'now')
  }
  await lock('now', true)
  expect(await told()).toEqual(['now'])
  await own({ kinds: [{ ...mention, email: 'digest' }] })
  expect(await told()).toEqual(['digest'])
  await lock('off', false)
  expect(await told()).toEqual(['off'])
  await lock('now', true)
  expect(await told()).toEqual(['digest'])
  await own({ kinds: [{ ...mention, inbox: false }] })
  expect(await told()).toEqual([])
})

test('a workflow is followed or muted by those who see it', async () => {
  const at = { params: { workflowId: workflow } }
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await client(settings.followWorkflow, { ...at, body: { level: 'muted', until } })
  expect((await read()).follows).toMatchObject([{ workflow: { id: workflow }, level: 'muted', until }])
  const past = { level: 'muted', until: '2020-01-01T00:00:00Z' } as const
  expect(await verdict(client(settings.followWorkflow, { ...at, body: past }))).toBe('422 invalid_request')
  await client(settings.unfollowWorkflow, at)
  expect((await read()).follows).toEqual([])
  expect(await verdict(client(settings.unfollowWorkflow, at)), 'done again').toBe('accepted')
  expect(await verdict(actors.other_admin.client(settings.unfollowWorkflow, at))).toBe('404 not_found')
  const foreign = actors.other_admin.client(settings.followWorkflow, { ...at, body: { level: 'everything' } })
  expect(await verdict(foreign)).toBe('404 not_found')
})
