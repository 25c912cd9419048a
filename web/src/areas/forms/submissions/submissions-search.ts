import type { SubmissionFilter } from '@throughline/contracts/form-submissions'

/** The pills above the list, in their order. The page's first script reads addresses, so that no schema may come with it. */
export const STATUSES: readonly SubmissionFilter[] = ['all', 'running', 'finished', 'not_started', 'held']

const SPANS = ['day', 'week', 'month'] as const
export type Span = (typeof SPANS)[number]

export type SubmissionsSearch = {
  status?: Exclude<SubmissionFilter, 'all'>
  q?: string
  since?: Span
  /** The response whose panel is open. */
  response?: string
  panel?: 'triggers'
}

export function submissionsSearch({ status, q, since, response, panel }: Record<string, unknown>): SubmissionsSearch {
  const filter = STATUSES.find((one) => one === status)
  const span = SPANS.find((one) => one === since)
  return {
    ...(filter && filter !== 'all' && { status: filter }),
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, 100) }),
    ...(span && { since: span }),
    ...(typeof response === 'string' && response !== '' && { response }),
    ...(panel === 'triggers' && { panel }),
  }
}
