// Workflows are published here without a process that would connect the areas.
import '../src/main/ports.ts'
import type { TenantId } from '@throughline/contracts/ids'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { parse } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval'
import { newState } from '@throughline/flow/run'
import { sql } from 'kysely'
import { versionOf } from '../src/areas/instances/engine/version.ts'
import { findStartable, insertInstance, nextNumber } from '../src/areas/instances/start.queries.ts'
import { type Start, startInstance } from '../src/areas/instances/start.ts'
import { createWorkflowFrom } from '../src/areas/workflows/workflows.service.ts'
import type { Context } from '../src/core/context.ts'
import type { Db } from '../src/core/db/bound-kysely.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { OwnedTenant } from './factories.ts'
import { unique } from './someone.ts'

/** One step of each kind of task, with nothing that would open by itself in a test without a worker. */
export const RUNNING_DOCUMENT: FlowDoc = parse({
  name: 'Purchase',
  prefix: 'PUR',
  type: 'sequential',
  metadata: { version: '1.0', category: 'Finance' },
  start_step: 'ask',
  steps: {
    ask: {
      id: 'ask',
      type: 'manual',
      name: 'Ask for it',
      assignee: { starter: true },
      fields: [
        { name: 'amount', type: 'number', label: 'Amount', required: true, min: 1 },
        { name: 'why', type: 'text', label: 'Why', show_if: 'vars.amount > 100', required: true },
      ],
      next: ['ok'],
    },
    ok: {
      id: 'ok',
      type: 'approval',
      name: 'Approve it',
      approvers: [{ role: 'Manager' }],
      rule: 'all',
      order: 'at_once',
      next: ['order'],
    },
    order: {
      id: 'order',
      type: 'tool',
      name: 'Order it',
      tool_id: 'http.request',
      input: { parameters: { method: 'POST', url: 'https://example.test/', body: '{{ vars.amount }}' } },
      output: { status: 'number' },
      retry: { attempts: 1, first: '1s', factor: 1, max: '1s' },
      next: ['check'],
    },
    check: {
      id: 'check',
      type: 'condition',
      name: 'Came?',
      branches: [{ when: 'vars.status == 200.0', next: ['file'] }],
      else: ['file'],
    },
    file: { id: 'file', type: 'manual', name: 'File the invoice', fields: [], next: [] },
  },
}).doc

/** Published by the owner, under a name of its own. */
export const makeWorkflow = (ctx: Context, tenant: OwnedTenant, doc: FlowDoc = RUNNING_DOCUMENT): Promise<string> =>
  inTenant(ctx, { tenantId: tenant.tenantId, memberId: tenant.ownerId }, async (tx) => {
    const owner = { memberId: tenant.ownerId, user: { is_admin: true } }
    const { id, saved } = await createWorkflowFrom(tx, owner, { ...doc, name: unique(doc.name) }, { publish: true })
    if (saved !== 'published') throw new Error('the workflow has problems')
    return id
  })

interface InstanceSpec {
  name?: string
  startedBy?: string | null
  variables?: Record<string, Json>
  narrowed?: boolean
}

const startOf = (workflowId: string, spec: InstanceSpec): Start => ({
  workflowId,
  source: 'person',
  key: unique('start'),
  name: spec.name ?? 'Desk',
  answers: spec.variables ?? {},
  startedBy: spec.startedBy ?? null,
  narrowed: spec.narrowed ?? false,
})

/** Started as the product starts it: its first steps are open. */
export async function startedInstance(
  ctx: Context,
  tenantId: TenantId,
  workflowId: string,
  spec: InstanceSpec = {},
): Promise<string> {
  const { id } = await inTenant(ctx, { tenantId }, (tx) => startInstance(tx, startOf(workflowId, spec)))
  return id
}

/** The rows of an instance before its first turn: nothing is open but what the test opens. */
export const makeInstance = (
  ctx: Context,
  tenantId: TenantId,
  workflowId: string,
  spec: InstanceSpec = {},
): Promise<string> =>
  inTenant(ctx, { tenantId }, async (tx) => {
    const { db } = tx
    const found = await findStartable(db, tenantId, workflowId, undefined)
    if (!found) throw new Error('this workflow cannot be started')
    const { plan } = await versionOf(db, tenantId, workflowId, found.number)
    const start = startOf(workflowId, spec)
    const { prefix, number: version } = found
    const made = { start, version, prefix, due: undefined, variables: start.answers, state: newState(plan) }
    const id = await insertInstance(db, tenantId, made)
    if (!id) throw new Error('the key was used before')
    tx.count('workflow.instances', workflowId, 1)
    await nextNumber(db, tenantId, workflowId, id)
    return id
  })

