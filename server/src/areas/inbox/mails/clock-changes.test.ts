/** Mails and digests in the two nights of a year that are an hour shorter or longer than others. */
import { addTaskComment } from '@throughline/contracts/comments'
import { putNotificationSettings } from '@throughline/contracts/notification-settings'
import * as acts from '@throughline/contracts/task-acts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { queuedContents } from '../../../../test/queued-mails.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { InboxMail } from './mail-content.ts'
import { digestOnce } from './mail-digests.ts'
import { mailOnce } from './mail-messages.ts'

const api = await sharedApi()
const { task, hire, at, maya, ours } = await createTaskWorld(api)
const worker = workerContext(api.ctx)

type Someone = Awaited<ReturnType<typeof hire>>

const scope = { tenantId: ours.tenantId }
const mailsOf = async ({ user }: Someone) =>
  (await queuedContents(api, user.email)).map((content) => z.parse(InboxMail, content))

/** In Amsterdam, whose clocks change on the last Sundays of March and October. */
async function hireThere(): Promise<Someone> {
  const nina = await hire('nina', 'Nina Castell')
  await api.database.admin((admin) =>
    admin.query(
      `update people set time_zone = 'Europe/Amsterdam' where id = (select person_id from members where id = $1)`,
      [nina.id],
    ),
  )
  return nina
}

function lastSunday(month: number): Date {
  const day = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month + 1, 0))
  day.setUTCDate(day.getUTCDate() - day.getUTCDay())
  return day
}

/** A clock of Amsterdam on that Sunday or the day before, as UTC has it. */
const moment = (sunday: Date, days: number, utc: string) => {
  const day = new Date(sunday.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return new Date(`${day}T${utc}:00Z`)
}

const CHANGES = [
  { name: 'forward', sunday: lastSunday(2), evening: '22:00', eight: '06:00', halfPast: '06:30' },
  { name: 'back', sunday: lastSunday(9), evening: '21:00', eight: '07:00', halfPast: '07:30' },
]
const minuteBefore = (at: Date) => new Date(at.getTime() - 60_000)

describe.each(CHANGES)('in the night that clocks go $name', ({ sunday, evening, eight, halfPast }) => {
  test('quiet hours end at eight by the person’s own clock, and what waited comes as one mail', async () => {
    const nina = await hireThere()
    const quiet = { on: true, from: '18:30', to: '08:00', weekends: false, let_due_through: true }
    await nina.client(putNotificationSettings, { body: { quiet } })
    for (const question of ['Which ledger?', 'Which bank?']) {
      const body = { to: nina.id, question }
      await maya.client(acts.askQuery, { ...at(await task({ assignedTo: maya.id })), body })
    }
    await mailOnce(worker, scope, moment(sunday, -1, evening))
    const end = moment(sunday, 0, eight)
    await mailOnce(worker, scope, minuteBefore(end))
    expect(await mailsOf(nina)).toEqual([])
    await mailOnce(worker, scope, end)
    expect(await mailsOf(nina)).toMatchObject([{ kind: 'inbox_messages', messages: [{}, {}] }])
  })

  test('the digest comes at half past eight by the person’s own clock, once', async () => {
    const nina = await hireThere()
    await nina.client(putNotificationSettings, { body: { digest: { days: 'every_day', time: '08:30' } } })
    const id = await task({ assignedTo: nina.id })
    await maya.client(addTaskComment, { ...at(id), body: { content: 'Have a look' } })
    await digestOnce(worker, scope, moment(sunday, -1, '12:00'))
    const due = moment(sunday, 0, halfPast)
    const { rows } = await api.database.admin((admin) =>
      admin.query<{ next_digest_at: Date }>('select next_digest_at from notification_hours where member_id = $1', [
        nina.id,
      ]),
    )
    expect(rows).toEqual([{ next_digest_at: due }])
    await digestOnce(worker, scope, minuteBefore(due))
    expect(await mailsOf(nina)).toEqual([])
    await digestOnce(worker, scope, due)
    await digestOnce(worker, scope, moment(sunday, 1, halfPast))
    expect(await mailsOf(nina)).toMatchObject([{ kind: 'inbox_digest', greeting: 'morning' }])
  })
})
