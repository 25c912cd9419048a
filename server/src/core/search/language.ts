/** Languages whose endings are known, by their letter in stems. */
export const LANGUAGES = {
  e: {
    dictionary: 'english_stem',
    words: 'the and of to in is for with that on are this be as by from it was or not you have',
  },
  d: {
    dictionary: 'german_stem',
    words: 'der die das und ist nicht mit von zu den fur im auf ein eine des dem sich als auch bei wird',
  },
  f: {
    dictionary: 'french_stem',
    words: 'le la les et des est pour dans une du que qui avec sur pas au par ce nous vous sont',
  },
  s: { dictionary: 'spanish_stem', words: 'el la los las y de que en un una por con para del se no es su al como son' },
  n: {
    dictionary: 'dutch_stem',
    words: 'de het een en van is op te dat voor met niet zijn aan door ook naar bij wordt uit deze',
  },
} as const
export type Language = keyof typeof LANGUAGES
export const LANGUAGE_LETTERS: readonly Language[] = ['e', 'd', 'f', 's', 'n']

const STOP_WORDS = new Map(
  LANGUAGE_LETTERS.map((language) => [language, new Set(LANGUAGES[language].words.split(' '))] as const),
)

/** Words that say nothing by themselves: a search without them finds the same. */
export const isStopWord = (word: string): boolean => [...STOP_WORDS.values()].some((words) => words.has(word))

/** Enough to tell a language by. */
const MAX_WORDS = 400
const MIN_FOUND = 2

/**
 * The language whose commonest words stand in it. A name or a short text may be in any; a long one without such words is
 * a table or a list, and counts as English, which the product is in.
 */
export function languagesOf(words: readonly string[]): readonly Language[] {
  const counts = LANGUAGE_LETTERS.map((language) => {
    const known = STOP_WORDS.get(language)
    return { language, found: words.slice(0, MAX_WORDS).filter((word) => known?.has(word)).length }
  })
  const [best] = counts.sort((a, b) => b.found - a.found)
  if (best && best.found >= MIN_FOUND) return [best.language]
  return words.length < MAX_WORDS ? LANGUAGE_LETTERS : ['e']
}
