import { sql } from 'kysely'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { languagesOf } from '../../../core/search/language.ts'
import { bareVectorOf, stemsOf, tokensOf, type Vocabulary, wordsIn } from '../../../core/search/lexemes.ts'
import type { Work } from './note.ts'

/** Enough to find the page of a word without reading the whole text. */
const PART_BYTES = 16_384
/** What was read from pictures of pages stands behind the text, a part for each page. */
const FIRST_OCR_PART = 100_000
const PAGE_END = 0x0c
/** The beginning of what follows counts as said here, too: a phrase may run over the end of a part. It is longer than a search. */
export const OVERLAP = 600

export interface TextPart {
  part: number
  content: string
  /** Null where the file has no pages. */
  first_page: number | null
}

/** The version that a text belongs to. */
export interface VersionRef {
  id: string
  number: number
}
export const refOf = ({ documentId, version }: Work): VersionRef => ({ id: documentId, number: version.number })

/** What follows the first byte of a character; what only looks like text may have it without end. */
const MAX_CONTINUATIONS = 3
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

/** Where the character begins that this place lies in. */
function betweenCharacters(bytes: Buffer, place: number): number {
  let at = place
  while (at > place - MAX_CONTINUATIONS && isContinuation(bytes[at])) at--
  return at
}

/** Behind the last page that ends within this part; a longer page is cut. */
function endOfPart(bytes: Buffer, start: number, isPaged: boolean): number {
  const most = Math.min(start + PART_BYTES, bytes.length)
  if (most === bytes.length) return most
  const pageEnd = isPaged ? bytes.subarray(start, most).lastIndexOf(PAGE_END) : -1
  return pageEnd >= 0 ? start + pageEnd + 1 : betweenCharacters(bytes, most)
}

const pagesIn = (bytes: Buffer) => bytes.reduce((count, byte) => (byte === PAGE_END ? count + 1 : count), 0)

/** In parts that end between characters, and between pages where there are any; a NUL, which the database cannot keep, reads as a blank. */
export function partsOf(bytes: Buffer, isPaged: boolean): TextPart[] {
  const parts: TextPart[] = []
  let page = 1
  for (let start = 0; start < bytes.length; ) {
    const end = endOfPart(bytes, start, isPaged)
    const piece = bytes.subarray(start, end)
    const content = piece.toString('utf8').replaceAll('\0', ' ')
    parts.push({ part: parts.length, content, first_page: isPaged ? page : null })
    if (isPaged) page += pagesIn(piece)
    start = end
  }
  return parts
}

/** Whether it was read from the picture of a page. */
export const isScanned = ({ part }: Pick<TextPart, 'part'>): boolean => part >= FIRST_OCR_PART

export const ocrPart = (page: number, content: string): TextPart => ({
  part: FIRST_OCR_PART + page,
  content: content.replaceAll('\0', ' '),
  first_page: page,
})

/** The lexemes only say in which part a word stands; the index of all files has its own. */
async function lexemesOf({ db }: TenantTx, content: string): Promise<string> {
  const tokens = tokensOf([{ text: content, weight: 'D' }])
  const words = wordsIn(tokens)
  const vocabulary: Vocabulary = await Promise.all(
    languagesOf(words).map(async (language) => [language, await stemsOf(db, language, words)] as const),
  )
  return bareVectorOf(tokens, vocabulary, '')
}

/** The text of a picture ends with it. */
export async function insertTexts(tx: TenantTx, { id, number }: VersionRef, parts: readonly TextPart[]): Promise<void> {
  for (const [n, { part, content, first_page }] of parts.entries()) {
    const next = isScanned({ part }) ? '' : (parts[n + 1]?.content ?? '').slice(0, OVERLAP)
    await sql`insert into document_texts (tenant_id, document_id, number, part, content, first_page, lexemes)
      values (${tx.tenantId}, ${id}, ${number}, ${part}, ${content}, ${first_page},
        ${await lexemesOf(tx, `${content}${next}`)}::tsvector)`.execute(tx.db)
  }
}
