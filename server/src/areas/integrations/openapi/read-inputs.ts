import type { Json } from '@throughline/flow/eval'
import type { InputPlace, KeyPlace } from './found-document.ts'
import { isRecord, type JsonObject, member, textOf } from './parse-document.ts'
import { reduceSchema } from './reduce-schema.ts'
import type { Resolve } from './resolve-reference.ts'
import { Unusable } from './unusable.ts'

const MAX_PARAMETERS = 100
/** Said by the request itself or by what the tool is connected with; a document's word for them does not count. */
const NOT_ASKED_FOR = new Set(['accept', 'content-type', 'content-length', 'authorization', 'cookie', 'host'])
const SHORTEST_KEY = 16

const KEY_NAME = /idempoten(cy|ce|t)/i
const TOKEN_NAME = /^(client|request)[-_]?(request[-_]?)?(token|id)$/i

const MAX_NAME = 200
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

interface Input {
  name: string
  in: InputPlace['in']
  style: InputPlace['style']
  schema: Json
  isRequired: boolean
}

function requireName(name: string, where: string): void {
  if (name === '' || name === '__proto__' || name.length > MAX_NAME || (where === 'header' && !HEADER_NAME.test(name)))
    throw new Unusable('One of its parameters has no usable name.')
}

/** The key that a header or field is declared for, if it is for one. */
function keyPlaceOf(where: 'header' | 'body', name: string, declared: Json | undefined, schema: Json | undefined) {
  const said = `${textOf(member(declared, 'description'))} ${textOf(member(schema, 'description'))}`
  if (!KEY_NAME.test(name) && !(TOKEN_NAME.test(name) && KEY_NAME.test(said))) return undefined
  const type = member(schema, 'type')
  if (type !== undefined && type !== 'string') return undefined
  const longest = member(schema, 'maxLength')
  const as = member(schema, 'format') === 'uuid' ? 'uuid' : 'text'
  const place: KeyPlace = { in: where, name, as, longest: typeof longest === 'number' ? longest : null }
  return place.longest !== null && place.longest < (as === 'uuid' ? 36 : SHORTEST_KEY) ? undefined : place
}

const QUERY_STYLES: Record<string, InputPlace['style']> = {
  spaceDelimited: 'spaces',
  pipeDelimited: 'pipes',
  deepObject: 'deep',
}

function styleOf(parameter: Json | undefined, where: 'path' | 'query' | 'header', name: string): InputPlace['style'] {
  if (isRecord(member(parameter, 'content'))) return 'json'
  const style = textOf(member(parameter, 'style'))
  if (where === 'query') {
    const explode = member(parameter, 'explode') ?? (style === '' || style === 'form')
    if (style === '' || style === 'form') return explode === true ? 'exploded' : 'plain'
    const known = Object.hasOwn(QUERY_STYLES, style) ? QUERY_STYLES[style] : undefined
    if (known === 'deep' || (known && explode !== true)) return known
    if (known) return 'exploded'
  } else if (style === '' || style === 'simple') return 'plain'
  throw new Unusable(`“${name}” is written in a style that isn’t supported.`)
}

/** Of the path and of the operation, which goes before. */
function declaredParameters(item: JsonObject, operation: JsonObject, resolve: Resolve): Json[] {
  const given = [item, operation].flatMap((one) => {
    const list = member(one, 'parameters')
    return Array.isArray(list) ? list.slice(0, MAX_PARAMETERS + 1).map(resolve) : []
  })
  const byName = new Map(given.map((one) => [`${textOf(member(one, 'in'))} ${textOf(member(one, 'name'))}`, one]))
  if (byName.size > MAX_PARAMETERS) throw new Unusable(`It has more than ${MAX_PARAMETERS} parameters.`)
  return [...byName.values()].filter((one) => one !== undefined)
}

function contentSchema(parameter: Json): Json | undefined {
  const content = member(parameter, 'content')
  return isRecord(content) ? member(Object.values(content)[0], 'schema') : member(parameter, 'schema')
}

