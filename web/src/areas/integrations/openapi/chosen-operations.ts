import { type FoundOperation, OPENAPI_LIMITS } from '@throughline/contracts/openapi-tools'
import { texts } from './openapi.texts.ts'

/** What reads and what takes a key: a retry of these does nothing twice. */
export const chosenByDefault = (operations: readonly FoundOperation[]): ReadonlySet<string> =>
  new Set(
    operations
      .filter(({ repeat, problem }) => repeat !== 'once' && problem === null)
      .slice(0, OPENAPI_LIMITS.chosen)
      .map(({ name }) => name),
  )

export const fits = ({ title, name, path, tag }: FoundOperation, words: string): boolean =>
  [title, name, path, tag].some((text) => text.toLowerCase().includes(words.toLowerCase()))

/** By tag, in the order of the document; what has none comes last. */
export function groupedByTag(operations: readonly FoundOperation[]) {
  const groups = [...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, rows]) => ({ tag, rows }))
  return groups.toSorted((a, b) => Number(a.tag === '') - Number(b.tag === ''))
}

/** "6 in, 3 out". */
export const insAndOuts = ({ inputs, outputs }: FoundOperation): string =>
  [
    inputs > 0 ? texts.found.ins(inputs) : '',
    outputs === 'list' ? texts.found.list : outputs > 0 ? texts.found.outs(outputs) : '',
  ]
    .filter((text) => text !== '')
    .join(', ')
