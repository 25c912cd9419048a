import type { IncomingHttpHeaders } from 'node:http'
import type { Body, Made, Query } from '@throughline/contracts/endpoint'
import { HookStyle, type listDeliveries, type retryDelivery, type testHook } from '@throughline/contracts/hooks'
import { InstanceId } from '@throughline/contracts/ids'
import { Json as JsonSchema } from '@throughline/contracts/json'
import { targetsOf } from '@throughline/flow/form-mapping'
import { givenBy } from '@throughline/flow/start-mapping'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { hostsOf } from '../../../core/config.ts'
import type { Context } from '../../../core/context.ts'
import { cursorsOf, pageOf } from '../../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, forbidden, notFound } from '../../../core/errors.ts'
import { may, type Viewer } from '../../../core/http/viewer.ts'
import { openForTenant } from '../../../core/keys/tenant-key.ts'
import { instanceKey, requireStarted, versionOf } from '../../instances/instances.public.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { startHeldOne } from '../held-starts.activities.ts'
import { changeHeld } from '../held-starts.ts'
import { isHidden, NOBODYS_LOOK } from '../seen-instances.ts'
import { convertedValues } from '../start-or-hold.ts'
import { isPassing, RefusedStart, StartReason } from '../start-reasons.ts'
import { startValues } from '../start-values.ts'
import { requireStartable } from '../try-start.ts'
import { keptRepeat, readContent, repeatKeyOf, UnreadableContent } from './call-content.ts'
import { bodyAad, callOf, type Delivered, Mapping, startOf, startOnce } from './deliver.ts'
import { type DeliveryRow, deliveryRows, findDelivery, lockCall, setDelivered } from './deliveries.queries.ts'
import { fetchLater } from './hook-files.ts'
import { secretsOf } from './hook-secrets.ts'
import { deliveryWire, misfitOf } from './hook-wire.ts'
import { type HookRow, lockHook } from './hooks.queries.ts'
import { type HookRef, recordAct, requireHook } from './hooks.service.ts'
import { type SignedCall, signedHeaders } from './signatures.ts'

const HELD = 'It’s held until the workflow can start.'

type DeliveryRef = HookRef & { deliveryId: string }

export const readDeliveries = (
  ctx: Context,
  viewer: Viewer,
  of: HookRef,
  { cursor, limit, rejected = false }: Query<typeof listDeliveries>,
): Promise<Made<typeof listDeliveries>> =>
  readTenant(ctx, viewer, async (tx) => {
    const hook = await requireHook(tx, viewer, of)
    const cursors = cursorsOf(ctx, tx.tenantId, 'deliveries', { hook: hook.id, rejected })
    const [before] = cursors.decode(cursor) ?? []
    const rows = await deliveryRows(tx.db, tx.tenantId, hook.id, await visibleTo(tx, viewer), {
      before,
      limit: limit + 1,
      rejected,
    })
    const { data, next } = pageOf(rows, limit, ({ id }) => cursors.encode([id]))
    return { data: data.map(deliveryWire), pagination: { next_cursor: next ?? null } }
  })

async function requireDelivery(tx: ReadTx, viewer: Viewer, hook: HookRow, id: string): Promise<DeliveryRow> {
  const row = await findDelivery(tx.db, tx.tenantId, hook.id, await visibleTo(tx, viewer), id)
  if (!row) throw notFound('This call')
  return row
}

const bodyOf = async (ctx: Context, { tenantId }: ReadTx, { id, body }: DeliveryRow) =>
  body && (await openForTenant(ctx, tenantId, body, bodyAad(tenantId, id))).toString('utf8')

export const readDelivery = (ctx: Context, viewer: Viewer, of: DeliveryRef) =>
  readTenant(ctx, viewer, async (tx) => {
    const row = await requireDelivery(tx, viewer, await requireHook(tx, viewer, of), of.deliveryId)
    return { data: { ...deliveryWire(row), body: isHidden(row) ? null : await bodyOf(ctx, tx, row) } }
  })

const notStarted = (message: string) => conflict('not_started', message)

/** One that is held begins under the key that it waits by, with what its body gives by the settings of now, if that is kept. */
async function restartHeld(
  tx: TenantTx,
  hook: HookRow,
  { id, heldId, call }: { id: string; heldId: string; call: SignedCall | undefined },
): Promise<Delivered> {
  if (call) await changeHeld(tx, heldId, startOf(hook, readContentOr(call, notStarted)))
  await startHeldOne(tx, heldId)
  const { instance_id: instanceId, held_reason } =
    (await findDelivery(tx.db, tx.tenantId, hook.id, NOBODYS_LOOK, id)) ?? {}
  if (instanceId) return { state: 'started', instanceId }
  const reason = z.parse(StartReason, held_reason)
  if (!isPassing(reason)) throw notStarted(reason.message)
  return { state: 'held', reason }
}

/** Once: under the key that the call itself would have had. */
async function restartRejected(tx: TenantTx, hook: HookRow, row: DeliveryRow, call: SignedCall): Promise<Delivered> {
  const { db, tenantId } = tx
  const content = readContentOr(call, notStarted)
  const repeat = row.repeat_key ? keptRepeat(hook, call, row.repeat_key) : repeatKeyOf(hook, call, content)
  await lockCall(db, hook.id, repeat.key)
  const { delivered, heldId } = await startOnce(tx, hook, content, repeat, row)
  if (delivered.state === 'refused') throw notStarted(delivered.reason.message)
  const instanceId = 'instanceId' in delivered ? delivered.instanceId : undefined
  const { state } = delivered
  await setDelivered(db, tenantId, row.id, { state, ...(instanceId && { instanceId }), ...(heldId && { heldId }) })
  if (state !== 'duplicate') await fetchLater(tx, hook, { deliveryId: row.id, heldId }, content)
  return delivered
}

