import { counted } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  title: 'Teams',
  add: 'Add New Team',
  loadFailed: 'Failed to load teams. Please try again later.',
  removeFailed: 'Failed to remove team. Please try again.',
  addFailed: 'Failed to add team. Please try again.',
  peopleFailed: 'Failed to load team members. Please try again later.',
  removePersonFailed: 'Failed to remove member from team. Please try again.',
  none: 'No teams found.',
  nobody: 'No members in this team',
  noMatch: (words: string) => `No members found matching "${words}"`,
  askRemove: 'Are you sure you want to remove this team?',
  askRemovePerson: 'Are you sure you want to remove this member from the team?',
})

const members = (count: number) => counted(count, 'member')
const addresses = (count: number) => counted(count, 'address', 'addresses')

export const texts = catalogue({
  loading: 'Loading teams...',
  loadingPeople: 'Loading team members...',
  noneHint: 'Group people who share work, then limit a workflow to them.',
  view: 'View',
  cards: 'Cards',
  list: 'List',
  columns: { name: 'Name', description: 'Description', members: 'Members', actions: 'Actions' },
  noDescription: 'No description',
  members,
  more: (count: number) => `+${count}`,
  actionsFor: (name: string) => `Actions for ${name}`,
  edit: 'Edit team',
  remove: 'Remove team',

  form: {
    addNote: 'A team can see the workflows that are limited to it.',
    editTitle: 'Edit team',
    name: 'Name',
    description: 'Description',
    enterName: 'Enter a name',
    add: 'Add team',
    save: 'Save team',
    added: (name: string) => `${name} was added`,
    saved: (name: string) => `${name} was saved`,
    saveFailed: 'The team wasn’t saved. Try again.',
    changedMeanwhile: 'Someone else changed this team while you were editing',
    newestIs: (name: string, description: string) =>
      `It’s now called ${name}${description ? `: ${description}` : ''}. Save again to replace that.`,
    gone: 'Someone else removed this team',
  },

  removing: (count: number) => `It moves to trash for 30 days. Its ${members(count)} stay in the organization.`,
  removingEmpty: 'It moves to trash for 30 days.',
  removeNamed: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} was removed`,
  notRestored: 'The team wasn’t restored. Try again.',

  panel: {
    place: (position: number, total: number) => `Team ${position} of ${total}`,
    name: (team: string) => `Team ${team}`,
    next: 'Next team',
    previous: 'Previous team',
    close: 'Close the team',
    search: 'Search this team',
    searchHint: 'Name, email, or role',
    removePerson: (name: string) => `Remove ${name} from the team`,
    removing: (name: string, team: string) => `${name} leaves ${team} and stays in the organization.`,
    removedPerson: (name: string, team: string) => `${name} left ${team}`,
    addPeople: 'Add people',
    copy: 'Copy addresses',
    copied: (count: number) => `${addresses(count)} copied`,
    notCopied: 'The addresses weren’t copied. Try again.',
    statuses: { invited: 'Invited', suspended: 'Suspended' },
  },

  addPeople: {
    title: (team: string) => `Add people to ${team}`,
    people: 'People',
    hint: 'Type a name or an email address.',
    find: 'Find a person',
    add: (count: number) => (count === 0 ? 'Add people' : `Add ${counted(count, 'person', 'people')}`),
    added: (count: number, team: string) => `${counted(count, 'person', 'people')} added to ${team}`,
    failed: 'No one was added. Try again.',
  },
})
