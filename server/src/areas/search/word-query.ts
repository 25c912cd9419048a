import { type SearchQuery, type SearchTerm } from '@throughline/contracts/search-query'
import { MIN_BEGINNING } from '@throughline/contracts/search-words'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { isStopWord, LANGUAGE_LETTERS, LANGUAGES } from '../../core/search/language.ts'
import { stemLexeme } from '../../core/search/lexemes.ts'

/** The marked stems of each word, in every language: in which a text is written is not known when it is asked for. */
export type QueryStems = ReadonlyMap<string, readonly string[]>

export async function stemsOfQuery(db: Db, { terms }: SearchQuery): Promise<QueryStems> {
  const words = [...new Set(terms.flatMap(({ words: forms }) => forms.flat()))]
  if (words.length === 0) return new Map()
  const stems = sql.join(
    LANGUAGE_LETTERS.map(
      (letter) => sql`(ts_lexize(${sql.lit(LANGUAGES[letter].dictionary)}::regdictionary, w.word))[1]`,
    ),
  )
  const { rows } = await sql<{ word: string; stems: (string | null)[] }>`
    select w.word, array[${stems}]::text[] as stems from unnest(${words}::text[]) w (word)`.execute(db)
  return new Map(
    rows.map(({ word, stems: found }) => [
      word,
      LANGUAGE_LETTERS.flatMap((letter, n) => {
        const stem = found[n]
        return stem ? stemLexeme(letter, stem) : []
      }),
    ]),
  )
}

interface Writing {
  prefix: string
  /** A label of weights, such as A. */
  label: string
  stems: QueryStems
}

/** Lexemes hold letters, digits and the mark of stems: nothing that means something to a query. */
function lexeme({ prefix, label }: Writing, word: string, isBeginning: boolean): string {
  const suffix = `${isBeginning ? '*' : ''}${label}`
  return `'${prefix}${word}'${suffix === '' ? '' : `:${suffix}`}`
}

const anyOf = (choices: readonly string[]) => (choices.length === 1 ? (choices[0] ?? '') : `(${choices.join(' | ')})`)

function wordQuery(writing: Writing, forms: readonly string[], { isPhrase, isBeginning }: SearchTerm, isLast: boolean) {
  const begins = (word: string) => isBeginning && isLast && word.length >= MIN_BEGINNING
  const words = forms.map((word) => lexeme(writing, word, begins(word)))
  const stems = isPhrase ? [] : forms.flatMap((word) => writing.stems.get(word) ?? [])
  return anyOf([...words, ...new Set(stems.map((stem) => lexeme(writing, stem, false)))])
}

function termQuery(writing: Writing, term: SearchTerm): string {
  const parts = term.words.map((forms, n) => wordQuery(writing, forms, term, n === term.words.length - 1))
  const all = parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' & ')})`
  const { joined } = term
  const wanted = joined === undefined ? all : anyOf([lexeme(writing, joined, term.isBeginning), all])
  return term.isExcluded ? `!${wanted}` : wanted
}

const isFiller = ({ words, isPhrase }: SearchTerm) => !isPhrase && words.length === 1 && isStopWord(words[0]?.[0] ?? '')

/** What must be found. Words that say nothing by themselves are left out where others are left. */
export function wantedTerms({ terms }: SearchQuery): readonly SearchTerm[] {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded)
  const telling = wanted.filter((term) => !isFiller(term))
  return telling.length > 0 ? telling : wanted
}

export const excludedTerms = ({ terms }: SearchQuery): readonly SearchTerm[] =>
  terms.filter(({ isExcluded }) => isExcluded)

/** As the database reads a query; empty where nothing is to be found. */
export function queryText(query: SearchQuery, stems: QueryStems, prefix: string, label = ''): string {
  const writing = { prefix, label, stems }
  const wanted = wantedTerms(query)
  if (wanted.length === 0) return ''
  return [...wanted, ...(label === '' ? excludedTerms(query) : [])].map((term) => termQuery(writing, term)).join(' & ')
}

/** Any of the words, for where a text says at least one of them. */
export const anyWordText = (terms: readonly SearchTerm[], stems: QueryStems): string =>
  terms.map((term) => termQuery({ prefix: '', label: '', stems }, { ...term, isExcluded: false })).join(' | ')
