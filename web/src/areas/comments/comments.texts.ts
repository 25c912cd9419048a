import { counted } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  none: { task: 'No comments yet. Be the first to comment!', instance: 'No Comments Yet' },
  edited: 'edited',
  system: 'System',
  addFailed: 'Failed to add comment. Please try again.',
  loadFailed: 'Failed to load comments. Please try again.',
  retry: 'Retry',
})

export const texts = catalogue({
  comments: 'Comments',
  loading: 'Loading comments...',
  earlier: 'Show earlier comments',
  write: 'Write a comment',
  mention: 'Mention someone',
  people: 'People to mention',
  onInstance: 'On this instance',
  matches: (count: number) => (count === 0 ? 'No one found' : counted(count, 'person', 'people')),
  send: 'Send comment',
  sending: 'Sending…',
  actions: (author: string) => `Actions for the comment by ${author}`,
  outside: 'Outside your organization',
  outsideNotVerified: 'Outside your organization, not verified',
  edit: 'Edit',
  editing: 'Edit comment',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete',
  askDelete: 'Delete comment?',
  deleting: 'It’s deleted for everyone.',
  deleteNamed: 'Delete comment',
  editFailed: 'The comment wasn’t changed. Try again.',
  deleteFailed: 'The comment wasn’t deleted. Try again.',
})
