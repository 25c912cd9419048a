import type { Body, Made } from '@throughline/contracts/endpoint'
import type { InstanceId } from '@throughline/contracts/ids'
import type { editInstance, listParticipants, narrowInstance } from '@throughline/contracts/instance-acts'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { JsonObject } from '../../core/db/schema.gen.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, staleVersion } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { countStorage } from '../../core/storage/quota.ts'
import { dueOnWire, readDue, storedDay } from './due.ts'
import { isOver } from './engine/instance.queries.ts'
import { preparePurge } from './engine/prepare-purge.ts'
import {
  changeInstance,
  type InstanceChange,
  isWorkflowLive,
  lockEditable,
  setNarrowed,
  setTrashed,
} from './instance-acts.queries.ts'
import { wholeInstance } from './instance-page.service.ts'
import { cancel } from './operator.service.ts'
import { purgeRows } from './purge.queries.ts'
import { clientNamed } from './startable.queries.ts'
import { addParticipants, keepParticipants, listParticipantRows, type VisibleInstance } from './visibility.queries.ts'
import {
  audienceOfInstance,
  publishInstanceFrame,
  publishParentFrame,
  requireVisibleInstance,
} from './visibility.service.ts'
import { peopleOf, priorityOnWire, storedPriority } from './wire.service.ts'

type Edit = Omit<Body<typeof editInstance>, 'version'>
type Editable = Awaited<ReturnType<typeof lockEditable>>

const REMOVED = 'It was deleted'

const FIELDS = ['title', 'description', 'priority', 'customer', 'due_date'] as const

const wireOf = (row: Editable) => ({
  title: row.title,
  description: row.description,
  priority: priorityOnWire(row.priority),
  customer: row.customer,
  due_date: dueOnWire(row).due_date,
})
type InstanceFields = ReturnType<typeof wireOf>

interface ActRecord {
  audit?: JsonObject
  event?: JsonObject
}

async function recordAct(tx: TenantTx, act: string, instance: VisibleInstance, { audit, event }: ActRecord = {}) {
  await publishInstanceFrame(tx, act, instance, event)
  tx.audit({ act, kind: 'instance', id: instance.id, data: { name: instance.name, ...audit } })
}

/** Where an instance is counted, for those who count anew once it is gone: in its workflow, from its start to the trash. */
const countedLife = ({ workflow_id, created_at, deleted_at }: VisibleInstance): JsonObject => ({
  workflow: workflow_id,
  from: created_at.toISOString(),
  to: (deleted_at ?? new Date()).toISOString(),
})

/** The fields that differ by name; their values only where they are no text of somebody. */
function recordOf(before: InstanceFields, after: InstanceFields) {
  const changed = FIELDS.filter((field) => before[field] !== after[field])
  const plain = ({ priority, due_date }: InstanceFields) => ({ priority, due_date })
  return { changed, before: plain(before), after: plain(after) }
}

/** The fields that are sent and say something else than what stands there. */
async function changeOf(tx: TenantTx, edit: Edit, row: Editable): Promise<InstanceChange> {
  const before = wireOf(row)
  const change: InstanceChange = {}
  if (edit.title !== undefined && edit.title !== before.title) change.title = edit.title
  if (edit.description !== undefined && edit.description !== before.description) change.description = edit.description
  if (edit.priority !== undefined && edit.priority !== before.priority) change.priority = storedPriority(edit.priority)
  if (edit.customer !== undefined && (edit.customer || null) !== before.customer) {
    change.client_id = edit.customer ? await clientNamed(tx.db, tx.tenantId, edit.customer) : null
  }
  if (edit.due_date === undefined) return change
  const due = readDue(edit.due_date, row.time_zone)
  const moment = due.due_sort === 'infinity' ? Number.POSITIVE_INFINITY : due.due_sort.getTime()
  const same = moment === Number(row.due_sort) && (due.due_at === null) === (row.due_at === null)
  // Also the day: after another zone was chosen, a moment may stand on a day on which it no longer falls.
  return same && due.due_date === (row.due_date && storedDay(row.due_date)) ? change : { ...change, ...due }
}

export const changeByPerson = (ctx: Context, viewer: Viewer, id: InstanceId, body: Body<typeof editInstance>) =>
  inTenant(ctx, viewer, async (tx) => {
    const instance = await requireVisibleInstance(tx, viewer, id)
    const row = await lockEditable(tx.db, tx.tenantId, id)
    if (body.version !== undefined && body.version !== row.version) throw staleVersion()
    const change = await changeOf(tx, body, row)
    if (Object.keys(change).length > 0) {
      await changeInstance(tx.db, tx.tenantId, id, change)
      await publishInstanceFrame(tx, 'instance.changed', instance)
      const after = wireOf(await lockEditable(tx.db, tx.tenantId, id))
      const data = { name: instance.name, ...recordOf(wireOf(row), after) }
      tx.audit({ act: 'instance.changed', kind: 'instance', id, data })
    }
    return { data: await wholeInstance(tx, viewer, id) }
  })

