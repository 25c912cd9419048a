import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { SaveOptions } from '@throughline/contracts/workflows'
import { parse, print, targetLists } from '@throughline/flow/compile'
import * as z from 'zod/mini'
import { invalid } from '../../core/errors.ts'
import { problemsOf } from '../../core/http/problems.ts'

const MAX_STEPS = 500
/** Checks look at every pair of what runs at the same time. */
const MAX_WAYS = 3000
const MAX_BYTES = 512 * 1024
const LONGEST = { name: 120, prefix: 20, description: 2000 } as const
/** What no column can hold: a NUL or half of a pair, as JSON writes them. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i

/** As it is stored: in the one spelling, and without the id, which is the row's. */
export const readDocument = (given: unknown): FlowDoc => {
  const { id: _, ...doc } = parse(given).doc
  return doc
}

export const EMPTY: FlowDoc = readDocument({})

/** Refuses what is too large to keep quick; whether it can be run is another question. */
function requireFits(doc: FlowDoc): FlowDoc {
  for (const [key, most] of Object.entries(LONGEST)) {
    const text = doc[key === 'name' ? 'name' : key === 'prefix' ? 'prefix' : 'description'] ?? ''
    if (text.trim().length > most) throw invalid(`The ${key} of a workflow can have up to ${most} characters`)
  }
  if (Object.keys(doc.steps).length > MAX_STEPS) {
    throw invalid(`A workflow can have up to ${MAX_STEPS} steps. Move some into a subworkflow.`)
  }
  const ways = Object.values(doc.steps).flatMap((step) => targetLists(step).flatMap(({ targets }) => targets))
  if (ways.length > MAX_WAYS) {
    throw invalid(`A workflow can have up to ${MAX_WAYS} connections. Move some steps into a subworkflow.`)
  }
  const text = print(doc)
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw invalid('This workflow is too large. Move part of it into a subworkflow.')
  }
  if (UNSTORABLE.test(text)) throw invalid('Some of the data can’t be stored')
  return doc
}

/** A draft may still be without a name. */
export const readDraft = (given: unknown): FlowDoc => requireFits(readDocument(given))

export function readNamed(given: unknown): FlowDoc {
  const doc = readDraft(given)
  const [name, prefix] = [doc.name.trim(), doc.prefix.trim()]
  if (!name || !prefix) throw invalid('Name and prefix are required')
  return { ...doc, name, prefix }
}

/** What beside the document may be in a body; whatever else is not the document's is dropped by its reader. */
export function readOptions({ base_version, publish, include_authors, note }: Record<string, unknown>): SaveOptions {
  const parsed = z.safeParse(SaveOptions, { base_version, publish, include_authors, note })
  if (parsed.success) return parsed.data
  throw invalid('Some of the data isn’t valid', problemsOf(parsed.error.issues))
}

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Whether two documents say the same, in whatever order of keys. */
export const saysTheSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other) || JSON.stringify(one, sorted) === JSON.stringify(other, sorted)
