import type { EndpointShape } from '@throughline/contracts/endpoint'
import { keyOf, type Sample } from '../endpoint-samples.ts'
import { EDGE_CONTENTS, edgeText, edgeValue } from './edge-values.ts'
import type { Random } from './random.ts'
import { jsonSchemaOf, type Pool, valueFor } from './schema-values.ts'

/** A call as it goes over the line. */
export interface FuzzCall {
  endpoint: EndpointShape
  address: string
  headers: Record<string, string>
  content?: string | FormData
}

/** Lone surrogates have no UTF-8: they go as bytes that are none. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

/** Another cursor than the server gave: a bit of it changed, or cut off, or another's. */
export function tampered(random: Random, cursor: string): string {
  const at = random.below(Math.max(1, cursor.length))
  return random.pick([
    cursor,
    cursor.slice(0, at),
    `${cursor.slice(0, at)}${random.pick(['A', '_', '%00', '='])}${cursor.slice(at + 1)}`,
    Buffer.from(JSON.stringify([edgeValue(random), edgeValue(random)])).toString('base64url'),
    edgeText(random),
  ])
}

function addressOf(endpoint: EndpointShape, { params = {} }: Sample, pool: Pool): string {
  const { random } = pool
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const chosen = random.chance(0.75) ? params[name] : random.chance(0.5) ? pool.id() : undefined
    // An empty part would be another address.
    return encoded(chosen ?? (edgeText(random).slice(0, 2_000) || ' '))
  })
  if (!endpoint.query) return path
  const schema = jsonSchemaOf(endpoint.query)
  const fields = Object.keys(schema.properties ?? {}).filter(() => random.chance(0.4))
  const parts = fields.map((name) => {
    const property = schema.properties?.[name]
    const value =
      name === 'cursor' || name === 'after'
        ? pool.cursor()
        : typeof property === 'object'
          ? valueFor(property, schema, pool)
          : edgeText(random)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const once = `${name}=${encoded(text.slice(0, 3_000))}`
    return random.chance(0.05) ? `${once}&${once}` : once
  })
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path
}

/** One place of it, anywhere, holds something else. */
function mutated(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return edgeValue(random)
  const entries = Object.entries(value)
  if (entries.length === 0) return edgeValue(random)
  const at = random.below(entries.length)
  if (Array.isArray(value)) return value.map((one: unknown, n) => (n === at ? mutated(one, random) : one))
  const changed = entries.flatMap(([name, one], n): [string, unknown][] =>
    n !== at ? [[name, one]] : random.chance(0.15) ? [] : [[name, mutated(one, random)]],
  )
  return Object.fromEntries(changed)
}

function contentOf(endpoint: EndpointShape, { body }: Sample, pool: Pool): string | undefined {
  const { random } = pool
  const kind = random.below(20)
  if (kind < 2) return random.pick(EDGE_CONTENTS)
  if (kind < 10 || !endpoint.body) {
    const value = kind < 5 ? body : mutated(body ?? {}, random)
    return endpoint.body ? JSON.stringify(value) : undefined
  }
  const schema = jsonSchemaOf(endpoint.body)
  return JSON.stringify(valueFor(schema, schema, pool))
}

function formOf(field: string, random: Random): FormData {
  const form = new FormData()
  const name = random.pick(['note.txt', '', 'a/../../b.txt', `${'n'.repeat(400)}.png`, 'İ\u202etxt.exe', '.', 'con'])
  const bytes = random.pick(['', 'plain text', '%PDF-1.7', '\u0089PNG\r\n', '<svg/>', 'PK\u0003\u0004'])
  if (random.chance(0.3)) form.append(edgeText(random).slice(0, 100) || 'x', edgeText(random).toWellFormed())
  const type = random.pick(['text/plain', 'image/png', 'application/pdf', '', 'a/b'])
  form.append(random.chance(0.85) ? field : 'other', new Blob([bytes], { type }), name)
  return form
}

export function makeCall(endpoint: EndpointShape, sample: Sample, pool: Pool): FuzzCall {
  const { random } = pool
  const address = addressOf(endpoint, sample, pool)
  const headers: Record<string, string> = {}
  if (random.chance(0.1)) headers['idempotency-key'] = random.pick(['k', 'k'.repeat(5_000), '\u00ff', ' ', '0'])
  if (endpoint.binary && random.chance(0.3))
    headers.range = random.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-2', 'bytes=99999999999999999999-'])
  if (endpoint.method === 'GET') return { endpoint, address, headers }
  if (endpoint.file && random.chance(0.9)) {
    const content = sample.form && random.chance(0.4) ? sample.form : formOf(endpoint.file.field, random)
    return { endpoint, address, headers, content }
  }
  const content = contentOf(endpoint, sample, pool)
  if (content === undefined) return { endpoint, address, headers }
  headers['content-type'] = random.chance(0.97)
    ? 'application/json'
    : random.pick(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', 'a'])
  return { endpoint, address, headers, content }
}

const formText = (form: FormData) =>
  JSON.stringify(
    [...form].map(([name, part]) =>
      typeof part === 'string' ? [name, part] : [name, part.name, part.type, part.size],
    ),
  )

/** Short enough to be read, long enough to be repeated. */
export function describeCall({ endpoint, address, content }: FuzzCall): string {
  const said = content instanceof FormData ? formText(content) : (content ?? '')
  return `${keyOf(endpoint)} at ${address.slice(0, 300)} with ${said.slice(0, 600)}`
}
