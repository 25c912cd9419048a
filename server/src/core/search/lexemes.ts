import { runsOf } from '@throughline/contracts/search-words'
import { sql } from 'kysely'
import type { Db } from '../db/bound-kysely.ts'
import { LANGUAGES, type Language } from './language.ts'

type Weight = 'A' | 'B' | 'D'

export interface WeightedText {
  text: string
  weight: Weight
}

interface Token {
  lexeme: string
  position: number
  weight: Weight
  /** A word that has a stem; what was joined has none. */
  isWord: boolean
}

/** What the database takes in one vector, with room for its own bytes; only a text made for it has more. */
const MAX_BYTES = 900_000
const MAX_POSITION = 16_383
/** Of one lexeme; the database keeps no more. */
const MAX_POSITIONS = 200
/** Between texts, so that no phrase begins in one and ends in the next. */
const GAP = 10

/** Cuts texts into lexemes, in order. */
export function tokensOf(texts: readonly WeightedText[]): Tokens {
  const tokens: Token[] = []
  let position = 0
  for (const { text, weight } of texts) {
    for (const { words, joined } of runsOf(text)) {
      const first = position + 1
      for (const { forms } of words) {
        position++
        for (const lexeme of forms) tokens.push({ lexeme, position, weight, isWord: true })
      }
      for (const lexeme of joined) tokens.push({ lexeme, position: first, weight, isWord: false })
    }
    position += GAP
  }
  return tokens
}

export type Tokens = readonly Token[]

export const wordsIn = (tokens: Tokens): string[] => [
  ...new Set(tokens.flatMap(({ lexeme, isWord }) => (isWord ? lexeme : []))),
]

/** What a word is without its ending, in one language; stop words have none. */
export async function stemsOf(db: Db, language: Language, words: readonly string[]): Promise<Map<string, string>> {
  const lettered = words.filter((word) => /^[^\p{N}]{3,}$/u.test(word))
  if (lettered.length === 0) return new Map()
  const { dictionary } = LANGUAGES[language]
  const { rows } = await sql<{ word: string; stem: string | null }>`
    select w.word, (ts_lexize(${dictionary}::regdictionary, w.word))[1] as stem from unnest(${lettered}::text[]) w (word)`.execute(
    db,
  )
  return new Map(rows.flatMap(({ word, stem }) => (stem ? [[word, stem]] : [])))
}

/** Marked by its language and a sign that no word has, so that a stem never passes for a word. */
export const stemLexeme = (language: Language, stem: string): string => `~${language}${stem}`

/** Stems by word, in each language that a text may be in. */
export type Vocabulary = readonly (readonly [language: Language, stems: ReadonlyMap<string, string>])[]

function lexemesOf({ lexeme, isWord }: Token, vocabulary: Vocabulary): string[] {
  if (!isWord) return [lexeme]
  const stems = vocabulary.flatMap(([language, known]) => {
    const stem = known.get(lexeme)
    return stem === undefined ? [] : stemLexeme(language, stem)
  })
  return [lexeme, ...stems]
}

/** As the database reads a vector. Lexemes have no character that would need more than quotes. */
export function vectorOf(tokens: Tokens, vocabulary: Vocabulary, prefix: string): string {
  const places = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.position > MAX_POSITION) break
    for (const lexeme of lexemesOf(token, vocabulary)) {
      const known = places.get(lexeme) ?? []
      if (known.length < MAX_POSITIONS) known.push(`${token.position}${token.weight}`)
      places.set(lexeme, known)
    }
  }
  return [...places].map(([lexeme, at]) => `'${prefix}${lexeme}':${at.join(',')}`).join(' ')
}

/** The same without positions, for what is only found by its index. */
export function bareVectorOf(tokens: Tokens, vocabulary: Vocabulary, prefix: string): string {
  const lexemes = new Set<string>()
  let bytes = 0
  for (const token of tokens) {
    for (const lexeme of lexemesOf(token, vocabulary)) {
      if (lexemes.has(lexeme)) continue
      bytes += Buffer.byteLength(lexeme) + prefix.length + 4
      if (bytes > MAX_BYTES) break
      lexemes.add(lexeme)
    }
  }
  return [...lexemes].map((lexeme) => `'${prefix}${lexeme}'`).join(' ')
}
