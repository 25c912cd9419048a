import type { Field } from '@throughline/contracts/workflow-document'
import { capital, variableName } from './parse-text.ts'

const ASKING = new Set('fill enter provide state specify give'.split(' '))
const MAX_FIELDS = 12

/** What the last word of what is filled in says of its kind. */
const KINDS: [RegExp, Field['type']][] = [
  [/^(?:dates?|days?)$/, 'date'],
  [/^(?:e-?mails?|e-?mail address)$/, 'email'],
  [/^(?:phone|telephone|phone number)$/, 'phone'],
  [/^(?:amounts?|costs?|prices?|sum|budget)$/, 'currency'],
  [/^(?:quantity|quantities|hours|count)$/, 'number'],
  [/^(?:files?|attachments?|receipts?|scans?|photos?)$/, 'file'],
  [/^(?:reasons?|descriptions?|details|comments?|notes?|explanation|justification)$/, 'textarea'],
  [/^(?:links?|url|website)$/, 'url'],
  [/^(?:names?|titles?|subject|address|number|departments?|vendor|supplier|items?|destination|position)$/, 'text'],
]

function kindOf(words: string): Field['type'] | undefined {
  const said = words.split(' ')
  const last = said.at(-1) ?? ''
  const two = said.slice(-2).join(' ')
  return (KINDS.find(([pattern]) => pattern.test(two)) ?? KINDS.find(([pattern]) => pattern.test(last)))?.[1]
}

/** "from and to dates" are two dates: what the last one is, those without a kind are too. */
function completed(items: string[]): string[] {
  const last = items.at(-1)?.split(' ') ?? []
  const shared = last.length > 1 ? (last.at(-1) ?? '').replace(/^(date|day|name|amount)s$/, '$1') : ''
  return items.map((item, n) => {
    if (n === items.length - 1) return shared === '' ? item : [...last.slice(0, -1), shared].join(' ')
    return kindOf(item) || shared === '' || item.includes(' ') ? item : `${item} ${shared}`
  })
}

/** Beside fields of a known kind, or in a list, a few plain words name a field, too. */
const isPlainName = (item: string) => item.length <= 40 && /^[\p{L} -]+$/u.test(item) && item.split(' ').length <= 3

/** The fields of a text that says what is filled in; undefined unless all of it does. */
export function fieldsNamedIn(verb: string, object: string): Field[] | undefined {
  if (!ASKING.has(verb)) return undefined
  const listed = object
    .toLowerCase()
    .replace(/^(?:in|out)\s+/, '')
    .replace(/^(?:an?|the|our|this)\s+(?:\p{L}+ )?(?:form|sheet)\s+(?:with|for|about|of)\s+/u, '')
  const items = listed
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*/)
    .map((item) => item.replace(/^(?:(?:an?|the|their|his|her|its|our|all|both)\s+)+/, '').trim())
    .filter((item) => item !== '')
  if (items.length === 0 || items.length > MAX_FIELDS) return undefined
  const fields = completed(items).map((item): Field | undefined => {
    const type = isPlainName(item) ? (kindOf(item) ?? (items.length > 1 ? 'text' : undefined)) : undefined
    return type && { name: variableName(item), type, label: capital(item), required: true }
  })
  const known = fields.filter((field) => field !== undefined)
  return known.length === fields.length ? known : undefined
}