function parametersOf(item: JsonObject, operation: JsonObject, resolve: Resolve) {
  const inputs: Input[] = []
  let key: KeyPlace | undefined
  for (const parameter of declaredParameters(item, operation, resolve)) {
    const name = textOf(member(parameter, 'name'))
    const where = textOf(member(parameter, 'in'))
    const isRequired = member(parameter, 'required') === true || where === 'path'
    if (where === 'header' && NOT_ASKED_FOR.has(name.toLowerCase())) continue
    if (where !== 'path' && where !== 'query' && where !== 'header') {
      if (!isRequired) continue
      throw new Unusable(where === 'cookie' ? `It needs the cookie “${name}”.` : `“${name}” has no usable place.`)
    }
    requireName(name, where)
    const schema = resolve(contentSchema(parameter))
    const found = where === 'header' ? keyPlaceOf(where, name, parameter, schema) : undefined
    key ??= found
    if (found) continue
    const description = textOf(member(parameter, 'description'))
    const described = { ...(isRecord(schema) ? schema : {}), ...(description && { description }) }
    inputs.push({ name, in: where, style: styleOf(parameter, where, name), schema: described, isRequired })
  }
  return { inputs, key }
}

/** The media type that is sent, of those that it takes. */
function mediaOf(content: JsonObject): { kind: 'json' | 'form'; media: Json | undefined } {
  const types = Object.keys(content)
  const bare = (type: string) => (type.split(';', 1)[0] ?? '').trim().toLowerCase()
  const json = types.find((type) => /^application\/([\w.+-]+\+)?json$|^\*\/\*$|^application\/\*$/.test(bare(type)))
  if (json !== undefined) return { kind: 'json', media: content[json] }
  const form = types.find((type) => bare(type) === 'application/x-www-form-urlencoded')
  if (form !== undefined) return { kind: 'form', media: content[form] }
  throw new Unusable(`It takes ${bare(types[0] ?? '') || 'a body of no kind'}. Only JSON and plain forms can be sent.`)
}

function bodyOf(operation: JsonObject, taken: ReadonlySet<string>, resolve: Resolve) {
  const declared = resolve(member(operation, 'requestBody'))
  const content = member(declared, 'content')
  if (!isRecord(content) || Object.keys(content).length === 0) return { kind: null, inputs: [], key: undefined }
  const { kind, media } = mediaOf(content)
  const isRequired = member(declared, 'required') === true
  const schema = reduceSchema(member(media, 'schema'), resolve, 'sent')
  const properties = member(schema, 'properties')
  const fields = Object.entries(isRecord(properties) ? properties : {})
  if (fields.length === 0 || fields.some(([name]) => taken.has(name))) {
    const whole: Input = { name: 'body', in: 'whole_body', style: 'json', schema, isRequired }
    return { kind, inputs: [whole], key: undefined }
  }
  const required = member(schema, 'required')
  let key: KeyPlace | undefined
  const inputs = fields.flatMap(([name, field]): Input[] => {
    const found = keyPlaceOf('body', name, undefined, field)
    key ??= found
    if (found || !isRecord(field)) return []
    const needed = isRequired && Array.isArray(required) && required.includes(name)
    return [{ name, in: 'body', style: 'json', schema: field, isRequired: needed }]
  })
  return { kind, inputs, key }
}

/** What a call takes: parameters and the fields of its body as one object, each under a name of its own. */
export function readInputs(item: JsonObject, operation: JsonObject, resolve: Resolve) {
  const parameters = parametersOf(item, operation, resolve)
  const body = bodyOf(operation, new Set(parameters.inputs.map(({ name }) => name)), resolve)
  const byInput = new Map<string, Input>()
  for (const one of [...parameters.inputs, ...body.inputs]) {
    const free = [one.name, `${one.in}_${one.name}`].find((name) => !byInput.has(name))
    if (free === undefined) throw new Unusable(`“${one.name}” is asked for more than twice.`)
    byInput.set(free, one)
  }
  const required = [...byInput].filter(([, { isRequired }]) => isRequired).map(([input]) => input)
  const properties = Object.fromEntries([...byInput].map(([name, { schema }]) => [name, schema]))
  const whole = { type: 'object', properties, required, additionalProperties: false }
  const input = reduceSchema(whole, resolve, 'sent')
  const inputs = [...byInput].map(
    ([name, one]): InputPlace => ({ input: name, in: one.in, name: one.name, style: one.style }),
  )
  return { input, inputs, body: body.kind, key: parameters.key ?? body.key ?? null }
}
