import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import {
  type ConnectionUpkeep,
  callsUnderWay,
  deleteConnection,
  endRelease,
  erasePrevious,
  lockUpkeep,
  noteAdminsTold,
} from '../../integrations/integrations.public.ts'
import { releaseHeld } from '../engine/release-held.ts'
import { listAdmins } from '../outside-mail/outside-mail.queries.ts'

const HOUR = 3_600_000
/** Until the calls of a connection that was disconnected have ended. */
const ENDING_PAUSE = 2_000

interface ConnectionRef {
  tenantId: TenantId
  connectionId: string
}

/** Its owner heard of it at once; those who look after the workspace hear of it when it lasts. */
async function tellAdmins(tx: TenantTx, id: string, { name, signed_out_text, member_id }: ConnectionUpkeep) {
  const admins = await listAdmins(tx.db, tx.tenantId)
  tx.notify({
    type: 'connection_signed_out',
    because: 'admin',
    name,
    text: signed_out_text ?? '',
    to: admins.map((admin) => admin.id).filter((admin) => admin !== member_id),
    about: { connection: id },
  })
  await noteAdminsTold(tx.db, tx.tenantId, id)
}

const dueAfter = (from: Date) => from.getTime() + HOUR

/** All that is due of a connection but its held calls; answers when there is more to do, as milliseconds. */
const lookAfter = (ctx: Context, { tenantId, connectionId: id }: ConnectionRef) =>
  inTenant(ctx, { tenantId }, async (tx): Promise<number | null> => {
    const { db } = tx
    const row = await lockUpkeep(db, tenantId, id)
    if (!row) return null
    const now = row.now.getTime()
    if (row.ending_at) {
      if ((await callsUnderWay(db, tenantId, id)) > 0) return now + ENDING_PAUSE
      await deleteConnection(db, tenantId, id)
      return null
    }
    const next: number[] = []
    if (row.signed_out_at && !row.admins_told_at) {
      if (dueAfter(row.signed_out_at) <= now) await tellAdmins(tx, id, row)
      else next.push(dueAfter(row.signed_out_at))
    }
    if (row.has_previous) {
      if (row.worked_since && dueAfter(row.worked_since) <= now) await erasePrevious(db, tenantId, id)
      else next.push(dueAfter(row.worked_since ?? row.now))
    }
    return next.length > 0 ? Math.min(...next) : null
  })

/** Held calls first: those of a connection that is disconnected are to say so, not to wait. */
export async function keepConnectionOnce(ctx: Context, ref: ConnectionRef, beat: () => void = () => undefined) {
  const { tenantId, connectionId } = ref
  const from = await inTenant(ctx, { tenantId }, async ({ db }) => {
    const row = await lockUpkeep(db, tenantId, connectionId)
    return row && (row.release_from ?? row.ending_at)
  })
  if (from) {
    while (await releaseHeld(ctx, tenantId, connectionId)) beat()
    await inTenant(ctx, { tenantId }, ({ db }) => endRelease(db, tenantId, connectionId, from))
  }
  return lookAfter(ctx, ref)
}
