import type { FlowDoc, Step } from '../document.ts'
import { due, field, variable } from './parse/parts.ts'
import {
  type At,
  below,
  dropped,
  idText,
  isObject,
  json,
  keysOf,
  listOf,
  mapOf,
  oneOf,
  type ParseProblem,
  type Reader,
  text,
} from './parse/reader.ts'
import { readStep } from './parse/step.ts'

export type Parsed = { doc: FlowDoc; problems: ParseProblem[] }

/** What the server says about a workflow and does not read from its document. */
const theServers = [
  'status',
  'created_at',
  'updated_at',
  'created_by',
  'last_instance_number',
  'counts',
  'instance_count',
  'instances_count',
  'step_count',
  'steps_count',
]

/** Reads a workflow in any accepted spelling, as JSON or its text. Never throws: what cannot be used is named. */
export function parse(input: unknown): Parsed {
  const problems: ParseProblem[] = []
  const at: At = { path: '', problems }
  const given = typeof input === 'string' ? fromText(input, at) : input
  if (!isObject(given)) {
    if (typeof input !== 'string') dropped(at, 'A workflow must be an object.')
    return { doc: documentOf({}, {}, at), problems }
  }
  return { doc: documentOf(given, stepsOf(given.steps, below(at, 'steps')), at), problems }
}

function fromText(input: string, at: At): unknown {
  try {
    return JSON.parse(input)
  } catch (problem) {
    at.problems.push({
      path: '',
      code: 'not_json',
      text: problem instanceof Error ? problem.message : 'This isn’t valid JSON.',
    })
    return undefined
  }
}

const metadata: Reader<FlowDoc['metadata']> = (value, at) => {
  const read = mapOf(json)(value, at)
  if (!read) return undefined
  const { version, category, ...rest } = read
  return {
    version: version === undefined ? '1.0' : (idText(version, below(at, 'version')) ?? '1.0'),
    category: category === undefined ? 'Uncategorized' : (text(category, below(at, 'category')) ?? 'Uncategorized'),
    ...rest,
  }
}

function documentOf(given: Record<string, unknown>, steps: Record<string, Step>, at: At): FlowDoc {
  const { steps: _, ...rest } = given
  const read =
    keysOf(
      {
        id: idText,
        name: text,
        prefix: text,
        description: text,
        type: oneOf('sequential', 'parallel'),
        metadata,
        start_step: idText,
        start_fields: listOf(field),
        variables: mapOf(variable),
        due,
      },
      theServers,
    )(rest, at) ?? {}
  const { id, name, prefix, description, type, start_step, ...others } = read
  return {
    ...(id !== undefined && { id }),
    name: name ?? '',
    prefix: prefix ?? '',
    ...(description !== undefined && { description }),
    type: type ?? 'sequential',
    metadata: read.metadata ?? { version: '1.0', category: 'Uncategorized' },
    start_step: start_step ?? Object.keys(steps)[0] ?? '',
    steps,
    ...(others.start_fields && { start_fields: others.start_fields }),
    ...(others.variables && { variables: others.variables }),
    ...(others.due && { due: others.due }),
  }
}

function stepsOf(value: unknown, at: At): Record<string, Step> {
  if (value === undefined || value === null) return {}
  if (Array.isArray(value)) return fromList(value, at)
  if (!isObject(value)) return dropped(at, 'This must be an object or a list.') ?? {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, raw]): [string, Step][] => {
      const place = below(at, key)
      if (isObject(raw)) return [[key, readStep(raw, key, [], place)]]
      return dropped(place, 'A step must be an object.') ?? []
    }),
  )
}

/** The steps of a list lead from one to the next unless they say otherwise. */
function fromList(list: unknown[], at: At): Record<string, Step> {
  const taken = new Set<string>()
  const named = list.flatMap((raw: unknown, n) => {
    const place = below(at, n)
    if (!isObject(raw)) return dropped(place, 'A step must be an object.') ?? []
    const wanted = idText(raw.id ?? n + 1, below(place, 'id')) ?? String(n + 1)
    let id = wanted
    for (let copy = 2; taken.has(id); copy++) id = `${wanted}-${copy}`
    if (id !== wanted)
      at.problems.push({
        path: place.path,
        code: 'changed',
        text: `The ID ${wanted} was already used. It’s now ${id}.`,
      })
    taken.add(id)
    return [{ raw: { ...raw, id }, id, place }]
  })
  return Object.fromEntries(
    named.map(({ raw, id, place }, n) => {
      const following = named[n + 1]?.id
      return [id, readStep(raw, id, following === undefined ? [] : [following], place)]
    }),
  )
}

/** The text a document is stored and shown as, keys in their order. `parse` reads back the same document. */
export function print(doc: FlowDoc): string {
  return JSON.stringify(parse(doc).doc, null, 2)
}
