import { MemberId } from '@throughline/contracts/ids'
import { startOfDay } from '../../../shared/format/moments.ts'
import { DAY, dayKey } from '../../../shared/format/time.ts'
import type { AuditFilter } from '../audit.api.ts'

export const RANGES = ['all', 'today', 'week', 'month', 'quarter', 'custom'] as const
export type Range = (typeof RANGES)[number]
const LENGTHS: Partial<Record<Range, number>> = { today: 1, week: 7, month: 30, quarter: 90 }

/** As they stand in the address of the page. */
export type AuditSearch = Partial<Record<'who' | 'act' | 'address' | 'range' | 'from' | 'to', string>>

export const rangeOf = ({ range }: AuditSearch): Range => RANGES.find((known) => known === range) ?? 'all'

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)

function timesOf(search: AuditSearch, timeZone: string, now: number): Pick<AuditFilter, 'from' | 'to'> {
  const range = rangeOf(search)
  const days = LENGTHS[range]
  if (days !== undefined) {
    return { from: startOfDay(dayKey(now - (days - 1) * DAY, timeZone), timeZone).toISOString() }
  }
  if (range !== 'custom') return {}
  return {
    ...(isDay(search.from) && { from: startOfDay(search.from, timeZone).toISOString() }),
    // The whole last day, up to its last millisecond.
    ...(isDay(search.to) && { to: new Date(startOfDay(dayAfter(search.to), timeZone).getTime() - 1).toISOString() }),
  }
}

/** What the address of the page asks of the server; what makes no sense is left out. */
export function filterOf(search: AuditSearch, timeZone: string, now: number): AuditFilter {
  const who = MemberId.safeParse(search.who)
  return {
    ...(who.success && { actor_id: who.data }),
    ...(search.act && /^[a-z_]+(\.[a-z_]+)?$/.test(search.act) && { act: search.act }),
    ...(search.address?.trim() && { address: search.address.trim() }),
    ...timesOf(search, timeZone, now),
  }
}
