import { randomUUID } from 'node:crypto'

import type { Context } from '../../../core/context.ts'
import type { Leaving } from '../../../core/db/before-commit.ts'
import type { Notice, TenantTx } from '../../../core/db/tenant-tx.ts'
import { audienceOfInstance, partsInTasks, requireInstanceVisibility } from '../../instances/instances.public.ts'
import { audienceOf } from '../../workflows/workflows.public.ts'
import { askOf, newsOf } from './message-words.ts'
import { openTasksIn, type Recipient, recipientsOf } from './recipients.queries.ts'
import { endQueueAsks, type NoticeRow, putFanOuts, putTelling, type Told } from './tell.queries.ts'

/** As many people as an act tells itself; more are told by a job, so that nobody waits for them. */
const TOLD_AT_ONCE = 50

/** And as many of the people of all queues together: a turn may open a thousand tasks. */
const QUEUED_AT_ONCE = 1_000

/** Of a task these change nothing about who is asked. */
const BESIDE = ['task.begun', 'task.commented', 'task.comment_changed', 'task.comment_removed', 'task.file_added']
/** After these somebody may not be in a queue any more. */
const LEAVES_QUEUES = [
  'member.team_left',
  'member.team_changed',
  'member.teams_changed',
  'member.role_changed',
  'member.left',
  'member.removed',
]
const MOVES_TASKS = ['instance.removed', 'instance.restored']

/** The inboxes' workflow of a tenant looks at them. */
export const pokeInboxes = (tx: TenantTx): void =>
  tx.poke(tx.tenantId, {
    workflow: 'tendInboxes',
    workflowId: `inboxes:${tx.tenantId}`,
    args: { tenantId: tx.tenantId },
  })

/** After the commit open pages get what is new; a mail that is due sooner than any other wakes the inboxes' workflow. */
export function follow(ctx: Context, tx: TenantTx, { told, wake }: Told): void {
  const { tenantId } = tx
  for (const [, messageId] of told) tx.index('inbox_message', messageId)
  if (told.length > 0) tx.afterCommit(() => ctx.publish({ kind: 'inbox', tenantId, changed: told }))
  if (wake) pokeInboxes(tx)
}

/** Who may see what it is about; undefined: everyone. */
async function audienceOfNotice(tx: TenantTx, { task, instance, workflow }: Notice['about']) {
  if (!instance) return workflow ? audienceOf(tx, workflow) : undefined
  const seeing = await audienceOfInstance(tx, await requireInstanceVisibility(tx, instance))
  const parts = seeing && task ? await partsInTasks(tx.db, tx.tenantId, [task]) : []
  return seeing && [...seeing, ...parts.map(({ member_id }) => member_id)]
}

async function rowsOf(tx: TenantTx, notices: readonly Notice[]): Promise<NoticeRow[]> {
  const rows: NoticeRow[] = []
  for (const [place, notice] of notices.entries()) {
    const { document, task, instance, workflow, comment, export: exported, connection } = notice.about
    const { followers } = notice
    const seeing = await audienceOfNotice(tx, notice.about)
    const to = seeing ? notice.to.filter((one) => seeing.includes(one)) : [...notice.to]
    if (to.length === 0 && !followers) continue
    rows.push({
      ...newsOf(notice),
      place,
      // One comment names somebody and is news for them besides: they are told once.
      source_id: comment ?? randomUUID(),
      thing_id: document ?? task ?? instance ?? workflow ?? exported ?? connection ?? randomUUID(),
      to,
      ...(followers && { followers: seeing ?? followers }),
    })
  }
  return rows
}

/** A team or role that stands in for the starter has no part in the instance yet: some of them may not see it. */
async function withoutHidden(tx: TenantTx, rows: readonly Recipient[]): Promise<readonly Recipient[]> {
  const instances = new Set(rows.flatMap(({ part, instance_id }) => (part === 'stand_in' ? instance_id : [])))
  const audiences = new Map<string, readonly string[] | undefined>()
  for (const id of instances) audiences.set(id, await audienceOfNotice(tx, { instance: id }))
  return rows.filter(
    ({ part, instance_id, member_id }) =>
      part !== 'stand_in' || (audiences.get(instance_id)?.includes(member_id) ?? true),
  )
}

/** Whom these tasks wait for, and those of them whose queue is too long to be told at once. */
async function askedIn(tx: TenantTx, taskIds: readonly string[]) {
  if (taskIds.length === 0) return { asked: [], partial: [] }
  const most = Math.max(1, Math.min(TOLD_AT_ONCE, Math.floor(QUEUED_AT_ONCE / taskIds.length)))
  const found = await recipientsOf(tx.db, tx.tenantId, { taskIds, after: null, queueLimit: most + 1 })
  const rows = await withoutHidden(tx, found)
  const queued = new Map<string, number>()
  for (const { task_id, part } of rows) if (part === 'queue') queued.set(task_id, (queued.get(task_id) ?? 0) + 1)
  const partial = [...queued].flatMap(([id, people]) => (people > most ? id : []))
  const asked = rows.filter(({ task_id, part }) => part !== 'queue' || !partial.includes(task_id)).map(askOf)
  return { asked, partial }
}

async function tasksIn(tx: TenantTx, { events }: Leaving): Promise<string[]> {
  const own = events.flatMap(({ kind, type, id }) => (kind === 'task' && !BESIDE.includes(type) ? id : []))
  const moved = events.flatMap(({ type, id }) => (MOVES_TASKS.includes(type) ? id : []))
  const theirs = moved.length > 0 ? await openTasksIn(tx.db, tx.tenantId, moved) : []
  return [...new Set([...own, ...theirs])]
}

/**
 * Tells people of a transaction, in it. Whom a task waits for is read from the task itself, so that no way of giving,
 * taking or ending work can forget them; whatever else is news, its act says with `notify`.
 */
export async function tellPeople(ctx: Context, tx: TenantTx, leaving: Leaving): Promise<void> {
  const { db, tenantId, scope } = tx
  const leavers = leaving.events.flatMap(({ type, id }) => (LEAVES_QUEUES.includes(type) ? id : []))
  if (leavers.length > 0) follow(ctx, tx, { told: await endQueueAsks(db, leavers), wake: false })
  const tasks = await tasksIn(tx, leaving)
  const rows = await rowsOf(tx, leaving.notices)
  if (tasks.length === 0 && rows.length === 0) return
  const actor = scope.memberId ?? null
  const { asked, partial } = await askedIn(tx, tasks)
  const notices = rows.filter(({ to }) => to.length <= TOLD_AT_ONCE)
  const large = rows.filter(({ to }) => to.length > TOLD_AT_ONCE)
  const hold = ctx.config.MAIL_HOLD_SECONDS
  const { crowded, ...told } = await putTelling(db, { tasks, partial, asked, notices }, { actor, hold })
  follow(ctx, tx, told)
  const followed = notices.filter(({ place }) => crowded.includes(place))
  const fanOuts = [...partial.map((task_id) => ({ task_id })), ...[...large, ...followed].map((notice) => ({ notice }))]
  // After the inboxes are locked: whatever else is locked comes later, for everybody.
  if (fanOuts.length > 0) {
    await putFanOuts(db, tenantId, actor, fanOuts)
    pokeInboxes(tx)
  }
}
