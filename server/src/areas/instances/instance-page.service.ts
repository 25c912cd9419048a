import type { Made } from '@throughline/contracts/endpoint'
import type { InstanceId } from '@throughline/contracts/ids'
import type { getInstance, Instance } from '@throughline/contracts/instances'
import { InstanceStatus } from '@throughline/contracts/running'
import type { State } from '@throughline/flow/run'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { shownAnswers } from './answers.service.ts'
import { versionIfReadable } from './engine/version.ts'
import {
  countInstanceComments,
  countInstanceFiles,
  findParent,
  findState,
  startedBy,
  usualLength,
} from './instance-page.queries.ts'
import { type InstanceRow, instanceRows } from './instance-rows.queries.ts'
import { headOf } from './instance-wire.ts'
import { tasksOfInstance } from './instances.ports.ts'
import { completionsOf, runsOf } from './rail.queries.ts'
import { pathOf, progressOf, railOf } from './rail.ts'
import { requireVisibleInstance } from './visibility.service.ts'
import { waitingOf } from './waiting.service.ts'
import { instanceKey, peopleOf } from './wire.service.ts'

type InstanceWire = z.input<typeof Instance>

const Variables = z.record(z.string(), z.json())
const ENDED = ['completed', 'cancelled']

function rightsOf(viewer: Viewer, { status, deleted_at }: InstanceRow): InstanceWire['can'] {
  const live = deleted_at === null
  const running = live && !ENDED.includes(status)
  const manages = may(viewer, 'instances.manage')
  return {
    edit: live && manages,
    cancel: running && manages,
    remove: live && may(viewer, 'instances.delete'),
    narrow: live && may(viewer, 'instances.narrow'),
    override: running && may(viewer, 'tasks.override'),
  }
}

/** The steps, and what the forms have brought so far. */
async function workOf(tx: ReadTx, viewer: Viewer, row: InstanceRow) {
  const { db, tenantId } = tx
  const version = await versionIfReadable(db, tenantId, row.workflow_id, row.workflow_version)
  const stored = await findState(db, tenantId, row.id)
  if (!stored) throw notFound('This instance')
  const state = z.parse(z.custom<State>(), stored.state)
  const waiting = (await waitingOf(tx, viewer, [row.id])).get(row.id) ?? []
  const runs = await runsOf(db, tenantId, row.id)
  const completions = await completionsOf(db, tenantId, row.id)
  const people = await peopleOf(tx, [row.started_by, ...completions.map(({ member_id }) => member_id)])
  return {
    people,
    waiting,
    ...progressOf(pathOf({ version, state, runs })),
    ...railOf({ version, state, runs, completions, people, waiting }),
    answers: await shownAnswers(tx, row.id, version, z.parse(Variables, stored.variables)),
  }
}

async function familyOf(tx: ReadTx, viewer: Viewer, { id, parent_id }: InstanceRow) {
  const visible = await visibleTo(tx, viewer)
  const parent = parent_id ? await findParent(tx.db, tx.tenantId, parent_id, visible) : undefined
  const children = await startedBy(tx.db, tx.tenantId, id, visible)
  return {
    parent: parent ? { id: parent.id, key: instanceKey(parent), name: parent.name } : null,
    children: children.map((child) => ({
      id: child.id,
      key: instanceKey(child),
      name: child.name,
      status: z.parse(InstanceStatus, child.status),
    })),
  }
}

/** The whole of an instance as it is now, also from the trash. */
export async function wholeInstance(tx: ReadTx, viewer: Viewer, id: string): Promise<InstanceWire> {
  await requireVisibleInstance(tx, viewer, id, { state: 'any' })
  const { db, tenantId } = tx
  const [row] = await instanceRows(db, tenantId, [id])
  if (!row) throw notFound('This instance')
  const { people, ...work } = await workOf(tx, viewer, row)
  return {
    ...headOf(row, people),
    ...work,
    ...(await familyOf(tx, viewer, row)),
    version: row.version,
    tasks: await tasksOfInstance.call(tx, viewer, id),
    cancel_reason: row.cancel_reason,
    comment_count: await countInstanceComments(db, tenantId, id),
    file_count: await countInstanceFiles(db, tenantId, id),
    usually: await usualLength(db, tenantId, row.workflow_id),
    can: rightsOf(viewer, row),
  }
}

export const readInstance = (ctx: Context, viewer: Viewer, id: InstanceId): Promise<Made<typeof getInstance>> =>
  readTenant(ctx, viewer, async (tx) => ({ data: await wholeInstance(tx, viewer, id) }))
