import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  title: 'Add Instance',
  fields: { name: 'Name', title: 'Title', description: 'Description', priority: 'Priority', customer: 'Customer' },
  dueDate: 'Due Date',
  createFailed: 'Failed to create instance',
  noWorkflow: 'Workflow not found',
})

export const texts = catalogue({
  priorities: { low: 'Low', medium: 'Medium', high: 'High' },
  becomes: (key: string) => `Becomes ${key} with the next number.`,
  nameNeeded: 'A name is needed.',
  titleNeeded: 'A title is needed.',
  newCustomer: (name: string) => `“${name}” is new and will be added to your clients.`,
  asked: 'Asked by this workflow',
  narrowed: 'Only its participants see it',
  workflow: 'Workflow',
  chooseWorkflow: 'Choose a workflow',
  chooseHint: 'What it asks for follows.',
  noWorkflows: 'Nothing is there to start yet: publish a workflow first.',
  start: 'Start instance',
  cancel: 'Cancel',
  startOver: 'Start over',
  kept: 'What you entered is still here.',
  loading: 'Loading what it asks for...',
  loadingPanel: 'Loading the panel...',
  notRead: 'What it asks for could not be loaded.',
  unpublished: 'Not published yet, so nothing can start.',
  openBuilder: 'Open builder',
  archived: 'This workflow is archived: it starts nothing new.',
  refused: 'You may see this workflow, but not start it.',
  refusedField: (label: string, why: string) => `${label}: ${why}`,
  lostAnswer: 'Trying again starts nothing twice.',
  problems: (count: number) => counted(count, 'field needs you', 'fields need you'),
  started: (key: string) => `${key} started`,
  viewDetails: 'View details',
  close: 'Close panel',
})
