import type { FormClosed } from '@throughline/contracts/forms'
import type * as z from 'zod/mini'

interface IntakeRow {
  closed_at: Date | null
  closes_at: Date | null
  closes_after: number | null
  last_response_at: Date | null
}

/** Why a form takes no responses now: by hand, by its day, or since it has as many as it was to have. */
export function closedOf(
  { closed_at, closes_at, closes_after, last_response_at }: IntakeRow,
  received: number,
  now: Date,
): z.input<typeof FormClosed> | null {
  if (closed_at) return { because: 'by_hand', since: closed_at.toISOString(), limit: null }
  if (closes_at && closes_at <= now) return { because: 'date', since: closes_at.toISOString(), limit: null }
  if (closes_after !== null && received >= closes_after) {
    return { because: 'limit', since: last_response_at?.toISOString() ?? null, limit: closes_after }
  }
  return null
}
