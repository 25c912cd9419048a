import type { Json } from '@throughline/flow/eval'
import { isJsonObject } from '@throughline/flow/eval/json'
import type { JsonSchema } from './connector.ts'
import { problemText } from './failure-text.ts'
import type { ToolAnswer } from './tool-answer.ts'

const HIDDEN = '•••'
/** A shorter value could not be told from ordinary text in an answer, where it is masked. */
const SHORTEST_MASKED = 8

const asItIs = (number: number): Json => number

/** Puts something in the place of every text, and of every number, in a value. */
export function mapTexts(value: Json, change: (text: string) => string, changeNumber = asItIs): Json {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'number') return changeNumber(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, changeNumber))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [change(key), mapTexts(one, change, changeNumber)]),
  )
}

/** Base64 of a text somewhere in a longer one, as far as it doesn’t depend on what stands around it. */
function base64Within(value: string): string[] {
  const within = [0, 1, 2].map((before) => {
    const whole = Buffer.from('x'.repeat(before) + value).toString('base64')
    return whole.slice(before === 0 ? 0 : 4, -4)
  })
  return [...within, ...within.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))].filter(
    (text) => text.length >= SHORTEST_MASKED,
  )
}

/** The spellings in which receivers give back what they were sent. */
function spellingsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const spellings = [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ '': value }).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    ...base64Within(value),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
  return spellings
}

/** How much of its beginning finds a text. */
const INDEXED = 8

/** Hides the texts wherever they stand, in one pass however many there are, and whole where they overlap. */
function createHider(hidden: readonly string[]): (given: string) => string {
  const width = hidden.reduce((least, { length }) => Math.min(least, length), INDEXED)
  // The longest first, since a shorter one may be its beginning.
  const longestFirst = hidden.toSorted((a, b) => b.length - a.length)
  const firsts = new Set(hidden.map((one) => one.charCodeAt(0)))
  const byBeginning = Map.groupBy(longestFirst, (one) => one.slice(0, width))
  if (hidden.length === 0) return (given) => given
  return (given) => {
    let masked = ''
    let end = 0
    for (let at = 0; at + width <= given.length; at++) {
      if (!firsts.has(given.charCodeAt(at))) continue
      const found = byBeginning.get(given.slice(at, at + width))?.find((one) => given.startsWith(one, at))
      if (found === undefined) continue
      if (at >= end) masked += given.slice(end, at) + HIDDEN
      end = Math.max(end, at + found.length)
    }
    return masked + given.slice(end)
  }
}

/** Takes secrets out of what a receiver answered: it may well repeat them, and answers are kept. */
export function createMask(values: readonly string[]) {
  const text = createHider([...new Set(values.filter((value) => value !== '').flatMap(spellingsOf))])
  const number = (given: number): Json => (text(String(given)) === String(given) ? given : HIDDEN)
  const value = (given: Json): Json => mapTexts(given, text, number)
  function answer(given: ToolAnswer): ToolAnswer {
    if (!given.ok) return { ...given, text: text(given.text) }
    const output = Object.fromEntries(Object.entries(given.output).map(([name, one]) => [text(name), value(one)]))
    return { ...given, output, ...(given.note !== undefined && { note: text(given.note) }) }
  }
  return { text, answer }
}

/** Of an answer that was masked: what failed, in a line. */
export const shortened = (answer: ToolAnswer): ToolAnswer =>
  answer.ok ? answer : { ...answer, text: problemText(answer.text) }

/** A shorter part of an address is a word rather than a key. */
const SHORTEST_IN_ADDRESS = 16

/** The keys of an address that is secret as a whole. */
function keysInAddress(text: string): string[] {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null
  const parts = url ? [...url.pathname.split('/'), ...url.searchParams.values()] : []
  return parts.filter((part) => part.length >= SHORTEST_IN_ADDRESS)
}

const textsIn = (value: Json): string[] =>
  typeof value === 'string'
    ? [value, ...value.split(/\s+/), ...keysInAddress(value)]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** What a schema shows openly, with its titles. */
export function openProperties(schema: JsonSchema): Map<string, string> {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const open = Object.entries(properties).flatMap(([name, property]): [string, string][] =>
    isJsonObject(property) && property.format !== 'password'
      ? [[name, typeof property.title === 'string' ? property.title : name]]
      : [],
  )
  return new Map(open)
}

/** Of what something was connected with: all but what its schema shows openly. */
export function secretsIn(schema: JsonSchema, configuration: Record<string, Json>): string[] {
  const open = openProperties(schema)
  const secret = Object.entries(configuration).filter(([name]) => !open.has(name))
  return secret.flatMap(([, value]) => textsIn(value)).filter((text) => text.length >= SHORTEST_MASKED)
}
