import type { SearchMatch } from '@throughline/contracts/search'
import type { SearchTerm } from '@throughline/contracts/search-query'
import { rangesIn, runsOf, type TextRange, type TextRun } from '@throughline/contracts/search-words'
import type { SearchedThing } from './kinds/kind.ts'

const BEFORE = 60
const MAX_SHOWN = 200

interface Snippet {
  text: string
  ranges: TextRange[]
}

/** A piece of a text around the first place that matches; line breaks read as blanks. */
export function snippetOf(text: string, ranges: readonly TextRange[]): Snippet {
  const [first] = ranges
  const near = Math.max(0, (first?.[0] ?? 0) - BEFORE)
  // Not in the middle of a word, as far as one begins nearby.
  const blank = near === 0 ? -1 : text.slice(near, first?.[0]).search(/\s/)
  const start = near + blank + 1
  const end = Math.min(text.length, start + MAX_SHOWN)
  return {
    text: text.slice(start, end).replaceAll(/\s/g, ' '),
    ranges: ranges.flatMap(([from, to]): TextRange[] => {
      const [a, b] = [Math.max(from, start) - start, Math.min(to, end) - start]
      return a < b ? [[a, b]] : []
    }),
  }
}

const isIn = (text: string | readonly TextRun[], term: SearchTerm) => rangesIn(text, [term]).length > 0

/** Why it was found: by its name where that says all, else by the text that says most of what is left. */
export function matchOf(thing: SearchedThing, name: string, terms: readonly SearchTerm[]) {
  const name_ranges = rangesIn(name, terms)
  const missing = terms.filter((term) => !isIn(`${name}\n${thing.code ?? ''}`, term))
  let best: { found: number; match: SearchMatch } | undefined
  for (const { source, text, label = '' } of missing.length > 0 ? thing.sections : []) {
    const cut = [...runsOf(text)]
    const found = missing.filter((term) => isIn(cut, term)).length
    if (found > (best?.found ?? 0)) best = { found, match: { source, label, ...snippetOf(text, rangesIn(cut, terms)) } }
    if (found === missing.length) break
  }
  const match: SearchMatch = best?.match ?? { source: 'title', label: '', text: '', ranges: [] }
  return { name_ranges, match }
}

/** Whether texts say every phrase somewhere, and nowhere what is excluded: that very word, not one that is like it. */
export const saysExactly = (texts: readonly string[], terms: readonly SearchTerm[]): boolean =>
  terms.every((term) => {
    const isSaid = texts.some((text) => isIn(text, { ...term, isPhrase: true }))
    return term.isExcluded ? !isSaid : !term.isPhrase || isSaid
  })
