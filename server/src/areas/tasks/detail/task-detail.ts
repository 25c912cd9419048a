import type { Made } from '@throughline/contracts/endpoint'
import type { getTask, Task } from '@throughline/contracts/tasks'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import {
  approversWithoutVote,
  excludedFrom,
  forbidsOwnWork,
  hasUploadedTo,
  type People,
  peopleOf,
  personOf,
  queuesOf,
  shownAnswers,
  type Version,
  versionOf,
  waitingOf,
} from '../../instances/instances.public.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { type TaskListRow, taskPages } from '../list/task-rows.queries.ts'
import { scanTask } from '../list/task-scan.ts'
import { actsOn, assignmentOf, REVIEWED_BY_YOU } from '../task.policy.ts'
import { isTaskVisible } from '../task-visibility.ts'
import { isOpen, taskOnWire } from '../task-wire.ts'
import { answerFilesOfTask, attachmentsOfTask, commentsOfTask } from '../tasks.ports.ts'
import { type DetailRow, effectsOf, findDetail, queriesAbout, type SeatRow, seatsOfTask } from './detail.queries.ts'
import { answersIn, filesNamed, formOf, NO_FORM, peopleNamed } from './form.ts'
import { seatFor } from './seat-for.ts'
import { leadsOf, outcomesIn, outputsIn, stepIn, stepNumberIn, toolOf } from './step-view.ts'

type TaskWire = z.input<typeof Task>

const COMMENTS = 20
const EffectState = z.enum(['intended', 'done', 'failed', 'unknown'])
const QueryAnswer = z.object({ answer: z.string() })

type Queries = Awaited<ReturnType<typeof queriesAbout>>

function queriesOnWire(queries: Queries, people: People): TaskWire['queries'] {
  return queries.map((query) => {
    const answered = z.safeParse(QueryAnswer, query.answers)
    return {
      id: query.id,
      question: query.description,
      asked_by: personOf(people, query.asked_by),
      to: personOf(people, query.assigned_to),
      blocking: query.blocking,
      answer: answered.success ? answered.data.answer : null,
      state: z.parse(z.enum(['pending', 'in_progress', 'review', 'completed', 'failed', 'cancelled']), query.status),
      created_at: query.created_at.toISOString(),
      completed_at: query.completed_at?.toISOString() ?? null,
    }
  })
}

async function seatsOnWire(tx: ReadTx, seats: readonly SeatRow[], people: People): Promise<TaskWire['seats']> {
  const queueOf = await queuesOf(tx, seats)
  return seats.map((seat) => ({
    slot: seat.slot,
    person: personOf(people, seat.member_id),
    queue: queueOf(seat),
    asked: seat.asked,
    verdict: seat.verdict,
    by: personOf(people, seat.decided_by),
    comment: seat.comment ?? '',
    at: seat.at?.toISOString() ?? null,
    mine: seat.theirs,
    version_number: seat.version_number,
    asked_again:
      seat.old_verdict && seat.old_at && seat.asked_again_at
        ? {
            verdict: seat.old_verdict,
            by: personOf(people, seat.old_by),
            at: seat.old_at.toISOString(),
            since: seat.asked_again_at.toISOString(),
          }
        : null,
  }))
}

/** Whether somebody beside the viewer could be reminded of it. */
function asksOthers(row: TaskListRow, seats: readonly SeatRow[], { memberId }: Viewer): boolean {
  if (row.status === 'review') return row.reviewer_id !== memberId
  if (row.task_type === 'approval')
    return seats.some(({ asked, verdict, member_id }) => asked && !verdict && member_id !== memberId)
  return row.assigned_to === null ? row.queue_name !== null : row.assigned_to !== memberId
}

/** Why the main act is not the viewer's to do now, in a sentence. */
function blockedBy(row: TaskListRow, viewer: Viewer, blocking: Queries, people: People): string | null {
  if (row.status !== 'pending' && row.status !== 'in_progress') return null
  const [query] = blocking
  if (query) return `Waiting for an answer from ${personOf(people, query.assigned_to)?.name ?? 'someone'}`
  if (row.task_type !== 'manual') return null
  const assignment = assignmentOf(row, viewer, row.in_queue)
  if (assignment === 'taken') return `${row.assignee?.name ?? 'Someone'} has this task`
  if (assignment === 'reviewed') return REVIEWED_BY_YOU
  return assignment === 'queued' ? `Waiting in the queue of ${row.queue_name ?? 'others'}` : null
}

const ticketOf = (step: string, { round, item }: TaskListRow) => ({ step, round, ...(item >= 0 && { item }) })

async function approvalOf(tx: ReadTx, viewer: Viewer, row: TaskListRow, detail: DetailRow, version: Version) {
  const step = stepIn(version, row.step)
  if (row.task_type !== 'approval' || step?.type !== 'approval')
    return { seats: [], rule: null, in_order: false, withoutVote: [], seated: false, ownFiles: false, involved: false }
  const seats = await seatsOfTask(tx.db, tx.tenantId, row.id, viewer.memberId)
  const excluded = await excludedFrom(tx, version, { ...row, started_by: detail.started_by })
  const ownFiles =
    forbidsOwnWork(version, step.id) && (await hasUploadedTo.call(tx.db, tx.tenantId, [row.id], viewer.memberId))
  return {
    seats,
    rule: step.rule,
    in_order: step.order === 'in_order',
    withoutVote: await approversWithoutVote(tx, row.instance_id, ticketOf(step.id, row), excluded),
    seated: seatFor(seats, viewer.memberId, excluded) !== undefined,
    ownFiles,
    involved:
      ownFiles ||
      excluded.has(viewer.memberId) ||
      seats.some(({ theirs, decided_by }) => theirs || decided_by === viewer.memberId),
  }
}

