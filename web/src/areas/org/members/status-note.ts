import type { Member } from '@throughline/contracts/org-members'
import { dayKey, daysUntil, shortDate } from '../../../shared/format/time.ts'
import { texts } from '../members.texts.ts'

type Note = { text: string; late: boolean }

/** What one wants to know beside the state: until when an invitation works, since when somebody is kept out. */
export function statusNote(member: Member, zone: string, now = Date.now()): Note | undefined {
  if (member.status === 'suspended' && member.suspended_at)
    return { text: texts.since(shortDate(member.suspended_at, zone, now)), late: false }
  if (member.status !== 'invited' || !member.invitation_expires_at) return undefined
  const end = Date.parse(member.invitation_expires_at)
  if (end <= now) return { text: texts.expired, late: true }
  const days = daysUntil(dayKey(end, zone), zone, now)
  if (days === 0) return { text: texts.expiresToday, late: false }
  return { text: days === 1 ? texts.expiresTomorrow : texts.expiresIn(days), late: false }
}
