import { randomUUID } from 'node:crypto'
import type { Body, Made } from '@throughline/contracts/endpoint'
import {
  type addHook,
  type changeHook,
  MAX_HOOKS,
  type pauseHook,
  type removeHook,
  type replaceHookSecret,
} from '@throughline/contracts/hooks'
import type { HookId, WorkflowId } from '@throughline/contracts/ids'
import { targetsOf } from '@throughline/flow/form-mapping'
import { type StartMappingProblem, startMappingProblems, stepsOf } from '@throughline/flow/start-mapping'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { writeAddress } from '../../../core/db/public-addresses.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, notFound, staleVersion } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { presentAmong } from '../../instances/instances.public.ts'
import { openWorkflow, publishWorkflowFrame, visibleTo } from '../../workflows/workflows.public.ts'
import { requireMayStart, standInFor } from '../stand-ins.ts'
import { fixedProblems } from '../start-values.ts'
import { setPaused } from '../triggers.queries.ts'
import { sealSecret } from './hook-secrets.ts'
import { hookWire } from './hook-wire.ts'
import {
  deleteHooks,
  findHook,
  type HookRow,
  type HookValues,
  hooksOfWorkflow,
  insertHook,
  lockHook,
  setSecret,
  updateHook,
} from './hooks.queries.ts'

export interface HookRef {
  workflowId: WorkflowId
  hookId: HookId
}

const noSuchHook = () => notFound('This webhook')

export async function requireHook(tx: ReadTx, viewer: Viewer, of: HookRef, find = findHook): Promise<HookRow> {
  const visible = await visibleTo(tx, viewer)
  const row = visible.canSee(of.workflowId) ? await find(tx.db, tx.tenantId, of.hookId) : undefined
  if (!row || row.workflow_id !== of.workflowId || row.deleted_at) throw noSuchHook()
  return row
}

const present = async (ctx: Context, tx: ReadTx, viewer: Viewer, of: HookRef) => ({
  data: await hookWire(ctx.config, tx, await requireHook(tx, viewer, of)),
})

export async function recordAct(tx: TenantTx, act: string, row: HookRow): Promise<void> {
  const { workflow_id: id, workflow_name, name, visibility } = row
  tx.audit({ act: `workflow.${act}`, kind: 'workflow', id, data: { name: workflow_name, webhook: name } })
  await publishWorkflowFrame(tx, 'workflow.starts', { id, visibility })
}

const PROBLEMS: Record<StartMappingProblem['code'], string> = {
  bad_path: 'not a path such as $.total.amount',
  unknown_variable: 'Unknown field',
  file: 'files can’t come with a call',
  twice: 'has a fixed value already',
  missing: 'required by the workflow',
}

/** What every call would be refused for is refused now. */
async function checkedValues(
  tx: TenantTx,
  viewer: Viewer,
  workflowId: WorkflowId,
  body: Omit<Body<typeof addHook>, 'secret'>,
): Promise<HookValues> {
  requireMayStart(viewer)
  const { published, draft } = await openWorkflow(tx, viewer, workflowId)
  const doc = published ?? draft
  const errors = [
    ...startMappingProblems(targetsOf(doc), body.mapping, body.fixed_values).map(({ code, variable }) => ({
      path: `mapping.${variable}`,
      message: PROBLEMS[code],
    })),
    ...fixedProblems(doc, body.fixed_values),
    ...(body.repeat_by === 'value' && !stepsOf(body.repeat_path)?.length
      ? [{ path: 'repeat_path', message: PROBLEMS.bad_path }]
      : []),
    ...(body.files_path !== '' && !stepsOf(body.files_path)
      ? [{ path: 'files_path', message: PROBLEMS.bad_path }]
      : []),
  ]
  if (errors.length > 0) throw invalid('Some settings are missing or aren’t valid', errors)
  const toldId = body.told_id ?? viewer.memberId
  if ((await presentAmong(tx.db, tx.tenantId, [toldId])).length === 0) throw notFound('This member')
  return {
    name: body.name,
    style: body.style,
    repeatBy: body.repeat_by,
    repeatPath: body.repeat_by === 'value' ? body.repeat_path : '',
    title: body.title,
    filesPath: body.files_path,
    mapping: body.mapping,
    fixed: body.fixed_values,
    standIn: await standInFor(tx, viewer, body.stand_in, doc),
    toldId,
  }
}

