import type { WorkflowInput } from '@throughline/contracts/workflows'
import { syntaxFault } from '../json/syntax-fault.ts'

type ReadJson = { ok: true; value: WorkflowInput } | { ok: false; line: number; column: number; reason: string }

const isObject = (value: unknown): value is WorkflowInput =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON object, or where the text stops being one. */
export function readJson(text: string): ReadJson {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return { ok: true, value }
    return { ok: false, line: 1, column: 1, reason: 'an object in { } is needed' }
  } catch {
    const { from, text: reason } = syntaxFault(text) ?? { from: text.length, text: '' }
    return { ok: false, ...positionIn(text, from), reason }
  }
}

/** Where in a text a character stands, both from 1. */
function positionIn(text: string, position: number) {
  const before = text.slice(0, position).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
