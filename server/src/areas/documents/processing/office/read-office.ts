import { Preview } from '@throughline/contracts/document-preview'
import * as z from 'zod/mini'
import { Unreadable } from '../../../../core/confined/run-confined.ts'
import { besides, runModule } from '../../../../core/confined/run-module.ts'
import type { Scratch } from '../../../../core/confined/scratch.ts'
import type { StoredVersion } from '../../version.queries.ts'
import type { Reading } from './reading.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const OPEN = 'application/vnd.oasis.opendocument.'

const READINGS: Partial<Record<string, Reading>> = {
  [`${OFFICE}wordprocessingml.document`]: 'word',
  [`${OFFICE}presentationml.presentation`]: 'slides',
  [`${OPEN}text`]: 'open-text',
  [`${OFFICE}spreadsheetml.sheet`]: 'sheets',
  [`${OPEN}spreadsheet`]: 'sheets',
}
const MAX_BYTES = 25 * 1_048_576
const PLAIN_TABLE = /\.(csv|tsv)$/i
const LIMITS = { seconds: 30, megabytes: 300, outputBytes: 12 * 1_048_576 }

/**
 * By the type that was found in the bytes; only a text may be taken for a table by its name. Documents with macros have
 * types of their own, which are not among these.
 */
export function readingOf({ media_type, name, size }: Pick<StoredVersion, 'media_type' | 'name' | 'size'>) {
  if (size === 0) return undefined
  if (media_type.startsWith('text/')) return PLAIN_TABLE.test(name) ? 'delimited' : undefined
  return size <= MAX_BYTES ? READINGS[media_type] : undefined
}

const Read = z.object({ preview: Preview, text: z.string() })

/** By a process of its own, whose answer is believed as little as the file. */
export async function readOffice({ folder, file }: Scratch, reading: Reading): Promise<z.infer<typeof Read>> {
  const { output } = await runModule(besides(import.meta.dirname, 'office.child'), [file, reading], folder, LIMITS)
  const read = Read.safeParse(JSON.parse(output.toString('utf8')))
  if (!read.success) throw new Unreadable('what was read of it is no preview')
  return read.data
}
