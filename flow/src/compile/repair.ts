import type { FlowDoc } from '../document.ts'
import { parse } from './parse.ts'
import type { Patch, Repair } from './problem.ts'

type Container = Record<string, unknown> | unknown[]

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

function apply(root: Container, patch: Patch): void {
  const keys = patch.path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = keys.pop()
  let at: unknown = root
  for (const key of keys) at = isContainer(at) ? Reflect.get(at, key) : undefined
  if (last === undefined || !isContainer(at)) return
  if (!Array.isArray(at)) {
    if (patch.op === 'remove') Reflect.deleteProperty(at, last)
    else Reflect.defineProperty(at, last, { value: patch.value, configurable: true, enumerable: true, writable: true })
  } else if (patch.op === 'remove') at.splice(Number(last), 1)
  else if (patch.op === 'add') at.splice(last === '-' ? at.length : Number(last), 0, patch.value)
  else at[Number(last)] = patch.value
}

/** The document with a repair carried out; the one given is not changed. */
export function repair(doc: FlowDoc, { patch }: Pick<Repair, 'patch'>): FlowDoc {
  const copy = structuredClone(doc)
  for (const one of patch) apply(copy, one)
  return parse(copy).doc
}
