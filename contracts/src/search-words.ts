/**
 * How texts and searches are cut into words, the same on both sides of the wire. No schema and no other module is
 * imported here, so that a page can mark matches without loading anything else.
 */

/** Longer words are compared by their beginning: a lexeme of the database has an end, too. */
const MAX_WORD = 64
/** So much of a word is folded: with accents on every letter still more than is kept, and little to put in order. */
const MAX_FOLDED = 512
/** A run with more pieces than this is no code that anybody types joined. */
const MAX_JOINED = 8

/** One word of a text, and where it stands there. */
export interface TextWord {
  start: number
  end: number
  /** Folded; a word with umlauts also as it is written without them. */
  forms: readonly string[]
}

/** Words that stand together without a blank, such as `INV-20391` or `1,250.00`, and what they are when joined. */
export interface TextRun {
  words: readonly TextWord[]
  joined: readonly string[]
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*/gu
const NOT_IN_WORDS = /[^\p{L}\p{N}]+/gu
/** What joins two words to one code, name or amount. */
const CONNECTORS = new Set("-‐‑–._/\\'’ʼ,:&+@#~=")
const SPELT_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', æ: 'ae', œ: 'oe', å: 'aa' }

/** Nearly all words of most texts; they need no more than lower case. */
const PLAIN = /^[a-z0-9]*$/i

/** Case, accents, ligatures and width do not count. By upper case first, so that ß is ss. */
export function foldWord(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase().slice(0, MAX_WORD)
  const cased = word.slice(0, MAX_FOLDED).normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  const bare = cased.normalize('NFD').replaceAll(NOT_IN_WORDS, '').normalize('NFC')
  return bare.slice(0, MAX_WORD).replace(/[\uD800-\uDBFF]$/, '')
}

function formsOf(word: string): string[] {
  const folded = foldWord(word)
  if (PLAIN.test(word)) return [folded]
  const spelt = word
    .slice(0, MAX_FOLDED)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüøæœå]/g, (letter) => SPELT_OUT[letter] ?? letter)
  const other = foldWord(spelt)
  return other === folded ? [folded] : [folded, other]
}

/** Letters and digits that touch are words of their own, so that 20391 is found in INV20391; in a checksum they are not. */
const PIECES = /\p{N}+|[^\p{N}]+/gu
const MAX_PIECES = 3

function wordsIn(text: string, start: number): TextWord[] {
  const pieces = text.length <= MAX_FOLDED && /\p{N}/u.test(text) ? [...text.matchAll(PIECES)] : []
  const cut = pieces.length > 1 && pieces.length <= MAX_PIECES
  const found = cut
    ? pieces.map(({ 0: piece, index }) => ({ start: start + index, end: start + index + piece.length, text: piece }))
    : [{ start, end: start + text.length, text }]
  return found
    .map(({ text: word, ...place }) => ({ ...place, forms: formsOf(word) }))
    .filter(({ forms }) => forms[0] !== '')
}

/** The whole, and each two neighbours: `20391-b` is found in `INV-20391-B`. */
function joinedOf(words: readonly TextWord[]): string[] {
  if (words.length < 2 || words.length > MAX_JOINED) return []
  const plain = words.map(({ forms }) => forms[0] ?? '')
  const pairs = plain.slice(1).map((word, index) => `${plain[index] ?? ''}${word}`)
  const joined = new Set([...pairs, plain.join('')].map((word) => word.slice(0, MAX_WORD)))
  const amount = wholeAmount(words)
  if (amount !== undefined) joined.add(amount)
  return [...joined]
}

/** Of `1,250,000.50` the amount without what separates its thousands: 1250000. */
function wholeAmount(words: readonly TextWord[]): string | undefined {
  const digits = words.map(({ forms }) => forms[0] ?? '')
  if (!digits.every((part) => /^[0-9]+$/.test(part)) || (digits[0] ?? '').length > 3) return undefined
  const cents = (digits.at(-1) ?? '').length === 3 ? undefined : digits.pop()
  const isAmount = digits.length > 1 && digits.slice(1).every((part) => part.length === 3)
  return isAmount && (cents === undefined || cents.length <= 2) ? digits.join('') : undefined
}

/** The words of a text in their order. */
export function* runsOf(text: string): Generator<TextRun> {
  let words: TextWord[] = []
  let end = -1
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const touches = words.length > 0 && index === end + 1 && CONNECTORS.has(text[end] ?? '')
    if (!touches && words.length > 0) {
      yield { words, joined: joinedOf(words) }
      words = []
    }
    words.push(...wordsIn(found, index))
    end = index + found.length
  }
  if (words.length > 0) yield { words, joined: joinedOf(words) }
}

/** Where a text matches: character positions from and up to. */
export type TextRange = [start: number, end: number]

/** Enough of a beginning in common to be forms of one word, where the stems are not at hand: only what is marked depends on it. */
function areAlike(one: string, other: string): boolean {
  // 2039 is no form of 20391.
  if (/\p{N}/u.test(one)) return false
  const least = Math.max(4, Math.min(one.length, other.length) - 2)
  return (
    Math.abs(one.length - other.length) <= 3 && one.slice(0, least) === other.slice(0, least) && least <= one.length
  )
}

/** What is searched for, as far as a text is marked by it. */
export interface MarkedTerm {
  /** Its words in order, each in all its forms. */
  words: readonly (readonly string[])[]
  joined: string | undefined
  isPhrase: boolean
  isBeginning: boolean
}

const isSame = (word: TextWord, forms: readonly string[], term: MarkedTerm, isLast: boolean) =>
  word.forms.some((form) =>
    forms.some(
      (wanted) =>
        form === wanted ||
        (isLast && term.isBeginning && wanted.length >= MIN_BEGINNING && form.startsWith(wanted)) ||
        (!term.isPhrase && areAlike(form, wanted)),
    ),
  )

/** From how many letters on the last word of a search counts as a beginning. */
export const MIN_BEGINNING = 3

function* phraseIn(words: readonly TextWord[], term: MarkedTerm): Generator<TextRange> {
  const { length } = term.words
  for (let at = 0; at + length <= words.length; at++) {
    const isHere = term.words.every((forms, n) => {
      const word = words[at + n]
      return word !== undefined && isSame(word, forms, term, n === length - 1)
    })
    const [first, last] = [words[at], words[at + length - 1]]
    if (isHere && first && last) yield [first.start, last.end]
  }
}

function merged(ranges: TextRange[]): TextRange[] {
  const made: TextRange[] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = made.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else made.push([start, end])
  }
  return made
}

/** Where a text says what is searched for, in order. A text that is asked about often is cut once, by `runsOf`. */
export function rangesIn(text: string | readonly TextRun[], terms: readonly MarkedTerm[]): TextRange[] {
  const found: TextRange[] = []
  const words: TextWord[] = []
  for (const run of typeof text === 'string' ? runsOf(text) : text) {
    words.push(...run.words)
    const [first, last] = [run.words[0], run.words.at(-1)]
    const isJoined = terms.some(({ joined }) => joined !== undefined && run.joined.includes(joined))
    if (isJoined && first && last) found.push([first.start, last.end])
  }
  for (const term of terms) {
    if (term.words.length === 1 || term.isPhrase) found.push(...phraseIn(words, term))
    // Of a code such as INV-20391 only its end may be unfinished: `inv` alone begins no other word.
    else
      for (const [n, forms] of term.words.entries()) {
        const isBeginning = term.isBeginning && n === term.words.length - 1
        found.push(...phraseIn(words, { ...term, words: [forms], isBeginning }))
      }
  }
  return merged(found)
}
