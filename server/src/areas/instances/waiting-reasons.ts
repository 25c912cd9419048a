import type { ChangeRequest, Waiting } from '@throughline/contracts/running'
import { countBits, hasBit } from '@throughline/flow/bit-string'
import type { Step } from '@throughline/flow/document'
import type { Plan } from '@throughline/flow/plan'
import type { Open, State } from '@throughline/flow/run'
import { pauseAfter, triesOf } from './engine/retry-pause.ts'
import type { Version } from './engine/version.ts'
import type { childrenOf, Hold, OpenTask, UndecidedSeat } from './waiting.queries.ts'
import { instanceKey } from './wire.service.ts'

type Child = Awaited<ReturnType<typeof childrenOf>>[number]
type Kind = Waiting['kind']
type Queued = { team_id: string | null; role_id: string | null }

/** Everything that one instance waits by, as it was read. */
export interface Facts {
  workflowId: string
  version: Pick<Version, 'doc' | 'plan'>
  state: State
  tasks: readonly OpenTask[]
  seats: readonly UndecidedSeat[]
  children: readonly Child[]
  /** Where none of its turns can be played: why, and since when. */
  stuck?: { problem: string; since: Date } | undefined
  /** By step, where it has no task to say so. */
  problems: ReadonlyMap<string, string | null>
  /** By step, what holds its calls, and until when. */
  holds: ReadonlyMap<string, Pick<Hold, 'until' | 'connection'>>
  /** Calls between two tries, the latest first. */
  retries: readonly { step: string; tried: number; at: Date; problem: string | null }[]
}

/** A reason with ids for names. */
export interface Reason {
  kind: Kind
  step: string | null
  name: string
  task_id: string | null
  since: string
  overdue: boolean
  peopleIds: string[]
  queued: Queued | null
  reminded_at: string | null
  needed?: number
  given?: number
  items_done?: number
  items?: number
  until?: string | undefined
  problem?: string
  attempts?: number
  retry?: { at: string; next: number; of: number }
  child?: { id: string; key: string; name: string }
  for?: string[]
  requested?: Requested | undefined
}

/** What somebody wants to have changed. */
interface Requested {
  verdict: ChangeRequest['verdict']
  by: string | null
  comment: string
  task_id: string | null
}

const MAX_NAMED = 10
const iso = (ms: number) => new Date(ms).toISOString()

const unique = (ids: readonly (string | null)[]) => [...new Set(ids)].filter((id) => id !== null).slice(0, MAX_NAMED)

const kindOfCall = (hold: Pick<Hold, 'connection'> | undefined): Kind =>
  hold ? (hold.connection ? 'connection' : 'mail_budget') : 'tool'

function kindOf(task: OpenTask, { tasks, holds }: Facts): Kind {
  if (task.status === 'failed') return 'failed'
  if (tasks.some((query) => query.blocking && query.about_task === task.id)) return 'query'
  if (task.status === 'review') return 'review'
  if (task.task_type === 'approval') return 'approval'
  if (task.task_type === 'automated') return kindOfCall(holds.get(task.step ?? ''))
  return task.assigned_to === null && (task.team_id ?? task.role_id) !== null ? 'queue' : 'person'
}

const latest = (dates: readonly (Date | null)[]) =>
  dates.reduce<Date | null>((last, date) => (date && (!last || date > last) ? date : last), null)

function itemsOf({ each }: Open) {
  if (!each) return {}
  return { items: each.n, items_done: countBits(each.done) }
}

function approvalsOf(step: Step, { slots, votes }: Open) {
  if (step.type !== 'approval' || slots === undefined) return {}
  const given = Object.values(votes ?? {}).filter((vote) => vote === 'approve').length
  const wanted = step.rule === 'first' ? 1 : step.rule === 'all' ? slots : step.rule
  return { given, needed: Math.max(0, wanted - given) }
}

/** Those asked by tasks of one kind. */
function askedBy(kind: Kind, group: readonly OpenTask[], { tasks, seats }: Facts) {
  const ids = new Set(group.map(({ id }) => id))
  if (kind === 'approval') {
    const asked = seats.filter(({ task_id }) => ids.has(task_id))
    return {
      peopleIds: unique(asked.map(({ member_id }) => member_id)),
      queued: asked.find(({ member_id }) => member_id === null) ?? null,
    }
  }
  if (kind === 'query') {
    const asked = tasks.filter(({ blocking, about_task }) => blocking && about_task !== null && ids.has(about_task))
    return { peopleIds: unique(asked.map(({ assigned_to }) => assigned_to)), queued: null }
  }
  if (kind === 'review') return { peopleIds: unique(group.map(({ reviewer_id }) => reviewer_id)), queued: null }
  return {
    peopleIds: unique(group.map(({ assigned_to }) => assigned_to)),
    queued: kind === 'queue' ? (group[0] ?? null) : null,
  }
}

/** Of work that somebody has to do again; the last to ask counts. */
function requestedOf({ reviewer_id, review_status, review_comment, ...task }: OpenTask): Requested | undefined {
  if (review_status === 'returned')
    return { verdict: 'changes', by: reviewer_id, comment: review_comment ?? '', task_id: null }
  if (task.back_verdict === null) return undefined
  return { verdict: task.back_verdict, by: task.back_by, comment: task.back_comment ?? '', task_id: task.back_task }
}

/** Where it waits for the people who do the work, not for those who look at it. */
const TO_DO: readonly Kind[] = ['person', 'queue']

