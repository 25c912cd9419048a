import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

const workflows = (count: number) => counted(count, 'workflow')

export const texts = catalogue({
  title: 'Secrets',
  intro:
    "Passwords and keys for HTTP requests. Write {{secret('name')}} in the address, headers, or body of a step. Saved values can’t be viewed again.",
  add: 'Add secret',
  loading: 'Loading secrets',
  loadFailed: 'Secrets couldn’t be loaded',
  none: 'No secrets yet',
  noneHint: 'Add a key once, and steps can send it without anyone seeing it.',
  noneReadOnly: 'Managers and above can add them.',
  restricted: 'Your role can’t view secrets.',
  columns: {
    name: 'Name',
    hosts: 'Sent only to',
    setBy: 'Set by',
    lastUsed: 'Last used',
    usedIn: 'Used in',
    actions: 'Actions',
  },
  never: 'Never',
  setOn: (name: string, day: string) => `${name}, ${day}`,
  unused: 'Not used',
  more: (count: number) => `and ${counted(count, 'more workflow')}`,
  showMore: (count: number) => `Show ${count} more`,
  otherHosts: (count: number) => `and ${counted(count, 'more host')}`,
  actionsFor: (name: string) => `Actions for ${name}`,
  replace: 'Replace',
  remove: 'Remove',
  removed: (name: string) => `Removed ${name}`,
  removeFailed: 'The secret couldn’t be removed',
  askRemove: (name: string) => `Remove the secret ${name}?`,
  removeNamed: (name: string) => `Remove ${name}`,
  removing: (uses: number) =>
    uses === 0
      ? 'The value will be permanently deleted.'
      : `The value will be permanently deleted. Steps in ${workflows(uses)} will stop until you add a secret with this name.`,
  form: {
    addTitle: 'Add secret',
    replaceTitle: (name: string) => `Replace ${name}`,
    note: 'You can’t view the value again after you save it.',
    name: 'Name',
    nameHint: 'Lowercase letters, digits, _, and -. Steps refer to it by this name.',
    nameWrong: 'Start with a lowercase letter, then use lowercase letters, digits, _, and -.',
    value: 'Value',
    valueHint: (shortest: number) => `At least ${shortest} characters, without line breaks.`,
    valueWrong: (shortest: number) => `Enter at least ${shortest} characters, without line breaks.`,
    hosts: 'Allowed hosts',
    hostsHint: 'One per line, such as api.example.com. The secret is never sent anywhere else.',
    hostsWrong: 'Enter 1 to 20 hosts, such as api.example.com.',
    save: 'Save secret',
    saved: (name: string) => `Saved ${name}`,
    saveFailed: 'The secret couldn’t be saved',
  },
  literal: {
    title: 'Store this value as a secret',
    refused: 'Your role can’t add secrets',
    refusedHint: 'Ask a manager to add a secret for this value.',
  },
})
