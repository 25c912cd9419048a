import type { InstanceSource } from '@throughline/contracts/running'
import { dueOf, type Json } from '@throughline/flow/eval'
import { newState } from '@throughline/flow/run'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { requireRun } from '../billing/billing.public.ts'
import { dayIn, type StoredDue } from './due.ts'
import { calendarOf } from './engine/load-running.ts'
import { lockInstance } from './engine/lock-instance.ts'
import { playTurn } from './engine/play-turn.ts'
import type { Seat } from './engine/seats.ts'
import { type Version, versionOf } from './engine/version.ts'
import { findBySource, findStartable, insertInstance, nextNumber, type Startable } from './start.queries.ts'
import { audienceOfInstance, publishParentFrame } from './visibility.service.ts'

export interface Start {
  /** Absent: a new one. */
  id?: string
  workflowId: string
  /** Absent: the latest. */
  version?: number | undefined
  source: InstanceSource
  /** What the source is called, such as the title of a form. */
  sourceName?: string | undefined
  /** A key seen before starts nothing. */
  key: string
  name: string
  title?: string
  description?: string
  priority?: number
  metadata?: Record<string, Json>
  clientId?: string | undefined
  /** Answers to the start fields, by variable. */
  answers: Record<string, Json>
  /** Null: it was started without a person. */
  startedBy: string | null
  /** Who takes the starter's place then: whatever steps give to the starter is theirs. A team or role by its id. */
  standIn?: Seat | undefined
  /** For its participants only. */
  narrowed?: boolean
  /** Begun by what was put back from a backup. */
  restored?: boolean
  /** Absent: what the workflow says. */
  due?: StoredDue
  parent?: { id: string; step: string; round: number; item: number }
}

/** What the version says, unless whoever starts it says otherwise. */
function dueOfStart(start: Start, { exprs }: Version, tenant: Startable, vars: Record<string, Json>, now: number) {
  if (start.due) return start.due
  const due =
    exprs.due &&
    dueOf(exprs.due, { vars, now, calendar: calendarOf(tenant), instance: { started: now, starter: start.startedBy } })
  if (!due?.ok) return undefined
  const at = new Date(due.value.at)
  const { day } = due.value
  return { due_date: day ?? dayIn(tenant.time_zone, at), due_at: day === undefined ? at : null, due_sort: at }
}

function variablesOf({ answers }: Start, { doc }: Version): Record<string, Json> {
  const defaults = Object.entries(doc.variables ?? {}).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(defaults), ...answers }
}

/** Of what no person started, the audit log says what did. Children belong to what started their parent. */
function auditStart(tx: TenantTx, id: string, { name, title, startedBy, source, sourceName }: Start, workflow: string) {
  const origin = startedBy === null ? { source, ...(sourceName && { source_name: sourceName }) } : {}
  const data = { name, title: title || name, workflow, ...origin }
  tx.audit({ act: 'instance.started', kind: 'instance', id, data })
}

export const archived = () => conflict('archived', 'This workflow is archived. It can’t start new instances.')

/** The one way in which work begins, whatever begins it: the instance with its first turn, or nothing. */
export async function startInstance(tx: TenantTx, start: Start): Promise<{ id: string; fresh: boolean }> {
  const { db, tenantId } = tx
  const known = await findBySource(db, tenantId, start.source, start.key)
  if (known) return { id: known, fresh: false }
  const found = await findStartable(db, tenantId, start.workflowId, start.version)
  if (!found) throw notFound('This workflow')
  if (found.status === 'archived') throw archived()
  const countRun = await requireRun(tx, start.source === 'workflow')
  const version = await versionOf(db, tenantId, start.workflowId, found.number)
  const variables = variablesOf(start, version)
  const id = await insertInstance(db, tenantId, {
    start,
    version: found.number,
    prefix: found.prefix,
    due: dueOfStart(start, version, found, variables, Date.now()),
    variables,
    state: newState(version.plan),
  })
  if (!id) return startInstance(tx, start)
  countRun()
  tx.count('workflow.instances', start.workflowId, 1)
  if (start.source !== 'workflow') auditStart(tx, id, start, found.name)
  const seen = { id, workflow_id: start.workflowId, narrowed: start.narrowed ?? false }
  const to = seen.narrowed || found.visibility === 'limited' ? await audienceOfInstance(tx, seen) : undefined
  const within = { workflow: start.workflowId }
  tx.emit({ type: 'instance.started', kind: 'instance', id, within, ...(to && { to }) })
  if (start.parent) await publishParentFrame(tx, start.parent.id)
  const row = await lockInstance(tx, id)
  if (!row) throw new Error('an instance that was just made is not there')
  await playTurn(tx, row, [{ t: 'start' }])
  // Last, so that the lock on the number is held for the commit alone.
  await nextNumber(db, tenantId, start.workflowId, id)
  return { id, fresh: true }
}
