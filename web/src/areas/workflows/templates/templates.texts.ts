import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  title: 'Workflow Templates',
  add: 'New Template',
  use: 'Use Template',
  uses: (count: number) => `${count} uses`,
  steps: (count: number) => `${count} steps`,
  none: 'No templates found',
  noneHint: 'Try adjusting your filter criteria',
  loading: 'Loading templates...',
  loadFailed: 'Error loading templates',
  loadFailedHint: 'Failed to load templates',
  all: 'All',
  sorts: { popular: 'Most Popular', name: 'Name (A-Z)', complexity: 'Complexity (Low-High)' },
  used: 'Workflow successfully created from template!',
  useFailed: 'Failed to create workflow from template. Please try again.',
  badJson: 'Invalid JSON format. Please check your input.',
  addFailed: 'Failed to create template. Please try again.',
  nameAndPrefix: 'Name and prefix are required',
})

export const texts = catalogue({
  category: 'Category',
  sort: 'Sort',
  list: 'Templates',
  showAll: 'Show all',
  one: { uses: '1 use', steps: '1 step' },
  useNamed: (name: string) => `Use Template ${name}`,
  drawingOf: (name: string) => `Steps of ${name}`,
  actionsFor: (name: string) => `Actions for ${name}`,
  remove: 'Delete template',
  askRemove: (name: string) => `Delete ${name}?`,
  removing: 'Moves to trash for 30 days. Workflows created from it stay.',
  removed: (name: string) => `${name} was deleted`,
  notRemoved: 'The template wasn’t deleted. Try again.',
  notRestored: 'The template wasn’t restored. Try again.',
  cancel: 'Cancel',

  using: {
    note: (name: string) => `Creates your own workflow from ${name} and opens it in the builder.`,
    name: 'Name',
    description: 'Description',
    prefix: 'Prefix',
    prefixHint: (prefix: string) => `First instance: ${prefix}-001`,
    create: 'Create and open',
    foot: 'Nothing starts automatically. No one is notified.',
    steps: 'Steps',
    furtherSteps: (count: number) => `and ${counted(count, 'more', 'more')}`,
  },

  adding: {
    intro: 'Paste a template as JSON, choose a file, or start from one of your workflows.',
    json: 'Template JSON',
    file: 'Choose a JSON file',
    from: 'Start from a workflow',
    find: 'Find a workflow',
    foot: (workspace: string) => `Everyone in ${workspace} can use it.`,
    create: 'Create template',
    created: (name: string) => `${name} was added`,
    at: (line: number, column: number, reason: string) => `Line ${line}, column ${column}: ${reason}`,
    fileUnread: 'The file couldn’t be read. Choose it again.',
    workflowUnread: 'The workflow couldn’t be read. Choose it again.',
  },
})

export const stepCount = (count: number) => (count === 1 ? texts.one.steps : spec.steps(count))
export const useCount = (count: number) => (count === 1 ? texts.one.uses : spec.uses(count))
