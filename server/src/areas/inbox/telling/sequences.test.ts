/**
 * Anything a person does with their messages, mixed with news of any kind, in any order: at every quiet point each list,
 * count and badge says what a recount of plain rows says.
 */
import { randomInt } from 'node:crypto'
import { MessageId } from '@throughline/contracts/ids'
import * as messages from '@throughline/contracts/inbox'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeMember } from '../../../../test/factories.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { viewerOf } from '../../../../test/viewer-of.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { labels, makeLabel } from '../messages/labels.service.ts'
import { move, read, readAll, remove, restore, snooze } from '../messages/message-acts.service.ts'
import { counts, messages as listOf } from '../messages/messages.service.ts'
import { tendOnce } from '../tend/tend-inboxes.activities.ts'

const SEED = Number(process.env.INBOX_SEED ?? randomInt(2 ** 31))
const SEQUENCES = Number(process.env.INBOX_SEQUENCES ?? 60)
const STEPS = 14

const api = await sharedApi()
const { ours, task } = await createTaskWorld(api)
const { tenantId } = ours
const jobs = workerContext(api.ctx)

function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const LABELS = ['inbox', 'important', 'archived', 'own']

/** What the rows themselves say, without an index, a mark's shortcut or a cap. */
async function recount(memberId: string) {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ label: string; unread: boolean; needs_you: boolean; snoozed: boolean; deleted: boolean; id: string }>(
      `select m.id, m.label, m.needs_you, m.snoozed_until is not null as snoozed, m.deleted_at is not null as deleted,
         m.read_at is null and m.news_no > coalesce(r.read_upto, 0) as unread
       from messages m left join read_marks r on (r.tenant_id, r.member_id, r.label) = (m.tenant_id, m.member_id, m.label)
       where m.member_id = $1`,
      [memberId],
    ),
  )
  const shown = rows.filter(({ snoozed, deleted }) => !snoozed && !deleted)
  return { rows, shown }
}

async function compare(viewer: Viewer) {
  const { rows, shown } = await recount(viewer.memberId)
  const { data } = await counts(api.ctx, viewer)
  expect(data).toMatchObject({
    unread: shown.filter(({ unread, label }) => unread && label !== 'archived').length,
    needs_you: shown.filter(({ needs_you }) => needs_you).length,
    snoozed: rows.filter(({ snoozed, deleted }) => snoozed && !deleted).length,
  })
  const all = await labels(api.ctx, viewer)
  for (const label of LABELS) {
    const under = shown.filter((one) => one.label === label)
    expect(all.find(({ label_id }) => label_id === label)?.unread).toBe(under.filter(({ unread }) => unread).length)
    const query = messages.listMessages.query.parse({ label, perPage: 100 })
    const page = await listOf(api.ctx, viewer, query)
    expect(page.data.map(({ id }) => id).sort()).toEqual(under.map(({ id }) => id).sort())
    expect(page.pagination.total).toBe(under.length)
    expect(page.data.filter((one) => !one.read).length).toBe(under.filter(({ unread }) => unread).length)
  }
}

async function play(seed: number, tasks: readonly string[]) {
  const random = randomOf(seed)
  const viewer = await newcomer()
  await makeLabel(api.ctx, viewer, { label_id: 'own', name: 'Own', color: '#4f46e5' })
  const pick = <T>(from: readonly T[]): T | undefined => from[random(from.length)]
  const any = async () => pick((await recount(viewer.memberId)).rows)
  const news = (type: 'mentioned' | 'task_commented') =>
    inTenant(api.ctx, { tenantId }, async (tx) => {
      const about = { task: pick(tasks) ?? '' }
      tx.notify({ type, because: 'participant', name: 'News', text: String(random(1e6)), to: [viewer.memberId], about })
    })
  const acts: (() => Promise<unknown>)[] = [
    () => news('mentioned'),
    () => news('task_commented'),
    async () => read(api.ctx, viewer, MessageId.parse((await any())?.id), random(2) === 0),
    async () => move(api.ctx, viewer, MessageId.parse((await any())?.id), pick(LABELS) ?? 'inbox'),
    async () => snooze(api.ctx, viewer, MessageId.parse((await any())?.id), { for_news: true }),
    async () => snooze(api.ctx, viewer, MessageId.parse((await any())?.id), { until: null }),
    async () => remove(api.ctx, viewer, MessageId.parse((await any())?.id)),
    async () => restore(api.ctx, viewer, MessageId.parse((await any())?.id)),
    () => readAll(api.ctx, viewer, pick(LABELS) ?? 'inbox'),
    () => tendOnce(jobs, { tenantId }),
  ]
  await news('mentioned')
  for (let step = 0; step < STEPS; step++) await (pick(acts) ?? acts[0])?.()
  await compare(viewer)
}

async function newcomer(): Promise<Viewer> {
  const { personId, email } = await makeSomeone(api.ctx)
  await makeMember(api.ctx, ours, { personId, name: 'Sequence', email, role: 'member' })
  return viewerOf(api.ctx, personId)
}

test(`${SEQUENCES} random sequences end with counts that are true; INBOX_SEED=${SEED}`, {
  timeout: 120_000,
}, async () => {
  const tasks = await Promise.all(Array.from({ length: 4 }, () => task({ step: 'file' })))
  for (let n = 0; n < SEQUENCES; n++) await play(SEED + n, tasks)
})
