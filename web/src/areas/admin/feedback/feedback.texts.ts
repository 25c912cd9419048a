import { catalogue } from '../../../ui/catalogue.ts'

export const spec = catalogue({
  failed: 'Failed to load feedback',
  empty: 'No feedback or queries',
  resolve: 'Resolve',
  resolved: 'Resolved',
  notUpdated: 'Failed to update feedback status. Please try again.',
})

export const texts = catalogue({
  note: 'Open first, then newest first',
  loading: 'Loading feedback...',
  emptyHint: 'Messages from the Feedback page appear here.',
  show: 'Show',
  states: { all: 'All', open: 'Open', resolved: 'Resolved' },
  type: 'Type',
  anyType: 'Any type',
  noMatches: 'No matching feedback',
  noMatchesHint: 'Nothing here matches these filters.',
  clearFilters: 'Clear filters',
  types: {
    bug_report: 'Bug report',
    feature_request: 'Feature request',
    general_request: 'General request',
    other: 'Other',
  },
  reply: 'Reply',
  replySubject: 'Your feedback on Throughline',
  reopen: 'Reopen',
  resolvedBy: (when: string, by: string) => `Resolved ${when} by ${by}`,
  resolvedAt: (when: string) => `Resolved ${when}`,
  somebody: 'Deleted account',
  noText: 'No message',
  scores: { rating: 'Rating', ease_of_use: 'Ease of use', recommendation: 'Recommendation', usefulness: 'Usefulness' },
  ofFive: (value: number) => `${value}/5`,
  noScore: '–',
})
