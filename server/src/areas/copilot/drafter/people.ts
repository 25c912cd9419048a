import type { Assignee } from '@throughline/contracts/workflow-document'
import { COUNT, numberOf, slug } from './parse-text.ts'

export interface Team {
  id: string
  name: string
  /** Only colleagues have one: a text names them as it names teams. */
  username?: string | null
}

/** Whom a text speaks of. `said`: nobody of this workspace goes by these words; others do it until somebody is named. */
export interface Party {
  assignee: Assignee
  label: string
  said?: string
}

/** People outside the firm. */
export const OUTSIDER =
  /\b(vendors?|suppliers?|clients?|customers?|patients?|candidates?|contractors?|bank|landlord|applicants?)\b/i

export interface Parties {
  parties: Party[]
  rule?: 'first' | 'all' | number
  inOrder?: boolean
}

const STARTER =
  /^(i|he|she|they|you|someone|somebody|anyone|anybody|everyone|whoever (starts|asks|asked|needs).*|(the |an? |each |every |any )?(original |same )?(requesters?|requestors?|employees?|submitters?|claimants?|authors?|starters?|persons?|people|users?|colleagues?|staff members?|initiators?|sender|clerk))$/i

const ROLES: [RegExp, 'Owner' | 'Admin' | 'Manager' | 'Member' | 'Viewer'][] = [
  [/\b(owners?|directors?|ceo|cfo|coo|cto|board|partners?|executives?|founders?|president)\b/i, 'Owner'],
  [/\b(admins?|administrators?)\b/i, 'Admin'],
  [/\b(managers?|supervisors?|bosse?s?|team leads?|team leaders?|heads?( of .*)?|leads?|superiors?)\b/i, 'Manager'],
  [/\b(members?|we|us|everybody|the team|assistants?|office)\b/i, 'Member'],
  [/\b(viewers?)\b/i, 'Viewer'],
]

/** Departments that go by several names. */
const KIN = [
  [
    'finance',
    'accounting',
    'accounts',
    'bookkeeping',
    'accountant',
    'bookkeeper',
    'controlling',
    'treasury',
    'payroll',
  ],
  ['hr', 'human resources', 'people', 'personnel', 'people operations'],
  ['it', 'information technology', 'tech', 'technology', 'systems', 'helpdesk', 'it support'],
  ['legal', 'lawyers', 'lawyer', 'legal counsel', 'compliance'],
  ['purchasing', 'procurement', 'buying', 'buyer', 'sourcing'],
  ['marketing', 'communications', 'editorial', 'editor'],
  ['sales', 'commercial', 'account management'],
  ['support', 'customer support', 'customer service', 'client services', 'service desk', 'support desk'],
  ['operations', 'facilities', 'office management'],
  ['engineering', 'engineers', 'development', 'developers'],
]

const bare = (words: string): string =>
  words
    .toLowerCase()
    .replace(
      /^(?:(?:a |the )?(?:someone|somebody|member|colleague|person) (?:from|in|of)|the|a|an|our|their|his|her|its|my|one of|any of|each of)\s+/,
      '',
    )
    .replace(/^(?:the|our|their)\s+/, '')
    .replace(/\s+(?:team|department|group|office|people|staff|colleagues?)$/, '')
    .replaceAll(/[^\p{L}\p{N}&\s-]/gu, '')
    .trim()

const singular = (name: string) => name.replace(/s$/, '')
const keyOf = (name: string) => singular(slug(bare(name)))
const DEPARTMENTS = new Set(KIN.flat().map(slug))
const KIN_KEYS = KIN.map((names) => names.map((name) => singular(slug(name))))

interface Folded {
  name: string
  words: ReadonlySet<string>
}

/** Every sentence asks for the teams many times; their names are folded once. */
const folded = new WeakMap<Team, Folded>()
function foldedName(team: Team): Folded {
  const known = folded.get(team)
  if (known) return known
  const name = keyOf(team.name)
  const made = { name, words: new Set(name.split('_').map(singular)) }
  folded.set(team, made)
  return made
}

function teamOf(words: string, teams: readonly Team[]): Team | undefined {
  const wanted = keyOf(words)
  if (wanted === '') return undefined
  const kin = KIN_KEYS.find((keys) => keys.includes(wanted)) ?? []
  // A client is nobody of the team "Client services".
  const outside = OUTSIDER.test(words)
  const ways: ((team: Folded) => boolean)[] = [
    ({ name }) => name === wanted,
    (team) => !outside && team.words.has(wanted),
    ({ name }) => kin.includes(name),
  ]
  for (const fits of ways) {
    const found = teams.find((team) => team.username === undefined && fits(foldedName(team)))
    if (found) return found
  }
  return undefined
}

