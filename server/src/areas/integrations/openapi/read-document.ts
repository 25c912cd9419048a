import type { Json } from '@throughline/flow/eval'
import { truncate } from '../../../core/truncate.ts'
import type { FoundDocument, FoundOperation, RequestShape } from './found-document.ts'
import { leavesFolder } from './leaves-folder.ts'
import { isRecord, type JsonObject, member, parseDocument, textOf } from './parse-document.ts'
import { readInputs } from './read-inputs.ts'
import { readSignIns } from './read-sign-ins.ts'
import { reduceSchema } from './reduce-schema.ts'
import { createResolve, type Resolve } from './resolve-reference.ts'
import { Unusable } from './unusable.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const MAX_OPERATIONS = 500
const MAX_PATH = 500
const MAX_NAME = 60
const MAX_SERVERS = 20

interface Declared {
  method: RequestShape['method']
  path: string
  item: JsonObject
  operation: JsonObject
}

function requireVersion(root: Json): asserts root is JsonObject {
  if (textOf(member(root, 'swagger')).startsWith('2'))
    throw new Unusable('This is a Swagger 2 document. Convert it to OpenAPI 3, then add it.')
  const version = textOf(member(root, 'openapi'))
  if (!isRecord(root) || version === '') throw new Unusable('This isn’t an OpenAPI document.')
  // Without quotes YAML reads 3.0 as a number.
  if (!/^3(\.[01](\.|$)|$)/.test(version))
    throw new Unusable(`OpenAPI ${truncate(version, 20)} isn’t supported, only 3.0 and 3.1.`)
}

/** In the order of the document. */
function declaredIn(root: JsonObject, resolve: Resolve): Declared[] {
  const paths = member(root, 'paths')
  const all = Object.entries(isRecord(paths) ? paths : {}).flatMap(([path, given]): Declared[] => {
    const item = resolve(given)
    if (!isRecord(item)) return []
    return Object.keys(item).flatMap((key): Declared[] => {
      const method = METHODS.find((one) => one.toLowerCase() === key)
      const operation = member(item, key)
      return method && isRecord(operation) ? [{ method, path, item, operation }] : []
    })
  })
  if (all.length > MAX_OPERATIONS)
    throw new Unusable(`This document has ${all.length} operations. Up to ${MAX_OPERATIONS} can be read.`)
  if (all.length === 0) throw new Unusable('This document has no operations.')
  return all
}

