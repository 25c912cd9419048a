import { MemberId, TenantId } from '@throughline/contracts/ids'
import { PushedMessage } from '@throughline/contracts/inbox'
import { isAdminRole } from '@throughline/contracts/permissions'
import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadMessages } from '../../../core/live/inbox-feed.ts'
import { isQuietFor } from '../settings/is-quiet.ts'
import { recipientsAmong } from '../settings/mail-recipients.queries.ts'
import { choicesOf } from './choices.queries.ts'
import { findMessages } from './message-rows.queries.ts'
import { type MessageWire, messagesOnWire } from './message-wire.ts'

/** Longer than a push takes. What is older than this was only changed by its owner, who knows of it. */
const FRESH_MS = 60_000

/** Whether something has just happened that the person is to hear of now. */
const isNews = ({ timestamp, read, gone, snoozed_until }: MessageWire, now: Date) =>
  !read && !gone && snoozed_until === null && now.getTime() - Date.parse(timestamp) < FRESH_MS

/** As the calls would answer them to the same person now: what they may not see any more says nothing. */
export const createReadMessages =
  (ctx: Context): ReadMessages =>
  (owner, ids) => {
    const scope = { tenantId: TenantId.parse(owner.tenantId), memberId: MemberId.parse(owner.memberId) }
    return readTenant(ctx, scope, async (tx) => {
      const [reader] = await recipientsAmong(tx.db, scope.tenantId, [scope.memberId])
      if (!reader?.role) return []
      const viewer = { memberId: scope.memberId, user: { is_admin: isAdminRole(reader.role) } }
      const wires = await messagesOnWire(tx, viewer, await findMessages(tx.db, scope, ids))
      const choices = await choicesOf(tx.db, scope)
      const now = new Date()
      const isQuiet = await isQuietFor(tx, reader, now)
      return wires.map((wire) => {
        const desktop = isNews(wire, now) && choices[wire.kind].desktop && !isQuiet(wire)
        return PushedMessage.parse({ ...wire, desktop })
      })
    })
  }
