import { readFile } from 'node:fs/promises'
import type { Scratch } from '../../../core/confined/scratch.ts'
import { doStep, type Outcome, type Work, withContent } from './note.ts'
import { readingOf, readOffice } from './office/read-office.ts'
import { textOfPdf } from './pdf.ts'
import { isPdf, isText } from './readable.ts'
import { insertTexts, partsOf, refOf } from './text-parts.ts'

/** What is searched of a document. */
const MAX_BYTES = 1_048_576

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
    return {
      state: 'done',
      change: { text_cut: isCut },
      keep: (tx) => insertTexts(tx, refOf(work), partsOf(bytes, isPdf(work.version))),
    }
  })
