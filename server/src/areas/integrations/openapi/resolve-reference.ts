import type { Json } from '@throughline/flow/eval'
import { truncate } from '../../../core/truncate.ts'
import { isRecord, member } from './parse-document.ts'
import { Unusable } from './unusable.ts'

const MAX_HOPS = 16
const MAX_POINTER = 1_000
const SHOWN = 80

export type Resolve = (value: Json | undefined) => Json | undefined

const unescaped = (segment: string): string => {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return segment
  }
}

function target(root: Json, reference: string): Json {
  const shown = truncate(reference, SHOWN)
  if (!reference.startsWith('#/') || reference.length > MAX_POINTER)
    throw new Unusable(`“${shown}” is outside of this document. References to other documents aren’t followed.`)
  const found = reference
    .slice(2)
    .split('/')
    .map(unescaped)
    .reduce<Json | undefined>((value, name) => (Array.isArray(value) ? value[Number(name)] : member(value, name)), root)
  if (found === undefined) throw new Unusable(`“${shown}” isn’t in this document.`)
  return found
}

/** What a value refers to, within the document alone; what refers to nothing is itself. */
export const createResolve =
  (root: Json): Resolve =>
  (given) => {
    let value = given
    for (let hops = 0; isRecord(value) && typeof value.$ref === 'string'; hops += 1) {
      if (hops === MAX_HOPS)
        throw new Unusable(`“${truncate(value.$ref, SHOWN)}” leads through more than ${MAX_HOPS} references.`)
      value = target(root, value.$ref)
    }
    return value
  }
