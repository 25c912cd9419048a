import type { Dropped } from '@throughline/flow/run'
import { type AppError, conflict, invalid } from '../../../core/errors.ts'

export const hasEnded = () => conflict('ended', 'This instance has already ended')

/** What somebody is told whose act does not count any more. */
export const REFUSALS: Record<Dropped, () => AppError> = {
  ended: hasEnded,
  late: () => conflict('not_open', 'This step is not open any more'),
  repeat: () => conflict('done_before', 'This was done before'),
  stale: () => conflict('changed', 'This step went on in the meantime. Look at it again.'),
  kind: () => invalid('This cannot be done to this step'),
  unknown: () => invalid('This step cannot be left that way'),
}
