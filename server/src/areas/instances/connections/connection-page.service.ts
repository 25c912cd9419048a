import { ConnectionPage, type changeConnection } from '@throughline/contracts/connection-acts'
import type { Body } from '@throughline/contracts/endpoint'
import type { ConnectionId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import {
  callsUnderWay,
  changeConnection as change,
  connectionForPage,
  findConnector,
  operationNamed,
} from '../../integrations/integrations.public.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { instanceKey } from '../wire.service.ts'
import {
  type CallRow,
  callDays,
  callsInMinute,
  connectionDetails,
  heldCalls,
  lastCalls,
  stepsUsing,
  type UseRow,
} from './connection-page.queries.ts'

type Operations = Parameters<typeof operationNamed>[0]
type CallWire = ConnectionPage['calls'][number]

function resultOf({ state, held_until, answer }: CallRow, isRead: boolean): CallWire['result'] {
  if (state === 'done') return isRead ? 'answered' : 'sent'
  if (held_until) return 'held'
  if (state === 'failed') return 'failed'
  return state === 'unknown' && answer !== null ? 'unknown' : 'under_way'
}

/** What a receiver says may be what it was sent: only for those who see that, or look after the connection. */
function callOnWire(row: CallRow, { tool, canManage }: { tool: Operations | undefined; canManage: boolean }) {
  const operation = tool && operationNamed(tool, row.operation ?? undefined)
  const { instance } = row
  return {
    at: row.at.toISOString(),
    operation: operation?.title ?? row.operation,
    result: resultOf(row, operation?.repeat === 'reads'),
    attempts: row.attempts,
    problem: instance || canManage ? row.problem : null,
    took: row.took,
    instance: instance && { id: instance.id, key: instanceKey(instance), name: instance.name },
  }
}

const useOnWire = (use: UseRow, tool: Operations | undefined) => ({
  workflow: { id: use.id, name: use.name, prefix: use.prefix },
  step: use.step,
  name: use.step_name || use.step,
  operation: (tool && operationNamed(tool, use.operation ?? undefined)?.title) ?? null,
  in_draft: use.in_draft,
  in_version: use.in_version,
  running: use.running,
})

const hiddenAmong = (uses: readonly UseRow[]) => new Set(uses.flatMap((use) => (use.is_visible ? [] : use.id))).size

const iso = (date: Date | null | undefined) => date?.toISOString() ?? null

async function pageOf(tx: ReadTx, viewer: Viewer, id: ConnectionId) {
  const { db, tenantId } = tx
  const found = await connectionForPage(tx, viewer, id)
  const details = found && (await connectionDetails(db, tenantId, id))
  if (!found || !details) throw notFound('This connection')
  const { row, connection, canManage, usually } = found
  const visible = await visibleTo(tx, viewer)
  const tool = await findConnector(db, tenantId, row.tool_id)
  const uses = await stepsUsing(db, tenantId, id, visible)
  const held = await heldCalls(db, tenantId, id)
  const { max_at_once, max_per_minute, rotated_at, signed_out_text, admins_told_at, has_previous } = details
  return {
    data: ConnectionPage.parse({
      connection,
      can_manage: canManage,
      days: await callDays(db, tenantId, id),
      calls: (await lastCalls(db, tenantId, id, visible)).map((call) => callOnWire(call, { tool, canManage })),
      steps: uses.filter(({ is_visible }) => is_visible).map((use) => useOnWire(use, tool)),
      hidden_workflows: hiddenAmong(uses),
      held: held.n,
      held_since: iso(held.since),
      under_way: await callsUnderWay(db, tenantId, id),
      limits: {
        at_once: max_at_once,
        per_minute: max_per_minute,
        last_minute: await callsInMinute(db, tenantId, id),
      },
      rotated_at: iso(rotated_at),
      has_previous,
      usually,
      paused_until: iso(row.paused_until),
      signed_out: row.signed_out_at && {
        at: row.signed_out_at.toISOString(),
        text: signed_out_text ?? '',
        admins_told_at: iso(admins_told_at),
      },
    }),
  }
}

export const connectionPage = (ctx: Context, viewer: Viewer, id: ConnectionId) =>
  readTenant(ctx, viewer, (tx) => pageOf(tx, viewer, id))

export const changeByManager = (ctx: Context, viewer: Viewer, id: ConnectionId, body: Body<typeof changeConnection>) =>
  inTenant(ctx, viewer, async (tx) => {
    await change(tx, viewer, id, body)
    return pageOf(tx, viewer, id)
  })
