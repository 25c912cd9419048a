import { readFile } from 'node:fs/promises'
import type { Scratch } from '../../../core/confined/scratch.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { doStep, type Outcome, type Work, withContent } from './note.ts'
import { readingOf, readOffice } from './office/read-office.ts'
import { textOfPdf } from './pdf.ts'
import { isText } from './readable.ts'

/** What is searched of a document, and how it is cut: the database indexes no longer texts. */
const MAX_BYTES = 1_048_576
const PART_BYTES = 262_144

/** What follows the first byte of a character; what only looks like text may have it without end. */
const MAX_CONTINUATIONS = 3
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

/** Where the character begins that this place lies in. */
function betweenCharacters(bytes: Buffer, place: number): number {
  let at = place
  while (at > place - MAX_CONTINUATIONS && isContinuation(bytes[at])) at--
  return at
}

/** In parts that end between characters; a NUL, which the database cannot keep, reads as a blank. */
export function partsOf(bytes: Buffer): string[] {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = betweenCharacters(bytes, Math.min(start + PART_BYTES, bytes.length))
    parts.push(bytes.subarray(start, end).toString('utf8').replaceAll('\0', ' '))
    start = end
  }
  return parts
}

export async function insertTexts(
  { db, tenantId: tenant_id }: TenantTx,
  { documentId: document_id, version: { number } }: Work,
  bytes: Buffer,
  firstPart = 0,
): Promise<void> {
  const rows = partsOf(bytes).map((content, n) => ({ tenant_id, document_id, number, part: firstPart + n, content }))
  await db.insertInto('document_texts').values(rows).execute()
}

interface Text {
  bytes: Buffer
  isCut: boolean
}

async function plainText({ file }: Scratch, size: number): Promise<Text> {
  return { bytes: await readFile(file), isCut: size > MAX_BYTES }
}

async function officeText(scratch: Scratch, reading: Parameters<typeof readOffice>[1]): Promise<Text> {
  const bytes = Buffer.from((await readOffice(scratch, reading)).text)
  return { bytes: bytes.subarray(0, MAX_BYTES), isCut: bytes.length > MAX_BYTES }
}

async function pdfText(scratch: Scratch): Promise<Text> {
  const { output, isCut } = await textOfPdf(scratch, MAX_BYTES)
  return { bytes: output, isCut }
}

function textOf(work: Work): Promise<Text> {
  const { version } = work
  if (isText(version)) return withContent(work, (scratch) => plainText(scratch, version.size), MAX_BYTES)
  const reading = readingOf(version)
  return withContent(work, (scratch) => (reading ? officeText(scratch, reading) : pdfText(scratch)))
}

export const keepText = (work: Work): Promise<void> =>
  doStep('text', work, async (): Promise<Outcome> => {
    const { bytes, isCut } = await textOf(work)
    if (bytes.toString('utf8').trim() === '') return { state: 'none' }
    return { state: 'done', change: { text_cut: isCut }, keep: (tx) => insertTexts(tx, work, bytes) }
  })
