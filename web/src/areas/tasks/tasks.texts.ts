import { counted } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'
import { statusLabels } from './parts/task-labels.ts'

export { taskLabels as taskWords } from './parts/task-labels.ts'

/** Words of the specification, verbatim. */
export const spec = {
  ...catalogue({
    showFilters: 'Show Filters',
    hideFilters: 'Hide Filters',
    list: 'List',
    board: 'Board',
    columns: {
      type: 'Type',
      title: 'Title',
      status: 'Status',
      dueDate: 'Due Date',
      priority: 'Priority',
      workflow: 'Workflow',
    },
    loading: 'Loading tasks...',
    loadFailed: 'Failed to load tasks',
    retry: 'Retry',
    noMatch: 'No items match your current filters',
    noItems: 'No items',
    from: (source: string) => `From: ${source}`,
    defaultWorkflow: 'Default Workflow',
  }),
  statuses: statusLabels,
}

export const texts = catalogue({
  assignee: 'Assignee',
  all: 'All tasks',
  pending: 'Pending tasks',
  mine: 'My tasks',
  queues: 'My queues',
  queueOf: (team: string) => `${team} queue`,
  forReview: 'Waiting for review',
  views: 'Saved views',
  takers: (count: number) => counted(count, 'person works this queue', 'people work this queue'),
  atLeast: (count: number) => `${count}+`,
  viewLabel: 'View',
  sort: 'Sort by',
  sorts: { dueDate: 'Due date', title: 'Title', priority: 'Priority', type: 'Type' },
  ascending: 'Ascending',
  descending: 'Descending',
  filters: 'Filter tasks',
  search: 'Find a task',
  filter: { status: 'Status', priority: 'Priority', type: 'Type', workflow: 'Workflow', assignee: 'Assignee' },
  chosen: (name: string, what: string) => `${name}: ${what}`,
  count: (count: number) => `${count} selected`,
  anyWorkflow: 'Any workflow',
  anyone: 'Anyone',
  clear: 'Clear filters',
  nothingHint: 'Change the filters, or clear them.',
  emptyHint: 'Tasks appear here as instances reach them.',
  emptyQueue: 'This queue is empty',
  emptyQueueHint: 'New tasks for your team appear here right away.',
  notRefreshed: 'The list couldn’t be refreshed',
  unclaimed: 'Unclaimed',
  claim: 'Claim',
  claimNamed: (key: string) => `Claim ${key}`,
  claimed: (name: string) => `You claimed ${name}`,
  claimFailed: (name: string) => `${name} wasn’t claimed. Try again.`,
  released: (name: string) => `${name} is back in the queue`,
  releaseFailed: (name: string) => `${name} wasn’t released. Try again.`,
  keys: {
    next: 'Next task',
    previous: 'Previous task',
    view: 'List or board',
    filters: 'Filters',
    move: 'Move to…',
    claim: 'Claim',
  },
})
