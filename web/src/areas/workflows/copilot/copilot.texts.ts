import { counted } from '../../../shared/format/count.ts'
import { capitalized, spelled } from '../../../shared/format/spelled.ts'
import { catalogue } from '../../../ui/catalogue.ts'

/** What stands in quotation marks within them has the single ones. */
const quoted = (words: string) => `“${words.replaceAll('“', '‘').replaceAll('”', '’')}”`

export const texts = catalogue({
  title: 'Copilot',
  fresh: 'New',
  sees: (host: string) =>
    ` at ${host}. It sees this draft, your team names, and your tools with their operations and inputs, but no instances, answers, or files.`,
  rules: 'Built-in rules, no language model.',
  rulesMore: ' They understand who does what, amounts, order, waits, and messages. ',
  connect: 'Connect a model',
  conversation: 'Conversation',
  instruction: 'Instruction',
  placeholder: 'Describe what to change',
  send: 'Send',
  loading: 'Working on it...',
  emptyTitle: 'Say what should change',
  emptyHint: 'Nothing is in your draft until you apply it.',
  examples: ['The manager approves before the last step', 'Remind them after two days', 'Ask for the delivery date'],
  found: (changes: number, guesses: number) =>
    `${capitalized(spelled(changes))} ${changes === 1 ? 'change' : 'changes'}${guesses > 0 ? ` and ${counted(guesses, 'guess', 'guesses')}` : ''}. Your draft hasn’t changed yet.`,
  nothing: 'Nothing to change. The draft already does this, or the instruction doesn’t ask for a change.',
  accept: (what: string) => `Apply: ${what}`,
  quoted,
  guess: 'A guess. Left out unless you select it.',
  notDone: (words: string) => `Not done: ${quoted(words)}`,
  notDoneOther: 'Not done',
  away: (model: string) => `${model} didn’t answer. The built-in rules did this instead.`,
  failed: 'Copilot couldn’t answer',
  stale: 'Someone changed this draft a moment ago. Send it again.',
  unsaved: 'The draft couldn’t be saved, so Copilot can’t read it. Try again.',
  overtaken: 'Someone changed this in the meantime.',
  needsOther: 'It needs a change that no longer fits.',
  checked: (errors: number, warnings: number) =>
    `Checked like any draft: ${errors === 0 ? 'no errors' : counted(errors, 'error')}, ${warnings === 0 ? 'no warnings' : counted(warnings, 'warning')}`,
  undo: 'One undo step.',
  took: (time: string) => ` ${time}`,
  nothingSent: ' Nothing was sent.',
  discard: 'Discard',
  apply: (count: number) => `Apply ${counted(count, 'change')}`,
  canvas: 'Proposed changes on the canvas',
  proposed: 'Proposed by Copilot',
  onCanvas: (parts: string) => `${parts} on the canvas`,
  previous: 'Previous change',
  next: 'Next change',
})