/** An unfinished one is canceled first; one that is there already stays there. */
export async function trash(tx: TenantTx, viewer: Viewer, id: string): Promise<void> {
  const instance = await requireVisibleInstance(tx, viewer, id, { state: 'any', lock: true })
  if (instance.deleted_at) return
  if (!isOver(instance)) await cancel(tx, viewer, id, REMOVED)
  await setTrashed(tx.db, tx.tenantId, id, viewer.memberId)
  tx.count('workflow.instances', instance.workflow_id, -1)
  await recordAct(tx, 'instance.removed', instance)
}

export async function restore(tx: TenantTx, viewer: Viewer, id: string): Promise<void> {
  const instance = await requireVisibleInstance(tx, viewer, id, { state: 'trashed', lock: true })
  if (!(await isWorkflowLive(tx.db, tx.tenantId, instance.workflow_id))) {
    throw conflict('workflow_in_trash', 'The workflow of this instance is in the trash. Restore the workflow first.')
  }
  await setTrashed(tx.db, tx.tenantId, id, null)
  tx.count('workflow.instances', instance.workflow_id, 1)
  await recordAct(tx, 'instance.restored', instance)
  await publishParentFrame(tx, instance.parent_id)
}

export const purgeByPerson = (ctx: Context, viewer: Viewer, id: InstanceId) =>
  inTenant(ctx, viewer, async (tx) => {
    const found = await requireVisibleInstance(tx, viewer, id, { state: 'trashed' })
    await preparePurge(tx, id)
    const instance = await requireVisibleInstance(tx, viewer, id, { state: 'trashed', lock: true })
    const open = (await audienceOfInstance(tx, found)) === undefined
    await recordAct(tx, 'instance.purged', instance, { audit: { open }, event: countedLife(instance) })
    countStorage(tx, -(await purgeRows(tx.db, tx.tenantId, id)))
    return { id }
  })

/** Asked before an instance is narrowed, so that it is known who goes on seeing it. */
export const participants = (ctx: Context, viewer: Viewer, id: InstanceId): Promise<Made<typeof listParticipants>> =>
  readTenant(ctx, viewer, async (tx) => {
    const instance = await requireVisibleInstance(tx, viewer, id)
    const others = (await listParticipantRows(tx.db, tx.tenantId, id)).filter(
      (row) => row.member_id !== viewer.memberId,
    )
    const rows = [{ member_id: viewer.memberId, fixed: true }, ...others]
    const people = await peopleOf(
      tx,
      rows.map(({ member_id }) => member_id),
    )
    return {
      data: rows.flatMap(({ member_id, fixed }) => {
        const person = people.get(member_id)
        return person ? [{ ...person, fixed }] : []
      }),
      audience: (await audienceOfInstance(tx, instance))?.length ?? null,
    }
  })

/**
 * The person who narrows it stays among those who see it. Pages of people who no longer see it are told, so that it
 * leaves them.
 */
export const narrow = (ctx: Context, viewer: Viewer, id: InstanceId, { narrowed, stay }: Body<typeof narrowInstance>) =>
  inTenant(ctx, viewer, async (tx) => {
    const instance = await requireVisibleInstance(tx, viewer, id, { lock: true })
    if (instance.narrowed !== narrowed) {
      // In this order: one more participant would push the last of those who were listed past the limit.
      if (narrowed && stay) await keepParticipants(tx.db, tx.tenantId, id, [...stay, viewer.memberId])
      if (narrowed) await addParticipants(tx.db, tx.tenantId, id, [viewer.memberId])
      await setNarrowed(tx.db, tx.tenantId, id, narrowed)
      const act = narrowed ? 'instance.narrowed' : 'instance.widened'
      const to = await audienceOfInstance(tx, { ...instance, narrowed: false })
      tx.emit({ type: act, kind: 'instance', id, within: { workflow: instance.workflow_id }, ...(to && { to }) })
      if (!narrowed) await publishParentFrame(tx, instance.parent_id)
      tx.audit({ act, kind: 'instance', id, data: { name: instance.name } })
    }
    return { data: await wholeInstance(tx, viewer, id) }
  })
