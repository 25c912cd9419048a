import { randomInt } from 'node:crypto'
import type { Body, Made } from '@throughline/contracts/endpoint'
import { MailAddressId, type WorkflowId } from '@throughline/contracts/ids'
import { Json } from '@throughline/contracts/json'
import {
  type addMailAddress,
  type changeMailAddress,
  type ListedMailAddress,
  type listMailAddresses,
  MAX_MAIL_ADDRESSES,
  type MailAddress,
  type pauseMailAddress,
  type removeMailAddress,
  Senders,
} from '@throughline/contracts/mail-starts'
import { targetsOf } from '@throughline/flow/form-mapping'
import { startMappingProblems } from '@throughline/flow/start-mapping'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, notFound, staleVersion } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { idsIn, peopleOf, presentAmong } from '../../instances/instances.public.ts'
import { openWorkflow, publishWorkflowFrame, visibleTo } from '../../workflows/workflows.public.ts'
import { requireMayStart, standInFor, standInNames, standInWire } from '../stand-ins.ts'
import { fixedProblems } from '../start-values.ts'
import { findTrigger, setPaused, type TriggerRow } from '../triggers.queries.ts'
import {
  type AddressRow,
  type AddressValues,
  addressesOfWorkflow,
  addressesOfWorkflows,
  deleteAddresses,
  findAddress,
  insertAddress,
  type MailCounts,
  recentCounts,
  updateAddress,
} from './mail-addresses.queries.ts'

const Fixed = z.record(z.string(), Json)
const Mapping = z.record(z.string(), z.string())
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const SUFFIX = 6

export interface AddressRef {
  workflowId: WorkflowId
  mailAddressId: MailAddressId
}

function requireDomain({ config }: Context): string {
  if (!config.MAIL_IN_DOMAIN) throw conflict('no_mail', 'This installation doesn’t receive email')
  return config.MAIL_IN_DOMAIN
}

/** Readable, and not to be guessed from the name. */
function newLocalPart(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  const suffix = Array.from({ length: SUFFIX }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  return `${slug || 'start'}-${suffix}`
}

export async function requireAddress(
  tx: ReadTx,
  viewer: Viewer,
  of: AddressRef,
): Promise<{ row: AddressRow; trigger: TriggerRow }> {
  const visible = await visibleTo(tx, viewer)
  const row = visible.canSee(of.workflowId) ? await findAddress(tx.db, tx.tenantId, of.mailAddressId) : undefined
  const trigger = row && (await findTrigger(tx.db, tx.tenantId, row.id))
  if (!row || !trigger || row.workflow_id !== of.workflowId || trigger.deleted_at) throw notFound('This address')
  return { row, trigger }
}

const listedWire = (
  { config }: Context,
  row: AddressRow,
  counts: ReadonlyMap<string, MailCounts>,
): z.input<typeof ListedMailAddress> => {
  const { started = 0, held = 0, last_at = null } = counts.get(row.id) ?? {}
  return {
    id: row.id,
    workflow_id: row.workflow_id,
    name: row.name,
    address: `${row.local_part}@${config.MAIL_IN_DOMAIN ?? ''}`,
    senders: z.parse(Senders, row.senders),
    domains: row.domains,
    thanks: row.thanks,
    paused_at: row.paused_at?.toISOString() ?? null,
    started,
    held,
    last_at: last_at?.toISOString() ?? null,
  }
}

/** As its page shows it. */
export async function addressWire(
  ctx: Context,
  tx: ReadTx,
  viewer: Viewer,
  of: AddressRef,
): Promise<{ data: z.input<typeof MailAddress> }> {
  const { row, trigger } = await requireAddress(tx, viewer, of)
  const { db, tenantId } = tx
  const fixed = z.parse(Fixed, trigger.fixed_values)
  const told = trigger.told_id ?? trigger.created_by
  const people = await peopleOf(tx, [...idsIn(fixed), told])
  const person = (id: string | null) => {
    const name = id && people.get(id)?.name
    return id && name ? { id, name } : null
  }
  return {
    data: {
      ...listedWire(ctx, row, await recentCounts(db, tenantId, [row.id])),
      mapping: z.parse(Mapping, trigger.field_mapping),
      fixed_values: fixed,
      people: idsIn(fixed).flatMap((id) => person(id) ?? []),
      stand_in: standInWire(
        trigger,
        await standInNames(db, tenantId, trigger.stand_in_id ? [trigger.stand_in_id] : []),
      ),
      told: person(told),
      version: trigger.version,
    },
  }
}

export async function recordAct(tx: TenantTx, act: string, trigger: TriggerRow): Promise<void> {
  const { workflow_id: id, workflow_name, name, visibility } = trigger
  tx.audit({ act: `workflow.${act}`, kind: 'workflow', id, data: { name: workflow_name, mail_address: name } })
  await publishWorkflowFrame(tx, 'workflow.starts', { id, visibility })
}

async function checkedValues(
  tx: TenantTx,
  viewer: Viewer,
  workflowId: WorkflowId,
  body: Body<typeof addMailAddress>,
): Promise<AddressValues> {
  requireMayStart(viewer)
  const { published, draft } = await openWorkflow(tx, viewer, workflowId)
  const doc = published ?? draft
  const problems = [
    ...startMappingProblems(targetsOf(doc), body.mapping, body.fixed_values).map(({ code, variable }) => ({
      path: `mapping.${variable}`,
      message: code.replaceAll('_', ' '),
    })),
    ...fixedProblems(doc, body.fixed_values),
  ]
  if (problems.length > 0) throw invalid('Some starting values are missing or aren’t valid', problems)
  if (body.senders === 'domains' && body.domains.length === 0) {
    throw invalid('Enter at least one domain', [{ path: 'domains', message: 'required' }])
  }
  const toldId = body.told_id ?? viewer.memberId
  if ((await presentAmong(tx.db, tx.tenantId, [toldId])).length === 0) throw notFound('This member')
  return {
    name: body.name,
    senders: body.senders,
    domains: body.senders === 'domains' ? [...new Set(body.domains)] : [],
    thanks: body.thanks,
    mapping: body.mapping,
    fixed: body.fixed_values,
    standIn: await standInFor(tx, viewer, body.stand_in, doc),
    toldId,
  }
}

export const listAddresses = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
): Promise<Made<typeof listMailAddresses>> =>
  readTenant(ctx, viewer, async (tx) => {
    await openWorkflow(tx, viewer, workflowId)
    const rows = await addressesOfWorkflow(tx.db, tx.tenantId, workflowId)
    const counts = await recentCounts(
      tx.db,
      tx.tenantId,
      rows.map(({ id }) => id),
    )
    return {
      data: { domain: ctx.config.MAIL_IN_DOMAIN ?? null, addresses: rows.map((row) => listedWire(ctx, row, counts)) },
    }
  })

