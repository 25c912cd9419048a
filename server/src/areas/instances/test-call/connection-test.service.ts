import { randomUUID } from 'node:crypto'
import type { ConnectionTest, testConfiguration, testConnection } from '@throughline/contracts/connection-acts'
import type { Body } from '@throughline/contracts/endpoint'
import type { ConnectionId, ToolId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { sealForTenant } from '../../../core/keys/tenant-key.ts'
import { findConnector, requireManaged } from '../../integrations/integrations.public.ts'
import { ConnectionTrial, TrialAnswer, trialAad } from './connection-trial.ts'
import { findTestCall, insertTestCall, type StoredTestCall } from './test-call.queries.ts'
import { LONGEST, startTestCall } from './test-call.service.ts'

function wireOf({ id, answer, created_at }: Pick<StoredTestCall, 'id' | 'answer' | 'created_at'>): ConnectionTest {
  if (answer !== null) {
    const { ok, ...rest } = z.parse(TrialAnswer, answer)
    return { id, state: ok ? 'passed' : 'failed', ...rest }
  }
  const isLost = Date.now() - created_at.getTime() > LONGEST
  const text = isLost ? 'The test didn’t finish. Try again.' : null
  const nothing = { steps: [], took: null, private_address: false, taken: false }
  return { id, state: isLost ? 'failed' : 'under_way', text, ...nothing }
}

type Configuration = Body<typeof testConfiguration>

async function begin(ctx: Context, tx: TenantTx, viewer: Viewer, trial: ConnectionTrial, draft?: Configuration) {
  const { db, tenantId } = tx
  const key = { memberId: viewer.memberId, id: randomUUID() }
  const sealed = draft && (await sealForTenant(ctx, tenantId, JSON.stringify(draft), trialAad(tenantId, key.id))).sealed
  await insertTestCall(db, tenantId, key, trial, sealed)
  startTestCall(tx, key)
  return { data: wireOf({ id: key.id, answer: null, created_at: new Date() }) }
}

/** Has the worker try a configuration with which nothing is connected yet. */
export const beginConfigurationTest = (ctx: Context, viewer: Viewer, toolId: ToolId, configuration: Configuration) =>
  inTenant(ctx, viewer, async (tx) => {
    if (!(await findConnector(tx.db, tx.tenantId, toolId))) throw notFound('This tool')
    return begin(ctx, tx, viewer, { kind: 'connection', tool: toolId, connection: null, take: false }, configuration)
  })

/** Has the worker try a connection with what it has, or with what it is to have. */
export const beginConnectionTest = (
  ctx: Context,
  viewer: Viewer,
  connectionId: ConnectionId,
  { configuration, take }: Body<typeof testConnection>,
) =>
  inTenant(ctx, viewer, async (tx) => {
    const { tool_id } = await requireManaged(tx, viewer, connectionId)
    const trial = { kind: 'connection', tool: tool_id, connection: connectionId, take } as const
    return begin(ctx, tx, viewer, trial, configuration)
  })

export async function readConnectionTest(ctx: Context, viewer: Viewer, id: string) {
  const { memberId } = viewer
  const found = await readTenant(ctx, viewer, (tx) => findTestCall(tx.db, tx.tenantId, { memberId, id }))
  if (!found || !ConnectionTrial.safeParse(found.call).success) throw notFound('This test')
  return { data: wireOf(found) }
}