export interface TaskSpec {
  step?: string | null
  type?: 'manual' | 'approval' | 'automated' | 'query'
  status?: string
  name?: string
  round?: number
  item?: number
  priority?: number
  due?: Date
  assignedTo?: string | null
  reviewer?: string | null
  team?: string | null
  role?: string | null
  seats?: readonly ({ member: string } | { team: string } | { role: string })[]
  problem?: string
}

const STEPS = { manual: 'ask', approval: 'ok', automated: 'order', query: null }

/** What the engine's own state says of an open task. */
async function openRun(
  db: Db,
  tenantId: string,
  instanceId: string,
  { type = 'manual', status = '', ...spec }: TaskSpec,
) {
  const step = spec.step === undefined ? STEPS[type] : spec.step
  if (step === null || spec.item !== undefined || status === 'completed' || status === 'cancelled') return
  const open = {
    round: spec.round ?? 1,
    since: Date.now(),
    phase: status === 'failed' ? 'failed' : 'working',
    attempt: 1,
    ...(spec.seats && { slots: spec.seats.length }),
  }
  await sql`update instance_state set state = jsonb_set(jsonb_set(state, '{status}', '"running"'), array['open', ${step}],
      ${JSON.stringify(open)}::jsonb)
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(db)
  await sql`update instances set status = 'in_progress', started_at = coalesce(started_at, now())
    where tenant_id = ${tenantId} and id = ${instanceId}`.execute(db)
}

/** A task as a turn leaves it, with whoever has a part in it. */
export function makeTask(ctx: Context, tenantId: TenantId, instanceId: string, spec: TaskSpec = {}): Promise<string> {
  const { type = 'manual', status = 'pending', seats = [] } = spec
  return inTenant(ctx, { tenantId }, async ({ db }) => {
    const { rows } = await sql<{ id: string }>`
      insert into tasks (tenant_id, instance_id, workflow_id, number, narrowed, step, round, item, name, task_type, status, priority,
        due_date, due_sort, assigned_to, reviewer_id, team_id, role_id, problem, completed_at, completed_by)
      select i.tenant_id, i.id, i.workflow_id,
        (select count(*) + 1 from tasks o where o.tenant_id = ${tenantId} and o.instance_id = i.id), i.narrowed,
        ${spec.step === undefined ? STEPS[type] : spec.step}, ${spec.round ?? 1}, ${spec.item ?? -1}, ${spec.name ?? 'A task'},
        ${type}, ${status}, ${spec.priority ?? 2}, ${spec.due?.toISOString().slice(0, 10) ?? null}::date,
        ${spec.due ?? sql`'infinity'`}::timestamptz, ${spec.assignedTo ?? null}, ${spec.reviewer ?? null}, ${spec.team ?? null},
        ${spec.role ?? null}, ${spec.problem ?? null}, ${status === 'completed' ? new Date() : null}::timestamptz,
        ${status === 'completed' ? (spec.assignedTo ?? null) : null}
      from instances i where i.tenant_id = ${tenantId} and i.id = ${instanceId} returning id`.execute(db)
    const id = rows[0]?.id
    if (!id) throw new Error('there is no such instance')
    await openRun(db, tenantId, instanceId, { ...spec, type, status })
    for (const [slot, seat] of seats.entries()) {
      await db
        .insertInto('task_seats')
        .values({
          tenant_id: tenantId,
          task_id: id,
          slot,
          member_id: 'member' in seat ? seat.member : null,
          team_id: 'team' in seat ? seat.team : null,
          role_id: 'role' in seat ? seat.role : null,
          asked: true,
        })
        .execute()
    }
    const parts = [
      ...seats.flatMap((seat) => ('member' in seat ? [{ part: 'approver', member: seat.member, asked: true }] : [])),
      ...(spec.assignedTo ? [{ part: 'assignee', member: spec.assignedTo, asked: status !== 'review' }] : []),
      ...(spec.reviewer ? [{ part: 'reviewer', member: spec.reviewer, asked: status === 'review' }] : []),
    ]
    for (const { part, member, asked } of parts) {
      await sql`insert into task_people (tenant_id, task_id, part, member_id, asked, status, due_sort, priority)
        select tenant_id, id, ${part}, ${member}, ${asked}, status, due_sort, priority from tasks
        where tenant_id = ${tenantId} and id = ${id}`.execute(db)
      await sql`insert into instance_people (tenant_id, instance_id, member_id) values (${tenantId}, ${instanceId}, ${member})
        on conflict do nothing`.execute(db)
    }
    return id
  })
}
