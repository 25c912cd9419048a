import { pointerPart } from '../eval/pointer.ts'
import type { Json } from '../eval/tree.ts'
import type { StepId } from '../plan.ts'

/** One operation of a JSON patch. */
export type Patch = { op: 'add' | 'replace'; path: string; value: Json } | { op: 'remove'; path: string }

/** A change that removes the problem, offered under its label. */
export type Repair = { label: string; patch: Patch[] }

/** `n` is the rule's number. An E keeps the document from being run; a W is only shown. */
export type Problem = {
  n: number
  code: string
  level: 'E' | 'W'
  step?: StepId
  path: string
  text: string
  repairs: Repair[]
}

export function pathTo(...keys: (string | number)[]): string {
  let path = ''
  for (const key of keys) path += `/${pointerPart(key)}`
  return path
}

/** Begins the path of something inside a step. */
export const inStep = (id: StepId, ...keys: (string | number)[]): string => pathTo('steps', id, ...keys)

export const put = (path: string, value: Json): Patch => ({ op: 'replace', path, value })
export const add = (path: string, value: Json): Patch => ({ op: 'add', path, value })
export const remove = (path: string): Patch => ({ op: 'remove', path })
