import { type ParseProblem, type Problem, parse, type Repair } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { jsonTexts } from './json.texts.ts'
import { type Range, rangeOf, type Tree } from './source-ranges.ts'
import { type SyntaxFault, syntaxFault } from './syntax-fault.ts'

/** What can be done about a fault: a change of the text here, or a repair of the document. */
export type Mend = { label: string } & ({ edit: Range & { insert: string } } | { repair: Pick<Repair, 'patch'> })

/** Something wrong at a place of the text. */
export type Fault = Range & { level: 'E' | 'W'; text: string; mends: Mend[] }

/** A text as it was read: the document it holds, or why it holds none. */
export type Reading = { ok: true; doc: FlowDoc; problems: ParseProblem[] } | { ok: false; fault: SyntaxFault }

/** The longest text a workflow may have. */
export const LARGEST = 256 * 1024

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a text as a workflow. It holds one only if it is the JSON of an object. */
export function readText(text: string): Reading {
  if (text.length > LARGEST) return { ok: false, fault: { from: 0, to: 0, text: jsonTexts.tooLarge } }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, fault: syntaxFault(text) ?? { from: 0, to: 0, text: jsonTexts.notObject } }
  }
  if (!isObject(value)) return { ok: false, fault: { from: 0, to: text.length, text: jsonTexts.notObject } }
  return { ok: true, ...parse(value) }
}

export const faultOf = ({ from, to, text, mend }: SyntaxFault): Fault => ({
  from,
  to,
  level: 'E',
  text,
  mends: mend ? [mend] : [],
})

/** What could not be taken over, and what is wrong with the document that was read, each at its place. */
export function faultsOf(
  tree: Tree,
  slice: (from: number, to: number) => string,
  shape: readonly ParseProblem[],
  problems: readonly Problem[],
): Fault[] {
  const place = (path: string) => rangeOf(tree, slice, path)
  const dropped = shape.map(
    ({ path, text, code }): Fault => ({ ...place(path), level: code === 'changed' ? 'W' : 'E', text, mends: [] }),
  )
  const meant = problems.map(
    ({ path, level, text, repairs }): Fault => ({
      ...place(path),
      level,
      text,
      mends: repairs.map(({ label, patch }) => ({ label, repair: { patch } })),
    }),
  )
  return [...dropped, ...meant].toSorted((a, b) => a.from - b.from)
}
