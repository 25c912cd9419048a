import type { Json } from '@throughline/flow/eval'
import { truncate } from '../../../core/truncate.ts'
import type { Credential, SignInOption } from './found-document.ts'
import { isRecord, type JsonObject, member, textOf } from './parse-document.ts'
import type { Resolve } from './resolve-reference.ts'

const MAX_OPTIONS = 10
const MAX_SCHEMES = 4
const OPEN: SignInOption = { title: 'None', credentials: [] }

const inHeader = (name: string) => /^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name)

/** What one security scheme adds to a call; nothing where we can't send it. */
function credentialsOf(scheme: Json | undefined): Omit<Credential, 'field'>[] | undefined {
  const name = textOf(member(scheme, 'name'))
  const place = textOf(member(scheme, 'in'))
  switch (textOf(member(scheme, 'type'))) {
    case 'apiKey':
      if ((place !== 'header' || !inHeader(name)) && (place !== 'query' || name === '')) return undefined
      return [{ in: place, name, title: 'API key' }]
    case 'http': {
      const how = textOf(member(scheme, 'scheme')).toLowerCase()
      if (how === 'bearer') return [{ in: 'bearer', name: 'authorization', title: 'Token' }]
      if (how !== 'basic') return undefined
      return [
        { in: 'basic', name: 'user', title: 'User name' },
        { in: 'basic', name: 'password', title: 'Password' },
      ]
    }
    // Signing in by one of these gives a token that is sent like any other.
    case 'oauth2':
    case 'openIdConnect':
      return [{ in: 'bearer', name: 'authorization', title: 'Access token' }]
    default:
      return undefined
  }
}

const titleOf = ([first]: readonly Omit<Credential, 'field'>[]): string => {
  if (first?.in === 'bearer') return first.title === 'Token' ? 'Bearer token' : 'Access token'
  if (first?.in === 'basic') return 'User name and password'
  return first?.in === 'query' ? 'API key in the address' : 'API key in a header'
}

/** Names of schemes that are asked for together. */
const requirementsIn = (security: Json | undefined): string[][] | undefined =>
  Array.isArray(security)
    ? security.slice(0, MAX_OPTIONS).flatMap((one) => (isRecord(one) ? [Object.keys(one).slice(0, MAX_SCHEMES)] : []))
    : undefined

/** How a connection signs in: each way that the document asks for, the most usual first. */
export function readSignIns(root: JsonObject, operations: readonly JsonObject[], resolve: Resolve): SignInOption[] {
  const schemes = member(member(root, 'components'), 'securitySchemes')
  const byDefault = requirementsIn(member(root, 'security')) ?? []
  const counts = new Map<string, { names: string[]; count: number }>()
  const add = (names: string[]) => {
    const key = JSON.stringify(names.toSorted())
    const known = counts.get(key)
    if (known) known.count += 1
    else if (counts.size < 100) counts.set(key, { names, count: 1 })
  }
  for (const operation of operations)
    for (const names of requirementsIn(member(operation, 'security')) ?? byDefault) add(names)
  // Some documents declare how to sign in without saying where.
  if (counts.size === 0)
    for (const name of Object.keys(isRecord(schemes) ? schemes : {}).slice(0, MAX_OPTIONS)) add([name])

  const options = [...counts.values()]
    .toSorted((a, b) => Number(b.names.length > 0) - Number(a.names.length > 0) || b.count - a.count)
    .flatMap(({ names }): SignInOption[] => {
      if (names.length === 0) return [OPEN]
      const parts = names.map((name) => credentialsOf(resolve(member(schemes, name))))
      const known = parts.filter((one) => one !== undefined).flat()
      if (parts.includes(undefined)) return []
      const isOne = names.length === 1
      const credentials = known.map((one, index) => ({
        ...one,
        field: fieldOf(one, index),
        title: isOne || one.title !== 'API key' ? one.title : one.name,
      }))
      const title = isOne ? titleOf(known) : credentials.map((one) => one.title).join(', ')
      const isAmong = isOne && counts.size > 1
      return [{ title: isAmong ? `${title} (${truncate(names[0] ?? '', 60)})` : title, credentials }]
    })
    .slice(0, MAX_OPTIONS)
  return options.length > 0 ? options : [OPEN]
}

const FIELDS = { bearer: 'token', header: 'api_key', query: 'api_key' } as const

/** Of the connection's configuration; numbered where there are several. */
function fieldOf({ in: place, name }: Omit<Credential, 'field'>, index: number): string {
  const field = place === 'basic' ? name : FIELDS[place]
  return index === 0 || place === 'basic' ? field : `${field}_${index + 1}`
}
