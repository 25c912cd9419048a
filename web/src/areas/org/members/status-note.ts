import type { Member } from '@throughline/contracts/org-members'
import { texts } from '../members.texts.ts'

const DAY = 86_400_000

/** Midnight of that day in the zone, as a count of days. */
const dayIn = (zone: string, at: number) =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)) / DAY

const short = (zone: string, at: number, now: number) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    ...(now - at > 300 * DAY && { year: 'numeric' }),
  }).format(at)

type Note = { text: string; late: boolean }

/** What one wants to know beside the state: until when an invitation works, since when somebody is kept out. */
export function statusNote(member: Member, zone: string, now = Date.now()): Note | undefined {
  if (member.status === 'suspended' && member.suspended_at)
    return { text: texts.since(short(zone, Date.parse(member.suspended_at), now)), late: false }
  if (member.status !== 'invited' || !member.invitation_expires_at) return undefined
  const end = Date.parse(member.invitation_expires_at)
  if (end <= now) return { text: texts.expired, late: true }
  const days = dayIn(zone, end) - dayIn(zone, now)
  if (days === 0) return { text: texts.expiresToday, late: false }
  return { text: days === 1 ? texts.expiresTomorrow : texts.expiresIn(days), late: false }
}
