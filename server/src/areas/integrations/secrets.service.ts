import { randomUUID } from 'node:crypto'
import type { Body } from '@throughline/contracts/endpoint'
import type { SecretId } from '@throughline/contracts/ids'
import { type addSecret, type replaceSecret, SECRET_LIMITS, StoredSecret } from '@throughline/contracts/integrations'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { explainViolation } from '../../core/db/unique-violation.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { sealForTenant } from '../../core/keys/tenant-key.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { secretAad } from './secret-aad.ts'
import {
  countSecrets,
  deleteSecret,
  findSecret,
  insertSecret,
  overwriteSecret,
  type SecretRow,
  secretRows,
  secretUses,
} from './secrets.queries.ts'

const MAX_NAMED_USES = 20

type Use = Awaited<ReturnType<typeof secretUses>>[number]

function wireOf({ set_by, set_by_name, ...row }: SecretRow, uses: readonly Use[]): StoredSecret {
  const named = uses.filter(({ is_visible }) => is_visible).slice(0, MAX_NAMED_USES)
  return StoredSecret.parse({
    ...row,
    set_by: { id: set_by, name: set_by_name },
    set_at: row.set_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    used_in: named.map(({ id, name }) => ({ id, name })),
    used_in_more: uses.length - named.length,
  })
}

export const allSecrets = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async (tx) => {
    const rows = await secretRows(tx.db, tx.tenantId)
    const uses = rows.length > 0 ? await secretUses(tx.db, tx.tenantId, await visibleTo(tx, viewer)) : []
    const byName = Map.groupBy(uses, ({ secret }) => secret)
    return { data: rows.map((row) => wireOf(row, byName.get(row.name) ?? [])) }
  })

async function requireSecret(tx: ReadTx, id: string): Promise<SecretRow> {
  const found = await findSecret(tx.db, tx.tenantId, id)
  if (!found) throw notFound('This secret')
  return found
}

async function oneSecret(tx: ReadTx, viewer: Viewer, id: string): Promise<{ data: StoredSecret }> {
  const row = await requireSecret(tx, id)
  return { data: wireOf(row, await secretUses(tx.db, tx.tenantId, await visibleTo(tx, viewer), row.name)) }
}

function recordAct(tx: TenantTx, act: string, id: string, name: string, hosts: readonly string[]) {
  tx.emit({ type: act, kind: 'secret', id })
  tx.audit({ act, kind: 'secret', id, data: { name, hosts: [...hosts] } })
}

async function sealed(ctx: Context, { tenantId }: Viewer, id: string, value: string) {
  const made = await sealForTenant(ctx, tenantId, value, secretAad(tenantId, id))
  return { sealed: made.sealed, key_no: made.keyNo }
}

const unlessTaken = explainViolation({
  integration_secrets_name: () => conflict('name_taken', 'A secret with this name already exists'),
})

export const storeSecret = (ctx: Context, viewer: Viewer, { name, value, hosts }: Body<typeof addSecret>) =>
  inTenant(ctx, viewer, async (tx) => {
    if ((await countSecrets(tx.db, tx.tenantId)) >= SECRET_LIMITS.count) {
      throw conflict('too_many', `A workspace can have up to ${SECRET_LIMITS.count} secrets`)
    }
    const id = randomUUID()
    const own = [...new Set(hosts)]
    const row = { id, name, hosts: own, set_by: viewer.memberId, ...(await sealed(ctx, viewer, id, value)) }
    await insertSecret(tx.db, tx.tenantId, row).catch(unlessTaken)
    recordAct(tx, 'secret.added', id, name, own)
    return oneSecret(tx, viewer, id)
  })

export const writeSecretOver = (
  ctx: Context,
  viewer: Viewer,
  id: SecretId,
  { value, hosts }: Body<typeof replaceSecret>,
) =>
  inTenant(ctx, viewer, async (tx) => {
    const { name } = await requireSecret(tx, id)
    const own = [...new Set(hosts)]
    const change = { id, hosts: own, set_by: viewer.memberId, ...(await sealed(ctx, viewer, id, value)) }
    if (!(await overwriteSecret(tx.db, tx.tenantId, change))) throw notFound('This secret')
    recordAct(tx, 'secret.replaced', id, name, own)
    return oneSecret(tx, viewer, id)
  })

export const eraseSecret = (ctx: Context, viewer: Viewer, id: SecretId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { name, hosts } = await requireSecret(tx, id)
    if (!(await deleteSecret(tx.db, tx.tenantId, id))) throw notFound('This secret')
    recordAct(tx, 'secret.removed', id, name, hosts)
    return { id }
  })
