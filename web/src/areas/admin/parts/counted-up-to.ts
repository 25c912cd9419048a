import { MOST_COUNTED } from '@throughline/contracts/admin'
import { numberText } from '../../../shared/format/count.ts'

/** The server counts no further. */
export const countedUpTo = (count: number): string =>
  count < MOST_COUNTED ? numberText(count) : `${numberText(MOST_COUNTED)}+`