/** By the whole name, the username, or a first name in capitals; nobody where two go by it. */
function colleagueOf(words: string, teams: readonly Team[]): Team | undefined {
  const said = words.trim().replace(/^@/, '')
  const wanted = slug(said)
  if (wanted === '') return undefined
  const isFirstName = /^\p{Lu}\p{L}+$/u.test(said)
  const ways: ((team: Team) => boolean)[] = [
    ({ name }) => slug(name) === wanted,
    ({ username }) => slug(username ?? '') === wanted,
    ({ name }) => isFirstName && slug(name.trim().split(/\s+/)[0] ?? '') === wanted,
  ]
  for (const fits of ways) {
    const [found, another] = teams.filter((team) => team.username !== undefined && fits(team))
    if (found) return another ? undefined : found
  }
  return undefined
}

/** A team that a kind of work usually belongs to. */
export function teamForWork(verb: string, teams: readonly Team[]): Team | undefined {
  const department = {
    order: 'purchasing',
    buy: 'purchasing',
    purchase: 'purchasing',
    pay: 'finance',
    reimburse: 'finance',
    refund: 'finance',
    hire: 'hr',
    onboard: 'hr',
    install: 'it',
    publish: 'marketing',
    invoice: 'finance',
  }[verb]
  return department === undefined ? undefined : teamOf(department, teams)
}

export function partyOf(words: string, teams: readonly Team[]): Party {
  const text = words.trim()
  if (STARTER.test(text)) return { assignee: { starter: true }, label: 'the starter' }
  const team = teamOf(text, teams)
  if (team) return { assignee: { team: team.id }, label: `team ${team.name}` }
  const colleague = colleagueOf(text, teams)
  if (colleague) return { assignee: { person: colleague.id }, label: colleague.name }
  const role = ROLES.find(([pattern]) => pattern.test(text))?.[1]
  if (role) return { assignee: { role }, label: `role ${role}` }
  return { assignee: { role: 'Member' }, label: 'role Member', said: text.replace(/^(?:the|an?)\s+/i, '') }
}

/** Whether these words name somebody without doubt. */
export const isKnownParty = (words: string, teams: readonly Team[]): boolean =>
  partyOf(words, teams).said === undefined || DEPARTMENTS.has(slug(bare(words)))

/** Whether these words speak of several who work together, whatever they are called here. */
export const isGroup = (words: string): boolean =>
  DEPARTMENTS.has(slug(bare(words))) || /\b(?:team|department|desk|group|crew|unit)$/i.test(words.trim())

const MAX_APPROVERS = 20

const each = (party: Party): Party => {
  const { assignee } = party
  if ('team' in assignee || 'role' in assignee) return { ...party, assignee: { ...assignee, each: true } }
  return party
}

/** The names in "both the manager and HR", "legal, then finance". */
export const namesIn = (words: string): string[] =>
  words
    .replace(/^\s*(?:both|either)\s+/i, '')
    .replaceAll(/\bboth\b|\bfirst\b/gi, '')
    .split(/\s*,\s*(?:and\s+|or\s+)?(?:then\s+)?|\s+and then\s+|\s+then\s+|\s+(?:and|or|&|as well as|plus)\s+/i)
    .map((name) => name.trim())
    .filter((name) => /\p{L}/u.test(name))
    .slice(0, MAX_APPROVERS)

/** Several people as one subject: "two of three directors", "either the manager or HR", "legal, then finance". */
export function partiesOf(words: string, teams: readonly Team[]): Parties {
  const some = new RegExp(
    `^(?:at least )?(${COUNT})(?: (?:out )?of (?:the )?(?:\\w+ )?)?\\s*((?:\\p{L}|[-& ])+)$`,
    'iu',
  ).exec(words.trim())
  const many = some && !/^an?$/i.test(some[1] ?? '') ? numberOf(some[1] ?? '') : undefined
  if (some && many !== undefined && /s$|people|board/i.test(some[2] ?? '')) {
    const party = partyOf((some[2] ?? '').replace(/^(?:the|our)\s+/i, ''), teams)
    return { parties: [each(party)], rule: many === 1 ? 'first' : many }
  }
  const all = /^(?:all|every|each)(?: of)?(?: the| our)? (.+)$/i.exec(words.trim())
  if (all) return { parties: [each(partyOf(all[1] ?? '', teams))], rule: 'all' }
  const inOrder = /\bthen\b|\bafter that\b/i.test(words)
  const either = /^either\b/i.test(words.trim()) || /\bor\b/i.test(words)
  const names = namesIn(words)
  const parties = (names.length > 0 ? names : ['the manager']).map((name) => partyOf(name, teams))
  if (parties.length < 2) return { parties }
  return { parties, rule: either ? 'first' : 'all', ...(inOrder && { inOrder }) }
}
