import type { Escalation } from '@throughline/flow/document'

export type When = 'open' | 'due' | 'before'

export const whenOf = ({ from, after }: Escalation): When =>
  from === 'open' ? 'open' : after.startsWith('-') ? 'before' : 'due'

/** The length of time without its direction. */
export const lengthOf = ({ after }: Escalation): string => after.replace(/^-/, '')

export const timed = (rule: Escalation, when: When, length: string): Escalation => ({
  ...rule,
  from: when === 'open' ? 'open' : 'due',
  after: when === 'before' ? `-${length}` : length,
})