export const makeHook = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
  { secret, ...body }: Body<typeof addHook>,
): Promise<Made<typeof addHook>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const values = await checkedValues(tx, viewer, workflowId, body)
    if ((await hooksOfWorkflow(db, tenantId, workflowId)).length >= MAX_HOOKS) {
      throw conflict('too_many_hooks', `A workflow has at most ${MAX_HOOKS} webhooks`)
    }
    const id = randomUUID()
    const of = { id, workflowId, memberId: viewer.memberId }
    await insertHook(db, tenantId, of, values, await sealSecret(ctx, tenantId, id, secret))
    await writeAddress(db, tenantId, 'hook', id)
    const row = await findHook(db, tenantId, id)
    if (!row) throw noSuchHook()
    await recordAct(tx, 'webhook_added', row)
    return { data: await hookWire(ctx.config, tx, row) }
  })

export const readHook = (ctx: Context, viewer: Viewer, of: HookRef) =>
  readTenant(ctx, viewer, (tx) => present(ctx, tx, viewer, of))

export const saveHook = (
  ctx: Context,
  viewer: Viewer,
  of: HookRef,
  { version, ...body }: Body<typeof changeHook>,
): Promise<Made<typeof changeHook>> =>
  inTenant(ctx, viewer, async (tx) => {
    const before = await requireHook(tx, viewer, of, lockHook)
    const values = await checkedValues(tx, viewer, of.workflowId, body)
    const by = { id: before.id, version, memberId: viewer.memberId }
    if (!(await updateHook(tx.db, tx.tenantId, by, values))) throw staleVersion()
    await recordAct(tx, 'webhook_changed', { ...before, name: values.name })
    return present(ctx, tx, viewer, of)
  })

/** With its calls, and with what waits; what it started goes on. */
export const deleteHook = (ctx: Context, viewer: Viewer, of: HookRef): Promise<Made<typeof removeHook>> =>
  inTenant(ctx, viewer, async (tx) => {
    const row = await requireHook(tx, viewer, of, lockHook)
    await deleteHooks(tx.db, tx.tenantId, [row.id])
    await recordAct(tx, 'webhook_removed', row)
    return { id: of.hookId }
  })

export const setHookPaused = (
  ctx: Context,
  viewer: Viewer,
  of: HookRef,
  { paused }: Body<typeof pauseHook>,
): Promise<Made<typeof pauseHook>> =>
  inTenant(ctx, viewer, async (tx) => {
    const row = await requireHook(tx, viewer, of, lockHook)
    if ((row.paused_at !== null) === paused) return present(ctx, tx, viewer, of)
    if (!paused) requireMayStart(viewer)
    await setPaused(tx.db, tx.tenantId, row.id, paused ? viewer.memberId : null)
    await recordAct(tx, paused ? 'webhook_paused' : 'webhook_resumed', row)
    return present(ctx, tx, viewer, of)
  })

export const renewSecret = (
  ctx: Context,
  viewer: Viewer,
  of: HookRef,
  { secret }: Body<typeof replaceHookSecret>,
): Promise<Made<typeof replaceHookSecret>> =>
  inTenant(ctx, viewer, async (tx) => {
    requireMayStart(viewer)
    const row = await requireHook(tx, viewer, of, lockHook)
    const sealed = await sealSecret(ctx, tx.tenantId, row.id, secret)
    await setSecret(tx.db, tx.tenantId, row.id, viewer.memberId, sealed)
    await recordAct(tx, 'webhook_secret_replaced', row)
    return present(ctx, tx, viewer, of)
  })