async function restart(ctx: Context, tx: TenantTx, viewer: Viewer, of: DeliveryRef): Promise<Delivered> {
  const hook = await requireHook(tx, viewer, of, lockHook)
  const row = await requireDelivery(tx, viewer, hook, of.deliveryId)
  const body = await bodyOf(ctx, tx, row)
  const call = body === null ? undefined : callOf(body)
  const heldId = misfitOf(row)
  const begin = () => {
    if (heldId !== null) return restartHeld(tx, hook, { id: row.id, heldId, call })
    if (row.state === 'refused' && call) return restartRejected(tx, hook, row, call)
    throw conflict('not_startable', 'This call can’t be started.')
  }
  const delivered = await begin()
  await recordAct(tx, 'webhook_call_started', hook)
  return delivered
}

export const startDelivery = (ctx: Context, viewer: Viewer, of: DeliveryRef): Promise<Made<typeof retryDelivery>> =>
  inTenant(ctx, viewer, async (tx) => {
    const delivered = await restart(ctx, tx, viewer, of)
    if (!('instanceId' in delivered)) {
      // The refusal undoes all of this; that the call waits from now on is kept.
      tx.afterRollback(async (outside) => {
        await inTenant(outside, viewer, (again) => restart(outside, again, viewer, of))
      })
      throw notStarted(delivered.reason?.message ?? HELD)
    }
    const { id, prefix, number } = await requireStarted(tx.db, tx.tenantId, delivered.instanceId)
    return { data: { id, key: instanceKey({ prefix, number }) } }
  })

function readContentOr(call: SignedCall, refusal: (message: string) => Error) {
  try {
    return readContent(call)
  } catch (error) {
    if (error instanceof UnreadableContent) throw refusal(error.message)
    throw error
  }
}

type Test = Made<typeof testHook>['data']
const NOTHING: Test = { status: 202, instance: null, problem: null, errors: [], values: [], took_ms: null }

/** What the call would start, by the version that is published now. Nothing is kept. */
async function dryRun(tx: ReadTx, hook: HookRow, call: SignedCall): Promise<Test> {
  try {
    const content = readContent(call)
    const number = requireStartable(hook)
    const version = await versionOf(tx.db, tx.tenantId, hook.workflow_id, number)
    const targets = targetsOf(version.doc)
    const given = givenBy(z.parse(Mapping, hook.field_mapping), content)
    const fixed = z.parse(z.record(z.string(), JsonSchema), hook.fixed_values)
    const converted = await convertedValues(tx, targets, given)
    startValues(version, new Map([...Object.entries(fixed), ...converted]), {
      missing: 'not_given',
      wrong: 'wrong_value',
    })
    const values = targets.flatMap(({ variable, type }) => {
      const value = converted.get(variable) ?? fixed[variable]
      return value === undefined ? [] : [{ variable, type, value }]
    })
    return { ...NOTHING, values }
  } catch (error) {
    if (error instanceof UnreadableContent) return { ...NOTHING, status: 422, problem: error.message }
    if (!(error instanceof RefusedStart)) throw error
    return { ...NOTHING, status: 422, problem: error.reason.message, errors: error.reason.errors ?? [] }
  }
}

const Started = z.object({
  data: z.object({ instance: z.nullable(z.object({ id: InstanceId, key: z.string() })), held: z.boolean() }),
})
const Refused = z.object({
  message: z.string(),
  errors: z._default(z.array(z.object({ path: z.string(), message: z.string() })), []),
})

/** A call as a sender would make it, with everything that it meets on its way. */
async function sendTest(
  ctx: Context,
  app: FastifyInstance,
  hook: HookRow,
  secret: string,
  call: SignedCall,
  id: string,
) {
  const signed = signedHeaders(z.parse(HookStyle, hook.style), secret, call.body, { id })
  const headers: IncomingHttpHeaders = { ...call.headers, ...signed, host: hostsOf(ctx.config).app }
  const began = performance.now()
  const answer = await app.inject({ method: 'POST', url: `/v1/hooks/${hook.id}/`, headers, payload: call.body })
  const took_ms = Math.round(performance.now() - began)
  const status = answer.statusCode
  if (status === 202) {
    const { instance, held } = z.parse(Started, answer.json()).data
    return { ...NOTHING, took_ms, instance, problem: held ? HELD : null }
  }
  const { message, errors } = z.parse(Refused, answer.json())
  return { ...NOTHING, status, took_ms, problem: message, errors }
}

export async function tryHook(
  ctx: Context,
  viewer: Viewer,
  of: HookRef,
  { content, send }: Body<typeof testHook>,
  { app, key }: { app: FastifyInstance; key: string },
): Promise<Made<typeof testHook>> {
  const call = callOf(content)
  if (!send) {
    return readTenant(ctx, viewer, async (tx) => ({
      data: await dryRun(tx, await requireHook(tx, viewer, of), call),
    }))
  }
  if (!may(viewer, 'instances.manage')) throw forbidden()
  const hook = await readTenant(ctx, viewer, (tx) => requireHook(tx, viewer, of))
  const [secret = ''] = await secretsOf(ctx, viewer.tenantId, hook)
  const data = await sendTest(ctx, app, hook, secret, call, `test_${key}`)
  await inTenant(ctx, viewer, (tx) => recordAct(tx, 'webhook_tested', hook))
  return { data }
}
