import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  title: 'Add Workflow',
  required: 'Name and prefix are required',
  invalidJsonSwitch: 'Invalid JSON format. Please correct before switching to form mode.',
  describe: 'Please enter a description of the workflow you want to create',
  noDraft: 'Failed to generate workflow. No workflow data received.',
  draftFailed: 'Failed to generate workflow',
})

const steps = (number: number) => counted(number, 'step', 'steps')

export const texts = catalogue({
  how: 'How to add',
  modes: { form: 'Form', json: 'JSON', copilot: 'Copilot' },
  close: 'Close the panel',
  kept: 'Your earlier entries are still here.',
  startOver: 'Start over',
  discarded: 'The new workflow was discarded',
  undo: 'Undo',
  cancel: 'Cancel',
  create: 'Create workflow',
  failed: 'The workflow wasn’t created. Try again.',
  accessFailed: 'The workflow was created, but everyone can see it. Change who can see it from its card.',
  steps,
  unreadable: 'Not valid yet',
  loadingEditor: 'Loading the editor...',
  checked: (number: number, errors: number, warnings: number) => {
    const found = [
      ...(errors === 0 ? [] : [counted(errors, 'error')]),
      ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
    ]
    return [steps(number), ...(found.length === 0 ? ['no errors'] : found)].join(', ')
  },

  form: {
    name: 'Name',
    prefix: 'Prefix',
    example: (prefix: string) => `${prefix || 'WF'}-001`,
    description: 'Description',
    type: 'Type',
    types: { sequential: 'Sequential', parallel: 'Parallel' },
    category: 'Category',
    steps: 'Steps',
    addStep: 'Add step',
    later: 'You’ll set people, times, and branches in the builder, which opens next.',
    kindOf: (number: number) => `Type of step ${number}`,
    nameOf: (number: number) => `Name of step ${number}`,
    namePlaceholder: 'What happens here',
    moveUp: (number: number) => `Move step ${number} up`,
    moveDown: (number: number) => `Move step ${number} down`,
    remove: (number: number) => `Remove step ${number}`,
    details: (number: number) => `Details of step ${number}`,
    kinds: { automated: 'Automation', integration: 'Integration' },
    stepDescription: 'Step description',
    tool: 'Integration',
    fields: 'Form fields',
  },

  copilot: {
    what: 'What should happen?',
    hint: 'Plain sentences: who does what, when, above which amount',
    draft: 'Draft workflow',
    again: 'Draft again',
    nothingYet: 'Nothing is created until you choose Create workflow.',
    aboutModel: (name: string, host: string) => `${name} at ${host} drafts this.`,
    aboutModelMore:
      'It sees your text, your team names, and your tools with their operations and inputs, but no instances, answers, or files.',
    about: 'This is the built-in rule-based drafter, not a language model.',
    aboutMore:
      'It recognizes people, teams, amounts, deadlines, and order in your text. Your text isn’t sent to any outside service.',
    examples: 'Or start from one of these',
    tries: [
      'An employee asks for leave. The manager approves within 2 days. HR books it in the calendar.',
      'When a contract comes in, legal and finance review it at the same time, then the owner signs.',
      'Someone asks for a purchase. If it is over 1,000, their manager and finance approve. Then we order it.',
    ],
    canvas: 'Drafted workflow',
    loadingCanvas: 'Drawing the draft...',
    read: 'What we understood',
    replaced: 'The draft replaced what was in the form.',
    putBack: 'Restore it',
  },
})
