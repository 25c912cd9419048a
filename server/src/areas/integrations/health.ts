import type { Connection } from '@throughline/contracts/connections'

/** So many failures in a row, and no call is made for a while; then one alone, whose end decides. */
export const CIRCUIT_FAILURES = 5
/** So many in a row are no longer the mistake of one step. */
const REJECTED_IN_A_ROW = 5

const WEEK = 7 * 86_400_000
/** Of so many calls half must be slow. */
const LOOKED_AT = 20
const SLOW_FACTOR = 4

export interface HealthRow {
  last_called_at: Date | null
  tested_at: Date | null
  signed_out_at: Date | null
  failures: number
  rejections: number
  recent_ms: readonly number[]
}

const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** How long a call usually takes: the median of those before the last ones. Null while there are too few. */
export function usualTime({ recent_ms }: Pick<HealthRow, 'recent_ms'>): number | null {
  const before = recent_ms.slice(0, -LOOKED_AT)
  return before.length < LOOKED_AT ? null : medianOf(before)
}

function isSlow(row: HealthRow): boolean {
  const usually = usualTime(row)
  if (usually === null) return false
  const slow = row.recent_ms.slice(-LOOKED_AT).filter((took) => took > SLOW_FACTOR * usually)
  return slow.length >= LOOKED_AT / 2
}

/** The last calls were all rejected, or all there were. A test that passes says nothing about what steps ask for. */
export const isRejected = ({ rejections, answered }: { rejections: number; answered: number }): boolean =>
  rejections >= Math.min(REJECTED_IN_A_ROW, Math.max(1, answered))

/** The last call or test. */
export function activeAt({ last_called_at, tested_at }: Pick<HealthRow, 'last_called_at' | 'tested_at'>): Date | null {
  if (!last_called_at || !tested_at) return last_called_at ?? tested_at
  return last_called_at > tested_at ? last_called_at : tested_at
}

/** Never good without a call or a test within a week. */
export function healthOf(row: HealthRow, now: number): Connection['health'] {
  if (row.signed_out_at) return 'needs_attention'
  if (row.failures >= CIRCUIT_FAILURES) return 'off'
  const active = activeAt(row)
  if (!active) return 'unused'
  if (now - active.getTime() > WEEK) return 'quiet'
  if (isRejected({ rejections: row.rejections, answered: row.recent_ms.length })) return 'rejected'
  return isSlow(row) ? 'slow' : 'working'
}
