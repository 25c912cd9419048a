import type { SearchTerm } from '@throughline/contracts/search-query'
import { runsOf } from '@throughline/contracts/search-words'

const MAX_SUGGESTIONS = 3
const MAX_MISTAKES = 2

/** How many letters have to be changed, added, left out or swapped; no further than a few. */
function mistakesBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_MISTAKES) return MAX_MISTAKES + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}

const wordsOf = (name: string) =>
  [...runsOf(name)].flatMap(({ words }) =>
    words.map(({ start, end, forms }) => ({ text: name.slice(start, end), word: forms[0] ?? '' })),
  )

/** What was probably meant: the search with each unknown word put as it stands in these names, which the viewer sees. */
export function suggestionsOf(terms: readonly SearchTerm[], names: readonly string[]): string[] {
  const made = new Set<string>()
  for (const name of names) {
    const words = wordsOf(name)
    let isChanged = false
    const meant = terms.map((term) => {
      const typed = term.words.length === 1 ? (term.words[0]?.[0] ?? '') : ''
      if (typed.length < 3 || words.some(({ word }) => word === typed)) return term.text
      const [best] = words
        .map(({ text, word }) => ({ text, mistakes: mistakesBetween(typed, word) }))
        .sort((a, b) => a.mistakes - b.mistakes)
      if (!best || best.mistakes > MAX_MISTAKES || best.mistakes >= typed.length - 1) return term.text
      isChanged = true
      return best.text.toLowerCase()
    })
    if (isChanged) made.add(meant.join(' '))
    if (made.size === MAX_SUGGESTIONS) break
  }
  return [...made]
}
