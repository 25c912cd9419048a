import type { SearchAnswer } from '@throughline/contracts/search'

/** Of all kinds, as far as they were counted. */
export const totalOf = ({ counts }: Pick<SearchAnswer, 'counts'>) =>
  Object.values(counts).reduce((sum, { n, more }) => ({ n: sum.n + n, more: sum.more || more }), { n: 0, more: false })