export const makeAddress = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
  body: Body<typeof addMailAddress>,
): Promise<Made<typeof addMailAddress>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    requireDomain(ctx)
    const values = await checkedValues(tx, viewer, workflowId, body)
    if ((await addressesOfWorkflow(db, tenantId, workflowId)).length >= MAX_MAIL_ADDRESSES) {
      throw conflict('too_many_addresses', `A workflow has at most ${MAX_MAIL_ADDRESSES} addresses`)
    }
    const made = { workflowId, memberId: viewer.memberId, localPart: newLocalPart(body.name) }
    const id = await insertAddress(db, tenantId, made, values)
    const trigger = await findTrigger(db, tenantId, id)
    if (trigger) await recordAct(tx, 'mail_address_added', trigger)
    return addressWire(ctx, tx, viewer, { workflowId, mailAddressId: MailAddressId.parse(id) })
  })

export const readAddress = (ctx: Context, viewer: Viewer, of: AddressRef) =>
  readTenant(ctx, viewer, (tx) => addressWire(ctx, tx, viewer, of))

export const saveAddress = (
  ctx: Context,
  viewer: Viewer,
  of: AddressRef,
  { version, ...body }: Body<typeof changeMailAddress>,
): Promise<Made<typeof changeMailAddress>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { trigger } = await requireAddress(tx, viewer, of)
    const values = await checkedValues(tx, viewer, of.workflowId, body)
    const by = { id: trigger.id, version, memberId: viewer.memberId }
    if (!(await updateAddress(tx.db, tx.tenantId, by, values))) throw staleVersion()
    await recordAct(tx, 'mail_address_changed', { ...trigger, name: values.name })
    return addressWire(ctx, tx, viewer, of)
  })

export const deleteAddress = (ctx: Context, viewer: Viewer, of: AddressRef): Promise<Made<typeof removeMailAddress>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { trigger } = await requireAddress(tx, viewer, of)
    await deleteAddresses(tx.db, tx.tenantId, [trigger.id])
    await recordAct(tx, 'mail_address_removed', trigger)
    return { id: of.mailAddressId }
  })

/** Of workflows that are deleted for good. */
export const forgetAddresses = async ({ db, tenantId }: TenantTx, workflowIds: readonly string[]): Promise<void> =>
  deleteAddresses(db, tenantId, await addressesOfWorkflows(db, tenantId, workflowIds))

export const setAddressPaused = (
  ctx: Context,
  viewer: Viewer,
  of: AddressRef,
  { paused }: Body<typeof pauseMailAddress>,
): Promise<Made<typeof pauseMailAddress>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { trigger } = await requireAddress(tx, viewer, of)
    if ((trigger.paused_at !== null) === paused) return addressWire(ctx, tx, viewer, of)
    if (!paused) requireMayStart(viewer)
    await setPaused(tx.db, tx.tenantId, trigger.id, paused ? viewer.memberId : null)
    await recordAct(tx, paused ? 'mail_address_paused' : 'mail_address_resumed', trigger)
    return addressWire(ctx, tx, viewer, of)
  })
