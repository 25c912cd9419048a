import { texts } from '../audit.texts.ts'

export type Change = { name: string; before: string; after: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const objectAt = (data: Record<string, unknown>, key: string) => {
  const found = data[key]
  return isObject(found) ? found : {}
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.row.nothing
  if (typeof value === 'boolean') return value ? texts.row.yes : texts.row.no
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** What an act says about before and after, one line for each thing that differs. */
export function changesOf(data: Record<string, unknown>): Change[] {
  const before = objectAt(data, 'before')
  const after = objectAt(data, 'after')
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, before: inWords(before[name]), after: inWords(after[name]) }))
    .filter((change) => change.before !== change.after)
}

/** Further facts of the act. */
export const factsOf = (data: Record<string, unknown>): [string, string][] =>
  Object.entries(data)
    .filter(([name]) => !['name', 'before', 'after', 'open'].includes(name))
    .map(([name, value]) => [name, inWords(value)])