/** When the call is made again, and why it must be. Nothing once that moment is past: then it runs. */
function retryOf(step: Step, { retries }: Facts, now: number) {
  const last = retries.find((one) => one.step === step.id)
  if (!last || step.type !== 'tool') return {}
  const pause = pauseAfter(last.tried, step)
  if (pause === undefined || last.at.getTime() + pause <= now) return {}
  return {
    retry: { at: iso(last.at.getTime() + pause), next: last.tried + 1, of: triesOf(step) },
    ...(last.problem !== null && { problem: last.problem }),
  }
}

/** Nobody knows when somebody will reconnect it. */
function holdOf(hold: Pick<Hold, 'until' | 'connection'> | undefined) {
  if (!hold) return {}
  const { until, connection } = hold
  return {
    ...(!connection?.signed_out && { until: until.toISOString() }),
    ...(connection?.problem && { problem: connection.problem }),
  }
}

function reasonOf(kind: Kind, group: readonly OpenTask[], step: Step, open: Open, facts: Facts, now: number): Reason {
  const [first] = group
  const query = facts.tasks.find(({ blocking, about_task }) => blocking && about_task === first?.id)
  const told = kind === 'query' ? query : first
  const later = kind === 'review' ? first?.updated_at : kind === 'query' ? query?.created_at : undefined
  return {
    kind,
    step: step.id,
    name: step.name,
    task_id: told?.id ?? null,
    since: later?.toISOString() ?? iso(open.since),
    overdue: group.some(({ due_sort }) => Number(due_sort) < now),
    reminded_at:
      latest((kind === 'query' && query ? [query] : group).map((task) => task.reminded_at))?.toISOString() ?? null,
    ...askedBy(kind, group, facts),
    ...itemsOf(open),
    ...(kind === 'approval' && approvalsOf(step, open)),
    ...(kind === 'failed' && {
      problem: first?.problem ?? facts.problems.get(step.id) ?? '',
      attempts: Math.max(first?.attempt ?? 1, open.attempt),
    }),
    ...(kind === 'tool' && { attempts: open.attempt, ...retryOf(step, facts, now) }),
    ...(TO_DO.includes(kind) && { requested: group.map(requestedOf).find((one) => one !== undefined) }),
    ...((kind === 'mail_budget' || kind === 'connection') && holdOf(facts.holds.get(step.id))),
  }
}

/** A step with no task that says what it waits for. */
function silentReason(step: Step, open: Open, facts: Facts, now: number): Reason {
  const base = reasonOf(
    open.phase === 'failed' ? 'failed' : kindOfCall(facts.holds.get(step.id)),
    [],
    step,
    open,
    facts,
    now,
  )
  if (open.phase === 'failed') return base
  const { attempts: _, ...plain } = base
  if (step.type === 'wait') {
    return { ...plain, kind: 'timer', ...(open.until !== undefined && { until: iso(open.until) }) }
  }
  if (step.type !== 'subworkflow') return base
  const child = facts.children.find(({ parent_step }) => parent_step === step.id)
  return {
    ...plain,
    kind: 'child',
    ...(child && { child: { id: child.id, key: instanceKey(child), name: child.name } }),
  }
}

const positionOf = ({ steps }: Plan, id: string) => steps.findIndex((step) => step.id === id)

/** Steps that were arrived at and wait for what still runs before them. */
function joins({ version: { doc, plan }, state }: Facts): Reason[] {
  const open = Object.entries(state.open)
  return Object.keys(state.wait).flatMap((id): Reason[] => {
    const step = doc.steps[id]
    const place = positionOf(plan, id)
    const before = open.filter(([one]) => {
      const planned = plan.steps[positionOf(plan, one)]
      return planned !== undefined && place >= 0 && hasBit(planned.reach, place)
    })
    if (!step || before.length === 0) return []
    return [
      {
        kind: 'join',
        step: id,
        name: step.name,
        task_id: null,
        since: iso(Math.min(...before.map(([, { since }]) => since))),
        overdue: false,
        peopleIds: [],
        queued: null,
        reminded_at: null,
        for: before.map(([one]) => doc.steps[one]?.name ?? one),
      },
    ]
  })
}

const ORDER: readonly Kind[] = [
  'failed',
  'query',
  'person',
  'queue',
  'approval',
  'review',
  'tool',
  'mail_budget',
  'connection',
  'child',
  'timer',
  'join',
]

/** No step of it has failed; the instance as a whole cannot go on. */
const stuckReason = ({ problem, since }: NonNullable<Facts['stuck']>): Reason => ({
  kind: 'failed',
  step: null,
  name: '',
  task_id: null,
  since: since.toISOString(),
  overdue: false,
  peopleIds: [],
  queued: null,
  reminded_at: null,
  problem,
})

/** Why an instance does not go on: what has failed first, then in the order of the plan. */
export function reasonsOf(facts: Facts, now: number): Reason[] {
  const { version, state, tasks, stuck } = facts
  const opened = version.plan.steps.flatMap(({ id }): Reason[] => {
    const open = Object.hasOwn(state.open, id) ? state.open[id] : undefined
    const step = version.doc.steps[id]
    if (!open || !step) return []
    const own = tasks.filter((task) => task.step === id && task.round === open.round)
    if (own.length === 0) return [silentReason(step, open, facts, now)]
    const groups = Map.groupBy(own, (task) => kindOf(task, facts))
    return ORDER.flatMap((kind) => {
      const group = groups.get(kind)
      return group ? [reasonOf(kind, group, step, open, facts, now)] : []
    })
  })
  const failed = opened.filter(({ kind }) => kind === 'failed')
  return [
    ...(stuck ? [stuckReason(stuck)] : []),
    ...failed,
    ...opened.filter(({ kind }) => kind !== 'failed'),
    ...joins(facts),
  ]
}
