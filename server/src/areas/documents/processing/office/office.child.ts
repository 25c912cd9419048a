/** What reads office files: a program of its own, started for one file. Its answer is one line of JSON. */
import { readFileSync } from 'node:fs'
import { openArchive } from '../../../../core/confined/archive.ts'
import { openTextOf, slidesOf } from './read-markup.ts'
import { wordOf } from './read-word.ts'
import type { Read } from './reading.ts'
import { delimitedOf, sheetsOf } from './sheets.ts'

async function read(bytes: Buffer, reading: string | undefined): Promise<Read> {
  if (reading === 'delimited') return delimitedOf(bytes)
  const archive = openArchive(bytes)
  if (reading === 'sheets') return sheetsOf(bytes)
  if (reading === 'slides') return slidesOf(archive)
  return reading === 'open-text' ? openTextOf(archive) : await wordOf(bytes)
}

const [file = '', reading] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await read(readFileSync(file), reading)))
