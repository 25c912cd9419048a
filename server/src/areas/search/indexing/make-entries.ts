import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { runsOf } from '@throughline/contracts/search-words'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { type Language, languagesOf } from '../../../core/search/language.ts'
import {
  bareVectorOf,
  stemsOf,
  type Tokens,
  tokensOf,
  type Vocabulary,
  vectorOf,
  type WeightedText,
  wordsIn,
} from '../../../core/search/lexemes.ts'
import { OVERLAP } from '../../documents/documents.public.ts'
import type { SearchedThing } from '../kinds/kind.ts'
import type { Entry } from './entries.queries.ts'

/** Counted up when the same text makes other entries: all workspaces are then indexed anew. */
export const INDEX_VERSION = 2

/** What is looked through and ranked by, of the title and of what follows it. */
const HEAD_CHARACTERS = 1_000
/** Of a file's text, what stands with its name and comments; the rest has parts of its own, which are seldom written. */
export const BODY_BEGINNING = 16_384
const PART_CHARACTERS = 262_144
const MAX_TITLE = 400
const MAX_KEY = 200
/** A batch of texts is cut while other work of the process waits. */
const BREATH = 65_536

/** As a person types the whole name or number. */
export const keyOf = (text: string, between: string): string =>
  [...runsOf(text)]
    .flatMap(({ words }) => words.map(({ forms }) => forms[0] ?? ''))
    .join(between)
    .slice(0, MAX_KEY)

export interface Draft {
  thing: SearchedThing
  part: number
  hash: Buffer
  texts: readonly WeightedText[]
}

const hashOf = (...parts: unknown[]) =>
  createHash('sha256')
    .update(JSON.stringify([INDEX_VERSION, ...parts]))
    .digest()
    .subarray(0, 16)

const nameOf = ({ title, code = '' }: SearchedThing): WeightedText => ({ text: `${title}\n${code}`, weight: 'A' })

/** The thing itself. Of a file the key of its text stands for the text, which need not be read to see that it is the same. */
export const hashOfThing = ({ title, code, sections, workflowId, ownerId }: SearchedThing, bodyKey: string): Buffer =>
  hashOf(
    title,
    code,
    sections.map(({ source, text }) => ({ source, text })),
    workflowId,
    ownerId,
    bodyKey,
  )

export const hashOfBody = ({ title, workflowId }: SearchedThing, bodyKey: string, part: number): Buffer =>
  hashOf(title, workflowId, bodyKey, part)

export const draftOfThing = (thing: SearchedThing, hash: Buffer, bodyBeginning: string): Draft => ({
  thing,
  part: 0,
  hash,
  texts: [
    nameOf(thing),
    ...thing.sections.map(({ text }): WeightedText => ({ text, weight: 'B' })),
    { text: bodyBeginning, weight: 'D' },
  ],
})

/** Further parts of a long text, each with the name, so that words of both are found together, and with the beginning of the next. */
export function draftsOfBody(thing: SearchedThing, bodyKey: string, body: string): Draft[] {
  if (body.length <= BODY_BEGINNING) return []
  return Array.from({ length: Math.ceil(body.length / PART_CHARACTERS) }, (_, n) => ({
    thing,
    part: n + 1,
    hash: hashOfBody(thing, bodyKey, n + 1),
    texts: [nameOf(thing), { text: body.slice(n * PART_CHARACTERS, (n + 1) * PART_CHARACTERS + OVERLAP), weight: 'D' }],
  }))
}

function beginningOf(texts: readonly WeightedText[]): WeightedText[] {
  const [name, ...others] = texts
  let room = HEAD_CHARACTERS
  const rest = others.flatMap(({ text, weight }) => {
    const cut = text.slice(0, room)
    room -= cut.length
    return cut === '' ? [] : [{ text: cut, weight }]
  })
  return name ? [{ ...name, text: name.text.slice(0, HEAD_CHARACTERS) }, ...rest] : rest
}

interface Cut {
  draft: Draft
  tokens: Tokens
  head: Tokens
  languages: readonly Language[]
}

async function cutAll(drafts: readonly Draft[]): Promise<Cut[]> {
  const cuts: Cut[] = []
  let characters = 0
  for (const draft of drafts) {
    const tokens = tokensOf(draft.texts)
    cuts.push({ draft, tokens, head: tokensOf(beginningOf(draft.texts)), languages: languagesOf(wordsIn(tokens)) })
    characters += draft.texts.reduce((sum, { text }) => sum + text.length, 0)
    if (characters > BREATH) {
      await setImmediate()
      characters = 0
    }
  }
  return cuts
}

/** The stems of all words, asked for once in each language. */
async function stemsIn(db: Db, cuts: readonly Cut[]): Promise<ReadonlyMap<Language, ReadonlyMap<string, string>>> {
  const words = new Map<Language, Set<string>>()
  for (const { tokens, languages } of cuts)
    for (const language of languages) {
      const known = words.get(language) ?? new Set()
      for (const word of wordsIn(tokens)) known.add(word)
      words.set(language, known)
    }
  const stems = new Map<Language, ReadonlyMap<string, string>>()
  for (const [language, known] of words) stems.set(language, await stemsOf(db, language, [...known]))
  return stems
}

export async function entriesOf(db: Db, letter: string, drafts: readonly Draft[]): Promise<Entry[]> {
  const cuts = await cutAll(drafts)
  const stems = await stemsIn(db, cuts)
  return cuts.map(({ draft: { thing, part, hash }, tokens, head, languages }) => {
    const vocabulary: Vocabulary = languages.map((language) => [language, stems.get(language) ?? new Map()])
    return {
      entity_id: thing.id,
      part,
      title: thing.title.slice(0, MAX_TITLE),
      code: keyOf(thing.code ?? '', ''),
      name_key: keyOf(thing.title, ' '),
      head: vectorOf(head, vocabulary, letter),
      tsv: bareVectorOf(tokens, vocabulary, letter),
      workflow_id: thing.workflowId ?? null,
      owner_id: thing.ownerId ?? null,
      content_hash: hash,
      changed_at: thing.changedAt,
    }
  })
}
