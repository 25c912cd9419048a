import { counted } from '../../shared/format/count.ts'
import { listText } from '../../shared/format/list-text.ts'
import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  add: 'Add Instance',
  delete: 'Delete Instance',
  filters: { show: 'Show Filters', hide: 'Hide Filters' },
  statuses: { pending: 'Pending', in_progress: 'In Progress', completed: 'Completed', failed: 'Failed' },
  all: 'All',
  dueDate: 'Due Date',
  none: 'No instances found',
  noWorkflow: 'Workflow not found',
  loadFailed: 'Failed to load instances',
  loadingOne: 'Loading instance details...',
  oneFailed: 'Failed to load instance details',
  deleteFailed: 'Failed to delete instance. Please try again.',
})

const instances = (count: number) => counted(count, 'instance')

export const texts = catalogue({
  allInstances: 'All instances',
  inProgress: 'In-progress instances',
  ofWorkflow: 'Instances',
  instancesOf: (workflow: string) => `Instances of ${workflow}`,
  loading: 'Loading instances...',
  cancelled: 'Canceled',
  priorities: { urgent: 'Urgent', high: 'High', medium: 'Medium', low: 'Low' },

  updated: {
    now: 'Updated just now',
    ago: (ago: string) => `Updated ${ago}`,
    failed: (before: string) => `No response. ${before}`,
  },
  refresh: 'Refresh',
  search: 'Find an instance',
  layout: 'View',
  list: 'List',
  grid: 'Grid',
  trash: 'Trash',
  leaveTrash: 'Leave the trash',
  filter: 'Filter instances',
  status: 'Status',
  workflow: 'Workflow',
  allWorkflows: 'All workflows',
  customer: 'Customer',
  allCustomers: 'All customers',
  sort: 'Sort by',
  sorts: {
    newest: 'Newest',
    oldest: 'Oldest',
    name: 'Name A-Z',
    name_desc: 'Name Z-A',
    status: 'Status A-Z',
  },
  reset: 'Reset',
  showFresh: (count: number) => `Show ${counted(count, 'new instance')}`,

  columns: {
    instance: 'Instance',
    workflow: 'Workflow',
    status: 'Status',
    progress: 'Progress',
    waiting: 'Waiting for',
    people: 'People',
    deleted: 'Deleted',
    actions: 'Actions',
  },
  due: 'Due',
  starting: 'Starts in a moment',
  goingOn: 'Continues in a moment',
  took: {
    moment: 'Done instantly',
    in: (duration: string) => `Done in ${duration}`,
  },
  people: (names: readonly string[]) => listText(names),

  viewDetails: 'View details',
  viewDetailsOf: (title: string) => `View details: ${title}`,
  viewWorkflow: 'View Workflow',
  chord: 'N I',
  version: (number: number) => `version ${number}`,
  unpublished: 'Not published yet',
  archived: 'Archived',
  edit: 'Edit',
  editNamed: (title: string) => `Edit: ${title}`,
  moreFor: (title: string) => `Actions for ${title}`,
  stepsOf: (title: string) => `Steps of ${title}`,
  loadingSteps: 'Loading steps...',
  narrowed: 'Only participants can see it',
  peek: 'Peek',
  peekOf: (title: string) => `Peek: ${title}`,
  startedBy: 'Started by',
  /** What started it, where no person did. */
  origins: {
    person: 'Someone',
    form: 'A form',
    schedule: 'A schedule',
    webhook: 'A webhook',
    mail: 'An email',
    api: 'The API',
    workflow: 'Another workflow',
  },
  originNamed: (origin: string, name: string) => `${origin}: ${name}`,
  priority: 'Priority',
  deleteAct: 'Delete',
  cancelAct: 'Cancel instance…',
  retry: 'Retry',
  closePanel: 'Close panel',

  trashing: 'Moves to trash for 30 days.',
  trashingOpen: 'It isn’t finished. Open tasks are canceled first.',
  trashingOpenMany: (count: number) =>
    count === 1
      ? '1 isn’t finished. Open tasks are canceled first.'
      : `${count} aren’t finished. Open tasks are canceled first.`,
  deletingForever:
    'This instance will be permanently deleted, with its tasks, comments, and trace. You can’t undo this.',
  foreverNamed: 'Delete instance forever',
  deleteMany: (count: number) => `Delete ${instances(count)}`,
  notRestored: 'The instance was not restored. Try again.',
  wasCancelled: (name: string) => `${name} was canceled`,
  notCancelled: 'The instance was not canceled. Try again.',
  cancelling: {
    title: 'Cancel instance?',
    titleMany: (count: number) => `Cancel ${instances(count)}?`,
    note: 'Its open tasks are canceled. Finished work is kept.',
    noteMany: 'Their open tasks are canceled. Finished work is kept.',
    reason: 'Reason',
    reasonHint: 'Everyone who can see the instance can read it.',
    reasonNeeded: 'Enter a reason.',
    keep: 'Keep running',
    confirm: 'Cancel instance',
    confirmMany: (count: number) => `Cancel ${instances(count)}`,
  },

  bulk: {
    label: 'Actions for selected instances',
    cancel: 'Cancel…',
    nothingToCancel: 'All of these have ended.',
    remove: 'Delete',
    restore: 'Restore',
    count: instances,
    done: {
      remove: (what: string) => `${what} moved to trash`,
      cancel: (what: string) => `${what} canceled`,
      restore: (what: string) => `${what} restored`,
    },
  },

  empty: {
    hint: 'Start one from a workflow',
    ofWorkflow: 'This workflow hasn’t been started yet.',
    filtered: 'No instances match the filters.',
    noStatus: 'Choose at least one status.',
    search: (words: string) => `No instances start with “${words}”.`,
    reset: 'Reset filters',
    trash: 'The trash is empty',
    trashHint: 'Deleted instances stay here for 30 days.',
    allWorkflows: 'All workflows',
  },
})
