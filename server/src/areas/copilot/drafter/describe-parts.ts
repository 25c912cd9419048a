import type { Part, Timing } from './parts.ts'
import type { Parties, Party } from './people.ts'

const UNITS: Record<string, string> = { m: 'minute', h: 'hour', d: 'day', w: 'week', bd: 'business day' }

function describeSpan(duration: string): string {
  const [, count = '', unit = ''] = /^(\d+)(\w+)$/.exec(duration) ?? []
  return `${count} ${UNITS[unit] ?? unit}${count === '1' ? '' : 's'}`
}

const describeParty = ({ label, said }: Party) =>
  said === undefined ? label : `${label}: nobody here is called “${said}”`

function describeParties({ parties, rule, inOrder }: Parties): string {
  const [one] = parties
  if (parties.length === 1 && one) {
    const many = typeof rule === 'number' ? `${rule} of ` : rule === 'all' ? 'all of ' : ''
    return `${many}${describeParty(one)}`
  }
  const unknown = parties.filter(({ said }) => said !== undefined).map(describeParty)
  return [rule === 'first' ? 'whoever is first' : 'all', ...(inOrder ? ['in order'] : []), ...unknown].join(', ')
}

/** A few words on what a part of the text became. */
export function describePart(part: Part): string {
  if (part.is === 'task') return part.party.label === 'the starter' ? 'asked of the starter' : describeParty(part.party)
  if (part.is === 'approval') return describeParties(part.parties)
  if (part.is === 'message') return 'sends an e-mail'
  if (part.is === 'pause')
    return part.for === undefined ? 'waits for a day that is asked for' : `waits ${describeSpan(part.for)}`
  if (part.is === 'choice') return `branch on ${part.test.about}`
  if (part.is === 'fork') return 'at the same time'
  return part.is === 'back' ? 'back to where it began' : 'ends there'
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
