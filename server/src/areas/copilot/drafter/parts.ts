import type { Escalation, Field } from '@throughline/contracts/workflow-document'
import type { Parties, Party } from './people.ts'

const UNITS: Record<string, string> = { m: 'minute', h: 'hour', d: 'day', w: 'week', bd: 'business day' }

function describeSpan(duration: string): string {
  const [, count = '', unit = ''] = /^(\d+)(\w+)$/.exec(duration) ?? []
  return `${count} ${UNITS[unit] ?? unit}${count === '1' ? '' : 's'}`
}

const describeParty = ({ label, said }: Party) =>
  said === undefined ? label : `${label}: no one here is named “${said}”`

function describeParties({ parties, rule, inOrder }: Parties): string {
  const [one] = parties
  if (parties.length === 1 && one) {
    const many = typeof rule === 'number' ? `${rule} of ` : rule === 'all' ? 'all of ' : ''
    return `${many}${describeParty(one)}`
  }
  const unknown = parties.filter(({ said }) => said !== undefined).map(describeParty)
  return [rule === 'first' ? 'first decision counts' : 'all', ...(inOrder ? ['in order'] : []), ...unknown].join(', ')
}

/** A few words on what a part of the text became. */
export function describePart(part: Part): string {
  if (part.is === 'task') return part.party.label === 'the starter' ? 'asked of the starter' : describeParty(part.party)
  if (part.is === 'approval') return describeParties(part.parties)
  if (part.is === 'message')
    return part.assumed ? 'sends an e-mail to the requester: it isn’t said to whom' : 'sends an e-mail'
  if (part.is === 'request') return `calls ${part.url}`
  if (part.is === 'pause')
    return part.for === undefined ? 'waits for a day that is asked for' : `waits ${describeSpan(part.for)}`
  if (part.is === 'choice') return `branch on ${part.test.about}`
  if (part.is === 'fork') return 'at the same time'
  if (part.is === 'back') return part.to ? `back to ${describeParty(part.to)}` : 'back to where it began'
  return 'ends there'
}

/** Whether somebody should look at what was made of it. */
export function isUnsure(part: Part): boolean {
  if (part.is === 'task') return part.party.said !== undefined
  if (part.is === 'approval') return part.parties.parties.some(({ said }) => said !== undefined)
  if (part.is === 'message') return part.assumed === true || (!('outsider' in part.to) && part.to.said !== undefined)
  return part.is === 'back' && part.to?.said !== undefined
}

export function describeTiming({ due, escalation }: Timing): string {
  const remind = escalation.some(({ act }) => act === 'remind')
  const hand = escalation.some(({ act }) => act === 'reassign')
  return [
    ...(due === undefined ? [] : [`due in ${describeSpan(due)}`]),
    ...(remind ? ['with a reminder'] : []),
    ...(hand ? ['handed on when late'] : []),
  ].join(', ')
}

/** When something has to be done and what reminds of it. */
export interface Timing {
  due?: string
  escalation: Escalation[]
}

interface Human {
  name: string
  timing: Timing
  /** Done once for each of these: "employee". */
  each?: string
}

export interface Task extends Human {
  is: 'task'
  verb: string
  party: Party
  /** What is filled in, if it was said. */
  asks?: Field[]
}
export interface Approval extends Human {
  is: 'approval'
  parties: Parties
  /** What happens to what is rejected; without it the request goes back. */
  rejected?: Part[]
}
export interface Message {
  is: 'message'
  name: string
  to: Party | { outsider: string }
  /** Nobody said to whom. */
  assumed?: true
  about: string
  each?: string
}
/** A call of an address on the internet. */
export interface Request {
  is: 'request'
  name: string
  method: 'GET' | 'POST'
  url: string
}
export interface Pause {
  is: 'pause'
  name: string
  for?: string
  /** A day that somebody has to say. */
  until?: string
}

/** What an answer is compared with. `field` is where the answer comes from, unless the request has one of its kind. */
export interface Test {
  kind: 'amount' | 'count' | 'yes'
  field: Field
  when(variable: string): string
  /** "Over 1,000" */
  label: string
  about: string
}
export interface Choice {
  is: 'choice'
  test: Test
  yes: Part[]
  no: Part[]
}
interface Fork {
  is: 'fork'
  ways: Part[][]
}
/** Back to the person who began, or to what this party did before. */
export interface Back {
  is: 'back'
  to?: Party
}
/** The end of it all. */
interface End {
  is: 'end'
}

export type Step = Task | Approval | Message | Request | Pause | Choice
export type Part = Step | Fork | Back | End

export const isStep = (part: Part): part is Step => part.is !== 'fork' && part.is !== 'back' && part.is !== 'end'

/** Words of the text and what they became; without a step they were left out. */
export interface Read {
  quote: string
  part?: Part
  text: string
}

export const NOT_UNDERSTOOD = 'Not understood, so left out'
