import { counted } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  title: 'Forms',
  create: 'Create New Form',
  none: "You haven't created any forms yet.",
  first: 'Create Your First Form',
  columns: {
    title: 'Form Title',
    created: 'Created',
    status: 'Status',
    submissions: 'Submissions',
    actions: 'Actions',
  },
  view: 'View',
  edit: 'Edit',
  publish: 'Publish',
  share: 'Share',
  triggers: 'Triggers',
  delete: 'Delete',
  copied: 'Form URL copied to clipboard!',
  askDelete: 'Are you sure you want to delete this form?',
  askPurge: 'Are you sure you want to delete this form? This action cannot be undone.',
  loadFailed: 'Failed to load forms. Please try again later.',
  deleteFailed: 'Failed to delete form. Please try again.',
  publishFailed: 'Failed to publish form. Please try again.',
  published: 'Form Published',
  publishedNote: 'Your form has been published successfully.',
})

const responses = (count: number) => counted(count, 'response')

export const texts = catalogue({
  loading: 'Loading forms...',
  filter: 'Filter forms',
  filters: { all: 'All', active: 'Active', closed: 'Closed', draft: 'Draft' },
  status: 'Filter by status',
  workflow: 'Filter by workflow',
  anyWorkflow: 'Any workflow',
  find: 'Find a form',
  trash: 'Trash',
  untitled: 'Untitled form',

  columns: { starts: 'Starts', last: 'Last response', deleted: 'Deleted' },
  active: 'Active',
  closed: 'Active, closed',
  draft: 'Draft',
  startsNothing: 'Nothing',
  changes: (count: number) => counted(count, 'unpublished change'),
  closedSince: (day: string) => `since ${day}`,
  closedByHand: 'manually',
  closedAtLimit: (count: number, limit: number) => `${count} of ${limit} received`,
  visibleTo: 'Visible to',
  noOne: 'No one',
  andMore: (first: string, count: number) => (count === 0 ? first : `${first} +${count}`),
  moreFor: (title: string) => `Actions for ${title}`,
  viewOf: (title: string) => `View submissions for ${title}`,

  close: 'Close to new responses',
  reopen: 'Reopen',
  unpublish: 'Unpublish',
  duplicate: 'Duplicate',
  whoSees: 'Who can see it…',
  accessNote: 'This also applies to its responses, files, and counts.',

  nowClosed: (title: string) => `${title} is closed to new responses`,
  nowOpen: (title: string) => `${title} is open again`,
  intakeFailed: 'The form wasn’t changed. Try again.',
  unpublished: (title: string) => `${title} is no longer public`,
  unpublishFailed: 'The form wasn’t unpublished. Try again.',
  duplicated: (title: string) => `${title} was created as a draft`,
  duplicateFailed: 'The form wasn’t duplicated. Try again.',
  notRestored: 'The form wasn’t restored. Try again.',
  openIt: 'Open',

  deleteNamed: 'Delete form',
  foreverNamed: 'Delete form forever',
  deleting: (count: number) =>
    count === 0
      ? 'It moves to trash for 30 days, and its link stops working now.'
      : `It moves to trash for 30 days, and its link stops working now. Its ${responses(count)} ${count === 1 ? 'goes' : 'go'} with it and ${count === 1 ? 'comes' : 'come'} back if you restore it.`,
  deletingForever: (count: number) =>
    count === 0 ? 'The form is permanently deleted.' : `The form and its ${responses(count)} are permanently deleted.`,

  share: {
    title: (title: string) => `Share ${title}`,
    note: 'Anyone with this link can respond. No account needed.',
    address: 'Link to the form',
    copy: 'Copy',
    version: (number: number) => `Version ${number} is public.`,
    unpublished: (count: number) =>
      `${counted(count, 'draft change')} ${count === 1 ? 'isn’t' : 'aren’t'} published yet.`,
    done: 'Done',
    qr: 'QR code for the form’s link',
    svg: 'Download SVG',
    png: 'Download PNG',
    fileName: (title: string, type: string) => `${title || 'form'}.${type}`,
    pngFailed: 'The PNG couldn’t be created. Download the SVG instead.',
    prefill: 'Prefill answers',
    prefillNote: 'These become part of the link, so don’t include anything private.',
    field: 'Field',
    answer: (field: string) => `Answer for ${field}`,
    remove: (field: string) => `Remove ${field}`,
    add: 'Add a field',
    noFields: 'This form has no fields that a link can fill in.',
    fieldsFailed: 'The fields couldn’t be loaded.',
  },

  empty: {
    intro:
      'Every form gets its own public link. Responses are saved and can start a workflow with the answers already filled in.',
    starters: 'Or start with one of these',
    use: 'Use this',
    useNamed: (name: string) => `Use this: ${name}`,
    forViewers: 'No forms yet',
    forViewersHint: 'Forms appear here as soon as someone creates one.',
  },
  noneHere: {
    search: (words: string) => `No forms match “${words}”`,
    searchHint: 'Search matches the start of words in a title.',
    clear: 'Clear search',
    workflow: 'No forms start this workflow',
    active: 'No active forms',
    closed: 'No closed forms',
    draft: 'No drafts',
    trash: 'The trash is empty',
    trashHint: 'Deleted forms stay here for 30 days.',
    showAll: 'Show all forms',
  },
})
