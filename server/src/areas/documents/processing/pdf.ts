import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Confined, runConfined, Unreadable } from '../../../core/confined/run-confined.ts'
import type { Scratch } from '../../../core/confined/scratch.ts'

const LIMITS = { seconds: 30, megabytes: 200, outputBytes: 65_536 }
const MAX_PAGES = 500

export async function pagesOf({ folder, file }: Scratch): Promise<number> {
  const { output } = await runConfined('pdfinfo', [file], folder, LIMITS)
  const pages = Number(/^Pages:\s+(\d+)$/m.exec(output.toString('utf8'))?.[1])
  if (!Number.isSafeInteger(pages)) throw new Unreadable('it does not say how many pages it has')
  return pages
}

/** Pages end with a form feed. */
export const textOfPdf = ({ folder, file }: Scratch, outputBytes: number): Promise<Confined> =>
  runConfined('pdftotext', ['-q', '-enc', 'UTF-8', '-l', String(MAX_PAGES), file, '-'], folder, {
    ...LIMITS,
    outputBytes,
    cut: true,
  })

/** As a PNG that a program made of it, no larger each way than asked for. */
export async function pageOfPdf({ folder, file }: Scratch, page: number, side: number): Promise<Scratch> {
  const name = join(folder, `page-${page}`)
  const which = ['-f', String(page), '-l', String(page), '-singlefile']
  await runConfined('pdftoppm', ['-q', ...which, '-scale-to', String(side), '-png', file, name], folder, LIMITS)
  await access(`${name}.png`).catch(() => {
    throw new Unreadable(`page ${page} cannot be drawn`)
  })
  return { folder, file: `${name}.png` }
}
