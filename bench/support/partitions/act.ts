import { MemberId, TenantId } from '../../../contracts/src/ids.ts'
import { lockInstance } from '../../../server/src/areas/instances/engine/lock-instance.ts'
import { putTurn } from '../../../server/src/areas/instances/engine/turn.queries.ts'
import { blockingQuery, findAnswers, putAnswers } from '../../../server/src/areas/tasks/acts/answers.queries.ts'
import { findDetail } from '../../../server/src/areas/tasks/detail/detail.queries.ts'
import { lockTask } from '../../../server/src/areas/tasks/task-lock.queries.ts'
import { isTaskVisible } from '../../../server/src/areas/tasks/task-visibility.ts'
import { putTask } from '../../../server/src/areas/tasks/task-write.queries.ts'
import { visibleTo } from '../../../server/src/areas/workflows/visibility.service.ts'
import { boundKysely } from '../../../server/src/core/db/bound-kysely.ts'
import type { connectAs } from '../../../server/test/connect.ts'
import { beginFor } from '../../../server/test/plans-behind.ts'

export interface OpenTask {
  tenant_id: string
  id: string
  instance_id: string
  workflow_id: string
  member_id: string
  step: string
  round: number
}

type Client = Awaited<ReturnType<typeof connectAs>>

const NEXT = { step: 'ok', round: 90, item: -1 }
const NONE = {
  description: '',
  due_date: null,
  due_at: null,
  team_id: null,
  role_id: null,
  reviewer_id: null,
  problem: null,
}

/** What the turn writes after a step that a person did: the run is closed, the next one opened, with an approval by somebody. */
function turnAfter({ step, round, member_id }: OpenTask, seq: number) {
  const at = new Date().toISOString()
  const changes = [
    { step, round, item: -1, but: null, status: 'completed', outcome: 'done', problem: null, by: member_id },
  ]
  return {
    version: 1,
    calendar: { zone: 'UTC', days: [{ day: 1, from: '09:00', to: '17:00' }], holidays: [] },
    closes: true,
    runs: [
      { step, round, opened_at: at, closed_at: at, outcome: 'done' },
      { step: NEXT.step, round: NEXT.round, opened_at: at },
    ],
    tasks: [
      {
        ...NEXT,
        ...NONE,
        n: 1,
        narrowed: false,
        in_trash: false,
        name: 'Approve it',
        task_type: 'approval',
        status: 'pending',
        priority: 2,
        due_sort: at,
        assigned_to: null,
        outcome: null,
      },
    ],
    task_changes: changes,
    seats: [{ ...NEXT, slot: 0, member_id, team_id: null, role_id: null, asked: true }],
    parts: [{ ...NEXT, part: 'approver', member_id, asked: true }],
    people: [member_id],
    variables: { amount: 12 },
    lists: {},
    state: {
      v: 1,
      plan: '',
      seq,
      status: 'running',
      open: { ok: { round: NEXT.round, since: Date.now(), phase: 'working', attempt: 1 } },
      wait: {},
      round: {},
      base: 1,
      returns: 0,
    },
    turn: {
      seq,
      at,
      events: [{ t: 'done', step, round, at: Date.now() }],
      taken: 1,
      commands: [],
      changed: { amount: 12 },
    },
    standing: { status: 'in_progress', outcome: null, steps: ['Approve it'], ended: false, reason: null },
  }
}

/** Somebody completes their task: locks, reads and writes of the act and of the turn that follows, in one transaction. */
export async function completeTask(client: Client, task: OpenTask): Promise<void> {
  const { id, instance_id: instanceId, workflow_id: workflowId } = task
  const [tenantId, memberId] = [TenantId.parse(task.tenant_id), MemberId.parse(task.member_id)]
  await client.query(beginFor({ tenantId, memberId }))
  const db = boundKysely(client, { over: false })
  const instance = await lockInstance({ db, tenantId }, instanceId)
  const visible = await visibleTo({ db, tenantId }, { memberId, user: { is_admin: false } })
  const locked = await lockTask(db, tenantId, id, isTaskVisible(visible, tenantId, memberId))
  if (!instance || !locked) throw new Error(`${id} is not there`)
  await findDetail(db, tenantId, id, memberId)
  await findAnswers(db, tenantId, id)
  await blockingQuery(db, tenantId, id)
  await putAnswers(db, tenantId, id, memberId, { amount: 12 })
  const done = { status: 'completed', completed_by: memberId, completed_at: new Date(), assigned_to: memberId }
  await putTask(db, tenantId, id, done)
  await putTurn(db, { tenantId, instanceId, workflowId }, turnAfter(task, instance.seq + 1))
  await client.query('commit')
}
