import { deviceKind, deviceName } from '@throughline/contracts/device-name'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { endSessions, openSessionsOf } from './sessions.queries.ts'

export async function listDevices(ctx: Context, viewer: Viewer) {
  const sessions = await inIdentity(ctx, viewer.personId, ({ db }) => openSessionsOf(db, viewer.personId))
  return sessions
    .map((session) => ({
      id: session.id,
      name: deviceName(session.device),
      kind: deviceKind(session.device),
      address: session.address,
      signed_in_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
      current: session.id === viewer.sessionId,
      is_new: session.is_new,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current))
}

export async function endDevice(ctx: Context, viewer: Viewer, sessionId: string) {
  if (sessionId === viewer.sessionId) throw conflict('current_session', 'You’re using this device. Log out instead.')
  await inIdentity(ctx, viewer.personId, async (tx) => {
    const ended = await endSessions(tx.db, viewer.personId, { only: sessionId }, ctx.origin)
    if (ended.length === 0) throw notFound('The device')
    tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds: ended }))
  })
}

/** In a transaction that may do more: a new password ends the other sessions too. */
export async function endOthers(ctx: Context, tx: DutyTx, viewer: Viewer): Promise<number> {
  const ended = await endSessions(tx.db, viewer.personId, { except: viewer.sessionId }, ctx.origin)
  if (ended.length > 0) tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds: ended }))
  return ended.length
}

export const endOtherDevices = (ctx: Context, viewer: Viewer) =>
  inIdentity(ctx, viewer.personId, (tx) => endOthers(ctx, tx, viewer))
