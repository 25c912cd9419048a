import { counted, numberText } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  prompt: 'Enter a search term to find tasks, files, and more',
  none: (words: string) => `No results found for "${words}"`,
  failed: 'Failed to perform search',
  tabs: { all: 'All', tasks: 'Tasks', instances: 'Instances', workflows: 'Workflows', files: 'Files' },
  loading: 'Searching...',
})

const narrowing: readonly { example: string; note: string }[] = [
  { example: 'is:open', note: 'Also done, overdue, mine, unassigned, failed, or cancelled' },
  { example: 'from:me', note: 'Assigned to, started by, or uploaded by someone' },
  { example: 'in:"Client Onboarding"', note: 'In a workflow, by name or prefix' },
  { example: 'type:pdf', note: 'A type of result or file' },
  { example: 'client:"Meridian Foods"', note: 'For one client' },
  { example: 'after:2026-10', note: 'Changed after a day, month, or year. Also before: and due:week' },
  { example: '"fee schedule"', note: 'This exact phrase' },
  { example: '-draft', note: 'Leave out this word' },
]

export const texts = catalogue({
  title: 'Search',
  resultsFor: (words: string) => `Results for “${words}”`,
  count: (n: number, more: boolean) => (more ? `${numberText(n)}+ results` : counted(n, 'result')),
  countOf: (n: number, more: boolean) => (more ? `${numberText(n)}+` : numberText(n)),
  tabs: 'Result types',
  filters: 'Filters',
  removeFilter: (key: string, value: string) => `Remove filter: ${key} ${value}`,
  unknownFilter: (typed: string) => `${typed} isn’t recognized, so it was ignored.`,
  cut: (most: number) => `Only the first ${most} words and the first ${most} filters are used.`,
  partial: 'Only the newest items were searched. Add a word to search everything.',
  similar: 'Nothing matches exactly. These have similar names.',
  showAll: (n: string) => `Show all ${n}`,
  more: 'More',
  loadMore: 'Show more',
  source: { description: 'Description', answer: 'Answer', comment: 'Comment', text: 'Text', detail: 'Details' },
  columns: { type: 'Type', title: 'Title', status: 'Status', due: 'Due', instance: 'Instance' },
  sourceOf: (source: string, label: string) => (label ? `${source}, ${label}` : source),
  page: (page: number, count: number | null) => (count === null ? `Page ${page}` : `Page ${page} of ${count}`),
  morePages: (count: number) => `and ${count} more`,
  pages: (pages: string, count: number) => (count === 1 ? `Page ${pages}` : `Pages ${pages}`),
  otherPages: (count: number) => `${count} more`,
  scan: 'read from a scan',
  sort: { label: 'Sort by', best: 'Best match', newest: 'Newest' },
  progress: (done: number, all: number) => `${done} of ${all}`,
  instances: (count: number) => counted(count, 'instance'),
  none: {
    suggestion: 'Did you mean',
    without: 'Search without',
    filters: 'filters',
    hint: 'Check the spelling, or use fewer words.',
    limited:
      'Search only finds what you can see. If something is missing, ask an admin or the person who manages the workflow.',
  },
  first: {
    recent: 'Recent searches',
    recentNote: 'Saved only in this browser, until you log out.',
    forget: (words: string) => `Remove ${words}`,
    scope: 'Names, numbers, descriptions, comments, answers, and the text inside files and scans.',
    narrow: 'Narrow it down as you type',
    narrowing,
  },
  failed: {
    files: 'Files on this device',
  },
  notSearched: 'We search up to the first 1 MB of text in each file.',
  keys: {
    next: 'Next result',
    previous: 'Previous result',
    tab: (name: string) => `Show ${name}`,
  },
})
