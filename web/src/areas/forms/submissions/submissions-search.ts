import { SubmissionFilter } from '@throughline/contracts/form-submissions'

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
  const filter = SubmissionFilter.options.find((one) => one === status)
  const span = SPANS.find((one) => one === since)
  return {
    ...(filter && filter !== 'all' && { status: filter }),
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, 100) }),
    ...(span && { since: span }),
    ...(typeof response === 'string' && response !== '' && { response }),
    ...(panel === 'triggers' && { panel }),
  }
}
