import type { Waiting } from '@throughline/contracts/running'
import type { State } from '@throughline/flow/run'
import * as z from 'zod/mini'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { type VisibilityScope, visibleTo } from '../workflows/workflows.public.ts'
import { versionIfReadable } from './engine/version.ts'
import {
  childrenOf,
  holdsOf,
  openTasksOf,
  problemsOf,
  queuesOfMember,
  type RunRef,
  retriesOf,
  runningAmong,
  type StepRef,
  undecidedSeats,
  usualTimes,
} from './waiting.queries.ts'
import { type Facts, type Reason, reasonsOf } from './waiting-reasons.ts'
import { peopleOf, personOf, queuesOf } from './wire.service.ts'

/** Who looks, be it by a mail: nobody is signed in then. */
type Looking = VisibilityScope & Pick<Viewer, 'permissions'>

export type WaitingWire = z.input<typeof Waiting>

interface Options {
  /** Of one task alone. */
  task?: string
  /** Lists show one reason: only how long that one usually takes is looked up. */
  first?: boolean
}

async function factsOf(tx: ReadTx, viewer: VisibilityScope, ids: readonly string[], task: string | undefined) {
  const { db, tenantId } = tx
  const running = await runningAmong(db, tenantId, ids)
  if (running.length === 0) return new Map<string, Facts>()
  const runningIds = running.map(({ id }) => id)
  const open = await openTasksOf(db, tenantId, runningIds)
  const tasks = task ? open.filter(({ id, about_task }) => id === task || about_task === task) : open
  const seats = await undecidedSeats(
    db,
    tenantId,
    tasks.filter(({ task_type }) => task_type === 'approval').map(({ id }) => id),
  )
  const standing: (Pick<Facts, 'workflowId' | 'version' | 'state' | 'stuck'> & { id: string })[] = []
  for (const { id, workflow_id, workflow_version, state, problem, updated_at } of running) {
    const version = await versionIfReadable(db, tenantId, workflow_id, workflow_version)
    const stuck = problem === null ? undefined : { problem, since: updated_at }
    standing.push({ id, workflowId: workflow_id, version, state: z.parse(z.custom<State>(), state), stuck })
  }
  const runs = standing.flatMap(({ id, version, state }) =>
    Object.entries(state.open).map(([step, { round, phase }]) => ({
      instanceId: id,
      step,
      round,
      failed: phase === 'failed',
      tool: version.doc.steps[step]?.type === 'tool' && phase !== 'failed',
      calls: version.doc.steps[step]?.type === 'subworkflow',
    })),
  )
  const refs = (wanted: (run: (typeof runs)[number]) => boolean): RunRef[] => runs.filter(wanted)
  const problems = await problemsOf(
    db,
    tenantId,
    refs(({ failed }) => failed),
  )
  const holds = await holdsOf(
    db,
    tenantId,
    refs(({ tool }) => tool),
  )
  const retries = await retriesOf(
    db,
    tenantId,
    refs(({ tool }) => tool),
  )
  const waits = refs(({ calls }) => calls)
  const children = waits.length > 0 ? await childrenOf(db, tenantId, waits, await visibleTo(tx, viewer)) : []
  return new Map(
    standing.map(({ id, ...rest }): [string, Facts] => [
      id,
      {
        ...rest,
        tasks: tasks.filter(({ instance_id }) => instance_id === id),
        seats,
        children: children.filter(({ parent_id }) => parent_id === id),
        holds: new Map(holds.filter(({ instance_id }) => instance_id === id).map((hold) => [hold.step, hold])),
        retries: retries.filter(({ instance_id }) => instance_id === id),
        problems: new Map(
          problems.filter(({ instance_id }) => instance_id === id).map(({ step, problem }) => [step, problem]),
        ),
      },
    ]),
  )
}

/** What goes on by itself. */
const RELEASED_BY_NOBODY: readonly Reason['kind'][] = ['tool', 'mail_budget', 'connection', 'timer', 'join']

/** What the viewer can do about it, if anything. */
function actOf(
  { kind, step, peopleIds, queued }: Reason,
  viewer: Looking,
  queues: ReadonlySet<string>,
): WaitingWire['act'] {
  if (kind === 'child') return 'open'
  if (!may(viewer, 'tasks.work') || RELEASED_BY_NOBODY.includes(kind)) return null
  const mine = peopleIds.includes(viewer.memberId)
  const inQueue = queued !== null && queues.has(queued.team_id ?? queued.role_id ?? '')
  if (kind === 'failed') return step === null ? null : 'retry'
  if (kind === 'queue') return inQueue ? 'claim' : 'remind'
  if (kind === 'query') return mine ? 'answer' : 'remind'
  if (kind === 'person') return mine ? 'complete' : 'remind'
  return mine || inQueue ? 'review' : 'remind'
}

/**
 * Why each of these instances does not go on, in a bounded number of statements however many they are. The viewer was
 * found to see them.
 */
export async function waitingOf(
  tx: ReadTx,
  viewer: Looking,
  instanceIds: readonly string[],
  { task, first = false }: Options = {},
): Promise<Map<string, WaitingWire[]>> {
  const now = Date.now()
  const facts = await factsOf(tx, viewer, instanceIds, task)
  const reasons = [...facts].map(([id, one]) => {
    const all = reasonsOf(one, now)
    return { id, workflowId: one.workflowId, all: task ? all.filter((reason) => reason.task_id !== null) : all }
  })
  const named = reasons.flatMap(({ workflowId, all }) =>
    (first ? all.slice(0, 1) : all).map((one) => ({ ...one, workflowId })),
  )
  const people = await peopleOf(
    tx,
    named.flatMap(({ peopleIds, requested }) => [...peopleIds, requested?.by ?? null]),
  )
  const queueOf = await queuesOf(
    tx,
    named.flatMap(({ queued }) => queued ?? []),
  )
  const queues = named.some(({ queued }) => queued)
    ? await queuesOfMember(tx.db, tx.tenantId, viewer.memberId)
    : new Set<string>()
  const steps = new Map(
    named.flatMap(({ workflowId, step }): [string, StepRef][] =>
      step ? [[`${workflowId} ${step}`, { workflowId, step }]] : [],
    ),
  )
  const times = new Map(
    (await usualTimes(tx.db, tx.tenantId, [...steps.values()])).map((row) => [
      `${row.workflow_id} ${row.step}`,
      row.usually,
    ]),
  )
  return new Map(
    reasons.map(({ id, workflowId, all }) => [
      id,
      all.map((reason): WaitingWire => {
        const { peopleIds, queued, requested, ...rest } = reason
        return {
          ...rest,
          people: peopleIds.flatMap((one) => people.get(one) ?? []),
          queue: queued && queueOf(queued),
          usually: times.get(`${workflowId} ${reason.step}`) ?? null,
          ...(requested && { change_request: { ...requested, by: personOf(people, requested.by) } }),
          act: actOf(reason, viewer, queues),
        }
      }),
    ]),
  )
}