type Approval = Awaited<ReturnType<typeof approvalOf>>

/** What the step of a task says about it, the same for everybody. */
async function stepOnWire(tx: ReadTx, version: Version, row: TaskListRow) {
  const step = stepIn(version, row.step)
  return {
    step_name: step?.name ?? null,
    step_place: stepNumberIn(version, row.step),
    instructions: step?.instructions ?? '',
    leads: leadsOf(version, row.step),
    tool: await toolOf(tx, step),
    outputs: step ? outputsIn(version, step).map(({ name, type }) => ({ name, type })) : [],
    outcomes: outcomesIn(version, row.step),
  }
}

/** The calls that an automated task made outside. */
async function attemptsOf(tx: ReadTx, row: TaskListRow): Promise<TaskWire['attempts']> {
  if (row.task_type !== 'automated' || row.step === null) return []
  const effects = await effectsOf(tx.db, tx.tenantId, row)
  return effects.map(({ key, state, attempts, problem, updated_at }) => ({
    key,
    state: z.parse(EffectState, state),
    at: updated_at.toISOString(),
    problem,
    attempts,
  }))
}

function actsFor(viewer: Viewer, row: TaskListRow, approval: Approval, blocked: boolean) {
  const { seats, seated, ownFiles, involved } = approval
  const othersAsked = asksOthers(row, seats, viewer)
  return actsOn({ ...row, blocked, inQueue: row.in_queue, seated, ownFiles, involved, othersAsked }, viewer)
}

/** Everything about a task that the viewer may see. */
export async function taskDetail(
  ctx: Context,
  tx: ReadTx,
  viewer: Viewer,
  taskId: string,
): Promise<Made<typeof getTask>> {
  const { db, tenantId } = tx
  const sees = isTaskVisible(await visibleTo(tx, viewer), tenantId, viewer.memberId)
  const [page] = await taskPages(db, tenantId, viewer.memberId, [scanTask(tenantId, taskId, sees)], 1)
  const row = page?.rows[0]
  const detail = row && (await findDetail(db, tenantId, taskId, viewer.memberId))
  if (!detail) throw notFound('This task')
  const version = await versionOf(db, tenantId, row.workflow_id, detail.workflow_version)
  const form = row.step === null ? NO_FORM : formOf(version, row.step, detail, row.item)
  const approval = await approvalOf(tx, viewer, row, detail, version)
  const queries = row.task_type === 'query' ? [] : await queriesAbout(db, tenantId, taskId)
  const blocking = queries.filter(({ blocking: blocks, status }) => blocks && isOpen(status))
  const answers = row.task_type === 'query' ? (detail.answers ?? {}) : answersIn(form, row.status, detail)
  const named = peopleNamed(form, answers)
  const people = await peopleOf(tx, [
    detail.completed_by,
    ...named,
    ...approval.withoutVote,
    ...approval.seats.flatMap(({ member_id, decided_by, old_by }) => [member_id, decided_by, old_by]),
    ...queries.flatMap(({ asked_by, assigned_to }) => [asked_by, assigned_to]),
  ])
  const comments = await commentsOfTask.call(ctx, tx, viewer, taskId, { limit: COMMENTS })
  const attempts = await attemptsOf(tx, row)
  const waiting = isOpen(row.status)
    ? ((await waitingOf(tx, viewer, [row.instance_id], { task: taskId })).get(row.instance_id)?.[0] ?? null)
    : null
  const facts = row.task_type === 'approval' ? await shownAnswers(tx, row.instance_id, version, detail.variables) : []
  return {
    data: {
      ...taskOnWire(tenantId, row),
      ...(await stepOnWire(tx, version, row)),
      run: Math.max(1, detail.runs),
      item: row.item < 0 ? null : row.item,
      fields: form.fields,
      answers,
      show: form.show,
      vars: form.vars,
      people: named.flatMap((id) => personOf(people, id) ?? []),
      completed_by: personOf(people, detail.completed_by),
      draft_saved_at: detail.draft_saved_at?.toISOString() ?? null,
      rule: approval.rule,
      in_order: approval.in_order,
      seats: await seatsOnWire(tx, approval.seats, people),
      without_vote: approval.withoutVote.flatMap((id): TaskWire['without_vote'] => {
        const person = personOf(people, id)
        return person ? [{ person, why: id === detail.started_by ? 'started' : 'worked' }] : []
      }),
      facts,
      attempts,
      review_comment: detail.review_comment,
      about: detail.about_task ? { id: detail.about_task, name: detail.about_name ?? '' } : null,
      blocking: detail.blocking,
      queries: queriesOnWire(queries, people),
      comments: comments.data,
      comments_cursor: comments.pagination.next_cursor,
      attachments: await attachmentsOfTask.call(tx, row),
      answer_files: await answerFilesOfTask.call(tx, row, filesNamed(form, answers)),
      waiting,
      can: actsFor(viewer, row, approval, blocking.length > 0),
      blocked_by: blockedBy(row, viewer, blocking, people),
    },
  }
}
