import type { ApiCall, addApiKey, ListedApiKey, listApiKeys, revokeApiKey } from '@throughline/contracts/api-keys'
import { MAX_KEYS } from '@throughline/contracts/api-keys'
import type { Body, Made } from '@throughline/contracts/endpoint'
import type { ApiKeyId, WorkflowId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { countersOf } from '../../../core/db/counters.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { explainViolation } from '../../../core/db/unique-violation.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { networkList } from '../../../core/http/api-key.ts'
import { hashToken } from '../../../core/http/session.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { instanceKey, peopleOf, STARTED_BY_KEY } from '../../instances/instances.public.ts'
import { type Opened, openWorkflow, publishWorkflowFrame } from '../../workflows/workflows.public.ts'
import type { Looker } from '../seen-instances.ts'
import { requireMayStart, standInColumns, standInFor } from '../stand-ins.ts'

const DAY_MS = 86_400_000
const SHOWN_END = 4
const SHOWN_CALLS = 10
/** Among so many of the newest instances those of keys are looked for. */
const LOOKED_AT = 1_000

const keys = ({ db, tenantId }: ReadTx, workflowId: string) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'token_end', 'networks', 'ends_at', 'created_at', 'created_by'])
    .select(sql<string | null>`to_char(last_used_on, 'YYYY-MM-DD')`.as('last_used_on'))
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`${workflowId}::uuid = any (workflow_ids)`)
    .orderBy('id')

/** Those that can start a workflow, without what they are. */
export async function listedKeys(tx: ReadTx, workflowId: string): Promise<z.input<typeof ListedApiKey>[]> {
  const rows = await keys(tx, workflowId).limit(MAX_KEYS).execute()
  const ids = rows.map(({ id }) => id)
  const started = ids.length > 0 ? await countersOf(tx.db, tx.tenantId, STARTED_BY_KEY, ids) : new Map<string, number>()
  const people = await peopleOf(
    tx,
    rows.map(({ created_by }) => created_by),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    end: row.token_end,
    networks: row.networks,
    ends_at: row.ends_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    created_by: (row.created_by && people.get(row.created_by)?.name) || null,
    last_used_on: row.last_used_on,
    started: started.get(row.id) ?? 0,
  }))
}

/** What keys started last, among the newest instances of the workflow. */
async function recentCalls(
  { db, tenantId }: ReadTx,
  looker: Looker,
  workflowId: string,
): Promise<z.input<typeof ApiCall>[]> {
  const { rows } = await sql<{
    id: string
    prefix: string
    number: number
    status: string
    source_name: string | null
    created_at: Date
  }>`select id, prefix, number, status, source_name, created_at from (
      select id, workflow_id, narrowed, prefix, number, status, source, source_name, created_at, deleted_at from instances
      where tenant_id = ${tenantId} and workflow_id = ${workflowId} order by id desc limit ${LOOKED_AT}) newest
    where source = 'api' and deleted_at is null and ${looker.ofInstance('newest')} order by id desc limit ${SHOWN_CALLS}`.execute(
    db,
  )
  return rows.map(({ id, prefix, number, status, source_name, created_at }) => ({
    at: created_at.toISOString(),
    key_name: source_name,
    instance: { id, key: instanceKey({ prefix, number }), status },
  }))
}

export const keysOfWorkflow = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
): Promise<Made<typeof listApiKeys>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { visible } = await openWorkflow(tx, viewer, workflowId)
    return { data: { keys: await listedKeys(tx, workflowId), calls: await recentCalls(tx, visible, workflowId) } }
  })

async function recordAct(tx: TenantTx, act: string, id: string, name: string, { row }: Opened): Promise<void> {
  tx.audit({ act, kind: 'api_key', id, data: { name, workflow: row.name } })
  await publishWorkflowFrame(tx, 'workflow.starts', { id: row.id, visibility: row.visibility })
}

function requireNetworks(networks: readonly string[]): void {
  for (const [n, one] of networks.entries()) {
    try {
      networkList([one])
    } catch {
      const message = 'not an address or a network such as 203.0.113.0/24'
      throw invalid('Some of the networks aren’t valid', [{ path: `networks.${n}`, message }])
    }
  }
}

const unlessTaken = explainViolation({
  api_keys_token: () => conflict('token_taken', 'Make another key: this one is in use'),
})

export const makeKey = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
  body: Body<typeof addApiKey>,
): Promise<Made<typeof addApiKey>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    requireMayStart(viewer)
    const opened = await openWorkflow(tx, viewer, workflowId)
    requireNetworks(body.networks)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from api_keys
      where tenant_id = ${tenantId} and revoked_at is null`.execute(db)
    if ((rows[0]?.n ?? 0) >= MAX_KEYS) throw conflict('too_many_keys', `A workspace has at most ${MAX_KEYS} API keys`)
    const standIn = await standInFor(tx, viewer, body.stand_in, opened.published ?? opened.draft)
    const { id } = await db
      .insertInto('api_keys')
      .values({
        tenant_id: tenantId,
        name: body.name,
        token_hash: hashToken(body.token),
        token_end: body.token.slice(-SHOWN_END),
        workflow_ids: [workflowId],
        networks: body.networks,
        ends_at: body.ends_in_days === null ? null : new Date(Date.now() + body.ends_in_days * DAY_MS),
        created_by: viewer.memberId,
        ...standInColumns(standIn),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(unlessTaken)
    await recordAct(tx, 'api_key.added', id, body.name, opened)
    const made = (await listedKeys(tx, workflowId)).find((one) => one.id === id)
    if (!made) throw new Error('a key that was just made is not there')
    return { data: made }
  })

export const revokeKey = (
  ctx: Context,
  viewer: Viewer,
  { workflowId, keyId }: { workflowId: WorkflowId; keyId: ApiKeyId },
): Promise<Made<typeof revokeApiKey>> =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openWorkflow(tx, viewer, workflowId)
    const { rows } = await sql<{ name: string }>`update api_keys set revoked_at = now(), revoked_by = ${viewer.memberId}
      where tenant_id = ${tx.tenantId} and id = ${keyId} and revoked_at is null
        and ${workflowId}::uuid = any (workflow_ids) returning name`.execute(tx.db)
    if (!rows[0]) throw notFound('This API key')
    await recordAct(tx, 'api_key.revoked', keyId, rows[0].name, opened)
    return { id: keyId }
  })
