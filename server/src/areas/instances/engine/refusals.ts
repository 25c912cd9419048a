import type { Dropped } from '@throughline/flow/run'
import { type AppError, conflict, invalid } from '../../../core/errors.ts'

export const hasEnded = () => conflict('ended', 'This instance has already ended')

/** The error for an act that no longer counts. */
export const REFUSALS: Record<Dropped, () => AppError> = {
  ended: hasEnded,
  late: () => conflict('not_open', 'This step is no longer open'),
  repeat: () => conflict('done_before', 'This has already been done'),
  stale: () => conflict('changed', 'This step has changed since you opened it. Reload the page and try again.'),
  kind: () => invalid('You can’t do this with this kind of step'),
  unknown: () => invalid('This step doesn’t have that outcome'),
}