/** Names in steps: the document's own where it has one, each once. */
function namesOf(declared: readonly Declared[]): string[] {
  const taken = new Set<string>()
  return declared.map(({ method, path, operation }) => {
    const given = textOf(member(operation, 'operationId')) || `${method.toLowerCase()} ${path}`
    const name = truncate(given.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_+|_+$/g, ''), MAX_NAME) || 'operation'
    let free = name
    for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`
    taken.add(free)
    return free
  })
}

const tagOf = (operation: JsonObject): string => {
  const tags = member(operation, 'tags')
  return Array.isArray(tags) ? truncate(textOf(tags[0]), MAX_NAME) : ''
}

function requireCallable({ path, item, operation }: Declared, inputs: RequestShape['inputs']): void {
  if (!/^\/[^?#\\\s]*$/.test(path) || path.length > MAX_PATH || leavesFolder(path))
    throw new Unusable('Its path can’t be called.')
  const wanted = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name))
  const given = new Set(inputs.filter((one) => one.in === 'path').map(({ name }) => name))
  const missing = [...wanted].find((name) => name === undefined || !given.has(name))
  if (missing !== undefined) throw new Unusable(`“{${truncate(missing, MAX_NAME)}}” in its path isn’t declared.`)
  if (isRecord(member(operation, 'callbacks'))) throw new Unusable('It needs a callback address.')
  for (const one of [item, operation]) {
    const servers = member(one, 'servers')
    if (Array.isArray(servers) && servers.length > 0) throw new Unusable('It has a server of its own.')
  }
}

const isJson = (type: string) => /^application\/([\w.+-]+\+)?json\b|^\*\/\*/i.test(type)

/** What a successful call answers. Where several answers differ, anything may come. */
function outputOf(operation: JsonObject, resolve: Resolve): JsonObject {
  const responses = member(operation, 'responses')
  const contents = Object.entries(isRecord(responses) ? responses : {})
    .filter(([status]) => /^2(\d\d|XX)$/i.test(status))
    .map(([, response]) => member(resolve(response), 'content'))
    .filter(isRecord)
  const media = contents.flatMap((content) => Object.entries(content))
  const json = media.filter(([type]) => isJson(type)).map(([, one]) => member(one, 'schema'))
  if (json.length === 0 && media.some(([type]) => !/^text\//i.test(type)))
    throw new Unusable('It answers with a file, which steps can’t take.')
  const schemas = json.map((schema) => reduceSchema(schema, resolve, 'answered'))
  const [first = {}] = schemas
  const isSame = schemas.every((one) => JSON.stringify(one) === JSON.stringify(first))
  return isSame && json.length === media.length ? first : {}
}

function readOperation(declared: Declared, name: string, resolve: Resolve): FoundOperation {
  const { method, path, item, operation } = declared
  const title = truncate(textOf(member(operation, 'summary')) || textOf(member(operation, 'operationId')) || name, 120)
  const reads = method === 'GET' || method === 'HEAD'
  const about = { name, title, tag: tagOf(operation), repeat: reads ? ('reads' as const) : ('once' as const) }
  try {
    const { input, inputs, body, key } = readInputs(item, operation, resolve)
    requireCallable(declared, inputs)
    if (reads && body) throw new Unusable(`A ${method} call can’t have a body.`)
    const output = method === 'HEAD' ? {} : outputOf(operation, resolve)
    const repeat = reads ? 'reads' : key ? 'keyed' : 'once'
    return { ...about, repeat, input, output, request: { method, path, body, inputs, key }, problem: null }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    const request = { method, path: truncate(path, MAX_PATH), body: null, inputs: [], key: null }
    return { ...about, input: {}, output: {}, request, problem: error.message }
  }
}

/** Addresses, with their variables as the document has them unless somebody says otherwise. */
function serversOf(root: JsonObject, base: string | undefined): string[] {
  const servers = member(root, 'servers')
  const declared: Json[] = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }]
  const found = declared.slice(0, MAX_SERVERS).flatMap((server) => {
    const variables = member(server, 'variables')
    const filled = textOf(member(server, 'url')).replace(/\{([^{}]{1,100})\}/g, (_, name: string) =>
      textOf(member(member(variables, name), 'default')),
    )
    const url = URL.parse(filled, base)
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || filled.length > 2_000) return []
    if (url.search !== '' || url.hash !== '') return []
    return [url.href.replace(/\/+$/, '')]
  })
  return [...new Set(found)]
}

const websiteOf = (root: JsonObject): string | null => {
  const given = [member(root, 'externalDocs'), member(member(root, 'info'), 'contact')].map((one) =>
    textOf(member(one, 'url')),
  )
  return given.find((one) => /^https?:\/\/[^@\s]{1,1000}$/.test(one) && URL.canParse(one)) ?? null
}

/** Reads a document that somebody sent; nothing outside of it is looked at. `base` is where it came from. */
export function readDocument(text: string, base?: string): FoundDocument {
  const root = parseDocument(text)
  requireVersion(root)
  const resolve = createResolve(root)
  const declared = declaredIn(root, resolve)
  const names = namesOf(declared)
  const info = member(root, 'info')
  return {
    openapi: textOf(member(root, 'openapi')).startsWith('3.1') ? '3.1' : '3.0',
    title: truncate(textOf(member(info, 'title')), 80),
    version: truncate(textOf(member(info, 'version')), 40),
    description: truncate(textOf(member(info, 'description')), 4_000),
    website: websiteOf(root),
    servers: serversOf(root, base),
    sign_ins: readSignIns(
      root,
      declared.map(({ operation }) => operation),
      resolve,
    ),
    operations: declared.map((one, index) => readOperation(one, names[index] ?? '', resolve)),
  }
}
