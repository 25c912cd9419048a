import { createHash } from 'node:crypto'
import type { Json } from '@throughline/flow/eval'
import { isJsonObject } from '@throughline/flow/eval/json'
import type { InputPlace, KeyPlace, RequestShape } from './found-document.ts'
import { leavesFolder } from './leaves-folder.ts'

export interface BuiltRequest {
  url: URL
  method: RequestShape['method']
  headers: Record<string, string>
  body: string | undefined
}

/** Why an input can't be sent, in words. */
export class NotSendable extends Error {}

const plain = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
const encoded = (value: Json): string => encodeURIComponent(plain(value))

/** Names and values in turn, as lists are written. */
const partsOf = (value: Json): Json[] =>
  Array.isArray(value) ? value : isJsonObject(value) ? Object.entries(value).flat() : [value]

function pathText({ name, style }: InputPlace, value: Json): string {
  const text = style === 'json' ? encodeURIComponent(JSON.stringify(value)) : partsOf(value).map(encoded).join(',')
  // Without it the address would be another operation's.
  if (text === '' || value === null) throw new NotSendable(`“${name}” can’t be empty.`)
  return text
}

function deepPairs(name: string, value: Json): [string, string][] {
  if (!isJsonObject(value)) return [[name, encoded(value)]]
  return Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    if (isJsonObject(inner) || (Array.isArray(inner) && inner.some((one) => typeof one === 'object' && one !== null)))
      throw new NotSendable(`“${name}” can’t hold objects in “${key}”.`)
    const values = Array.isArray(inner) ? inner : inner === null ? [] : [inner]
    return values.map((one) => [`${name}[${key}]`, encoded(one)])
  })
}

const SEPARATORS = { plain: ',', spaces: '%20', pipes: '%7C' } as const

/** Names, and their values as they stand in an address. */
function queryPairs({ name, style }: InputPlace, value: Json): [string, string][] {
  switch (style) {
    case 'json':
      return [[name, encodeURIComponent(JSON.stringify(value))]]
    case 'deep':
      return deepPairs(name, value)
    case 'exploded':
      if (Array.isArray(value)) return value.map((one) => [name, encoded(one)])
      return isJsonObject(value)
        ? Object.entries(value).map(([key, one]) => [key, encoded(one)])
        : [[name, encoded(value)]]
    case 'plain':
    case 'spaces':
    case 'pipes':
      break
  }
  return [[name, partsOf(value).map(encoded).join(SEPARATORS[style])]]
}

/** The call's key in the form that the receiver takes; the same key is always the same. */
function keyText({ as, longest }: KeyPlace, key: string): string {
  const digest = createHash('sha256').update(key).digest('hex')
  if (as === 'uuid') {
    const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
    const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, variant + digest.slice(18, 20)]
    return [...parts, digest.slice(20, 32)].join('-')
  }
  return longest === null || key.length <= longest ? key : digest.slice(0, longest)
}

function formText(fields: Record<string, Json>): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== null) form.append(name, plain(one))
  return form.toString()
}

/** Below the server's address alone: its key goes nowhere else. */
function addressOf(server: string, path: string, query: readonly [string, string][]): URL {
  const base = new URL(server)
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join('&')
  const url = URL.parse(`${server.replace(/\/+$/, '')}${path}${search && `?${search}`}`)
  if (!url || url.origin !== base.origin || leavesFolder(path)) throw new NotSendable('The address isn’t valid.')
  return url
}

/** Writes a call as the document describes it. */
export function buildRequest(
  server: string,
  shape: RequestShape,
  input: Record<string, Json>,
  key: string,
): BuiltRequest {
  const headers: Record<string, string> = {}
  const query: [string, string][] = []
  const fields: Record<string, Json> = {}
  let path = shape.path
  let whole: Json | undefined
  for (const place of shape.inputs) {
    const value = Object.hasOwn(input, place.input) ? input[place.input] : undefined
    if (place.in === 'path') path = path.replaceAll(`{${place.name}}`, () => pathText(place, value ?? null))
    else if (value === undefined) continue
    else if (place.in === 'whole_body') whole = value
    else if (place.in === 'body') fields[place.name] = value
    else if (value === null) continue
    else if (place.in === 'query') query.push(...queryPairs(place, value))
    else headers[place.name] = place.style === 'json' ? JSON.stringify(value) : partsOf(value).map(plain).join(',')
  }
  if (shape.key?.in === 'header') headers[shape.key.name] = keyText(shape.key, key)
  if (shape.key?.in === 'body') fields[shape.key.name] = keyText(shape.key, key)
  const content = shape.inputs.some((place) => place.in === 'whole_body') ? whole : fields
  const body = shape.body === null || content === undefined ? undefined : contentText(shape.body, content)
  return { url: addressOf(server, path, query), method: shape.method, headers, body }
}

function contentText(kind: 'json' | 'form', content: Json): string {
  if (kind === 'json') return JSON.stringify(content)
  if (!isJsonObject(content)) throw new NotSendable('Its body must be an object.')
  return formText(content)
}
