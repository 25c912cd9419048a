import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runConfined, Unreadable } from '../../../core/confined/run-confined.ts'
import type { Scratch } from '../../../core/confined/scratch.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import { drawFile } from '../../../core/images/draw-picture.ts'
import { textParts } from '../preview/preview.queries.ts'
import { doStep, type Outcome, type Work, withContent } from './note.ts'
import { pageOfPdf } from './pdf.ts'
import { isPicture } from './readable.ts'
import { insertTexts, ocrPart, refOf } from './text-parts.ts'

const LIMITS = { seconds: 25, megabytes: 300, outputBytes: 4 * 1_048_576 }
/** A page of A4 at about 200 dots to the inch. */
const SIDE = 2_400
const MAX_PAGES = 10
/** Together: what was read by then is kept. */
const MAX_MS = 75_000
/** All parts of a text that was not cut. */
const MAX_PARTS = 1_000

/** Below this a word is more likely a stain, or part of a photograph. */
const SURE = 60

const BLOCK = 2
const LINE = 4
const CONFIDENCE = 10
const TEXT = 11

/** The words that the recogniser is sure of, in their lines. */
function wordsOf(table: string): string {
  const lines = new Map<string, string[]>()
  for (const row of table.split('\n').slice(1)) {
    const cells = row.split('\t')
    const word = cells[TEXT]?.trim()
    if (!word || Number(cells[CONFIDENCE]) < SURE) continue
    const line = cells.slice(BLOCK, LINE + 1).join()
    lines.set(line, [...(lines.get(line) ?? []), word])
  }
  return [...lines.values()].map((words) => words.join(' ')).join('\n')
}

/** What reads letters sees only a grey picture that we drew. */
async function recognise(scratch: Scratch, name: string, languages: string): Promise<string> {
  const file = join(scratch.folder, name)
  await writeFile(file, (await drawFile(scratch, SIDE, { colours: 'b-w' })).bytes)
  const { output } = await runConfined('tesseract', [file, 'stdout', '-l', languages, 'tsv'], scratch.folder, LIMITS)
  return wordsOf(output.toString('utf8'))
}

interface ReadPage {
  page: number
  text: string
}

async function recognisePages(scratch: Scratch, pages: readonly number[], languages: string): Promise<ReadPage[]> {
  const read: ReadPage[] = []
  const deadline = Date.now() + MAX_MS
  for (const page of pages) {
    if (Date.now() > deadline) break
    read.push({ page, text: await recognise(await pageOfPdf(scratch, page, SIDE), `grey-${page}.png`, languages) })
  }
  return read
}

/** Those that say nothing by themselves, the first of them. */
function silentPages(text: string, count: number): number[] {
  const said = text.split('\f')
  const all = Array.from({ length: count }, (_, index) => index + 1)
  return all.filter((page) => (said[page - 1] ?? '').trim() === '').slice(0, MAX_PAGES)
}

async function scannedPages({ ctx, scope, documentId, version }: Work): Promise<number[]> {
  if (version.text === 'failed' || version.page_count === null) throw new Unreadable('its pages could not be read')
  if (version.text_cut) return []
  const parts = await readTenant(ctx, scope, ({ db, tenantId }) =>
    textParts(db, tenantId, documentId, version.number, MAX_PARTS),
  )
  return silentPages(parts.map(({ content }) => content).join(''), version.page_count)
}

async function recognised(work: Work): Promise<ReadPage[]> {
  const { OCR_LANGUAGES } = work.ctx.config
  if (isPicture(work.version))
    return [{ page: 1, text: await withContent(work, (scratch) => recognise(scratch, 'grey.png', OCR_LANGUAGES)) }]
  const pages = await scannedPages(work)
  return pages.length > 0 ? await withContent(work, (scratch) => recognisePages(scratch, pages, OCR_LANGUAGES)) : []
}

export const keepOcr = (work: Work): Promise<void> =>
  doStep('ocr', work, async (): Promise<Outcome> => {
    const parts = (await recognised(work))
      .filter(({ text }) => text !== '')
      .map(({ page, text }) => ocrPart(page, text))
    return parts.length === 0 ? { state: 'none' } : { state: 'done', keep: (tx) => insertTexts(tx, refOf(work), parts) }
  })
