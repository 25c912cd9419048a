import { randomUUID } from 'node:crypto'
import type { Body } from '@throughline/contracts/endpoint'
import { ModelId } from '@throughline/contracts/ids'
import { type connectModel, MODEL_LIMITS, Model } from '@throughline/contracts/models'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { explainViolation } from '../../../core/db/unique-violation.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { sealForTenant } from '../../../core/keys/tenant-key.ts'
import { modelAad } from './model-aad.ts'
import type { AskModel, ModelQuestion } from './model-call.ts'
import { deleteModel, findModel, insertModel, type ModelRow, modelRows, setDrafting } from './models.queries.ts'

export const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

const wireOf = ({ username, last_took, last_problem, ...row }: ModelRow): Model =>
  Model.parse({
    ...row,
    host: hostOf(row.address),
    connected_by: username ?? '',
    connected_at: row.connected_at.toISOString(),
    last_called_at: row.last_called_at?.toISOString() ?? null,
    took: last_took,
    problem: last_problem,
  })

export const allModels = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async ({ db, tenantId }) => ({ data: (await modelRows(db, tenantId)).map(wireOf) }))

async function requireModel({ db, tenantId }: Pick<TenantTx, 'db' | 'tenantId'>, id: string): Promise<ModelRow> {
  const found = await findModel(db, tenantId, id)
  if (!found) throw notFound('This model')
  return found
}

function recordAct(tx: TenantTx, act: string, { id, name, address }: Pick<ModelRow, 'id' | 'name' | 'address'>) {
  tx.emit({ type: act, kind: 'model', id })
  tx.audit({ act, kind: 'model', id, data: { name, host: hostOf(address) } })
}

const unlessTaken = explainViolation({
  models_name: () => conflict('name_taken', 'This model is already connected'),
})

export const storeModel = (ctx: Context, viewer: Viewer, { name, address, key }: Body<typeof connectModel>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    if ((await modelRows(db, tenantId)).length >= MODEL_LIMITS.models)
      throw conflict('too_many', `A workspace can connect up to ${MODEL_LIMITS.models} models`)
    const id = randomUUID()
    const { sealed, keyNo } = await sealForTenant(ctx, tenantId, key, modelAad(tenantId, id))
    const row = { id, name, address, sealed, key_no: keyNo, connected_by: viewer.memberId }
    await insertModel(db, tenantId, row).catch(unlessTaken)
    recordAct(tx, 'model.connected', row)
    return { data: wireOf(await requireModel(tx, id)) }
  })

export const chooseDrafting = (ctx: Context, viewer: Viewer, id: ModelId | null) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const chosen = id === null ? undefined : await requireModel(tx, id)
    await setDrafting(db, tenantId, id)
    if (chosen) recordAct(tx, 'model.chosen', chosen)
    else {
      tx.emit({ type: 'model.chosen', kind: 'model', id: tenantId })
      tx.audit({ act: 'model.chosen', kind: 'model', id: tenantId, data: { name: 'Built-in rules' } })
    }
    return { data: (await modelRows(db, tenantId)).map(wireOf) }
  })

export const endModel = (ctx: Context, viewer: Viewer, id: ModelId) =>
  inTenant(ctx, viewer, async (tx) => {
    const found = await requireModel(tx, id)
    if (!(await deleteModel(tx.db, tx.tenantId, id))) throw notFound('This model')
    recordAct(tx, 'model.disconnected', found)
    return { id: ModelId.parse(found.id) }
  })

/** Holds nothing of the workspace. */
const HELLO: ModelQuestion = {
  task: 'Answer with the JSON object {"ready": true} and nothing else.',
  data: { ready: null },
  schema: {
    name: 'readiness',
    schema: {
      type: 'object',
      properties: { ready: { const: true } },
      required: ['ready'],
      additionalProperties: false,
    },
  },
  maxTokens: 20,
}

export async function tryModel(ctx: Context, viewer: Viewer, id: ModelId, ask: AskModel) {
  await readTenant(ctx, viewer, (tx) => requireModel(tx, id))
  const reply = await ask(viewer.tenantId, id, HELLO)
  const row = await readTenant(ctx, viewer, (tx) => requireModel(tx, id))
  return { data: wireOf(reply.ok ? row : { ...row, last_problem: reply.problem }) }
}
