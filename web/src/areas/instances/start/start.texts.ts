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
  nameNeeded: 'Enter a name.',
  newCustomer: (name: string) => `“${name}” is new and will be added to your customers.`,
  asked: 'Asked by this workflow',
  narrowed: 'Only participants can see it',
  workflow: 'Workflow',
  chooseWorkflow: 'Choose a workflow',
  chooseHint: 'Its questions appear next.',
  noWorkflows: 'No published workflows yet',
  noWorkflowsHint: 'An instance is one run of a workflow. Publish a workflow first.',
  openWorkflows: 'Open workflows',
  start: 'Start instance',
  fromTable: 'Start from a table',
  cancel: 'Cancel',
  startOver: 'Start over',
  kept: 'Your entries are still here.',
  loading: 'Loading questions...',
  loadingPanel: 'Loading the panel...',
  notRead: 'The questions couldn’t be loaded.',
  unpublished: 'This workflow isn’t published yet, so it can’t be started.',
  openBuilder: 'Open builder',
  archived: 'This workflow is archived. It can’t start new instances.',
  refused: 'You can view this workflow, but you can’t start it.',
  refusedField: (label: string, why: string) => `${label}: ${why}`,
  lostAnswer: 'It’s safe to retry. Nothing starts twice.',
  problems: (count: number) => counted(count, 'field needs your attention', 'fields need your attention'),
  started: (key: string) => `${key} started`,
  viewDetails: 'View details',
  close: 'Close panel',
})

/** Where the plan has no runs left. */
export const datedTexts = catalogue({
  full: 'No runs left this month.',
  upgrade: 'Upgrade',
  orLater: (day: string) => `to start now, or let it start on ${day}.`,
  later: (day: string) => `You can let it start on ${day}.`,
  startOn: (day: string) => `Start on ${day}`,
  dated: (name: string, day: string) => `${name} starts on ${day}`,
  label: 'Waiting for runs',
  starts: (day: string) => `starts on ${day}`,
  by: (name: string) => `by ${name}`,
  cancel: 'Cancel start',
  cancelOf: (name: string) => `Cancel start of ${name}`,
  canceled: (name: string) => `${name} won’t start`,
  cancelFailed: 'The start wasn’t canceled. Try again.',
})
