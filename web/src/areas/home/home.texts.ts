import { counted } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  morning: 'Good morning',
  afternoon: 'Good afternoon',
  evening: 'Good evening',
  loadFailed: 'Failed to load work items',
  retry: 'Retry',
})

const items = (count: number, shown: string) => (count === 1 ? '1 item is' : `${shown} items are`)

export const texts = catalogue({
  /** The greeting comes from the specification, the name from the person. */
  greet: (greeting: string, name: string) => `${greeting}, ${name}`,
  date: (date: string) => date,
  /** Counts end there. */
  most: '1,000+',
  focus: {
    overdueAndToday: (overdue: number, late: string, today: string) =>
      `${items(overdue, late)} overdue and ${today} ${today === '1' ? 'is' : 'are'} due today.`,
    overdue: (count: number, shown: string) => `${items(count, shown)} overdue.`,
    today: (count: number, shown: string) => `${items(count, shown)} due today.`,
    calm: 'Nothing is overdue or due today.',
    queued: (count: number, shown: string) =>
      count === 1
        ? 'Nothing is assigned to you. 1 item is waiting in your queues.'
        : `Nothing is assigned to you. ${shown} items are waiting in your queues.`,
    free: 'Nothing needs your attention.',
    startWith: 'Start with',
    nextIs: 'Next is',
  },
  cards: 'Filter work items by status',
  dueToday: (count: number) => `${count} due today`,
  oldest: (days: number) => (days < 1 ? 'Since today' : `Oldest: ${counted(days, 'day')}`),
  unknown: '–',
  myWork: 'My work',
  loading: 'Loading work items...',
  loadingMore: 'Loading more work items...',
  notRefreshed: 'Your work couldn’t be refreshed',
  sentBack: { changes: 'Changes requested', reject: 'Rejected' },
  fresh: (count: number) => `${count} new`,
  nothing: 'Nothing assigned to you.',
  enjoy: 'Take a break, or pick from',
  lookAround: 'See what others are working on in',
  allTasks: 'All tasks',
  noneOf: (card: string) => `Nothing in ${card}`,
  showAll: 'Show all my work',
  acts: { complete: 'Complete', claim: 'Claim', review: 'Review', answer: 'Answer', open: 'Open' },
  actNamed: (act: string, name: string) => `${act} ${name}`,
  actFailed: {
    complete: (name: string) => `${name} wasn’t completed`,
    claim: (name: string) => `${name} wasn’t claimed`,
  },
  noAnswer: 'The server didn’t respond. Try again.',
  keys: { next: 'Next task', previous: 'Previous task', act: 'Complete task' },
})
