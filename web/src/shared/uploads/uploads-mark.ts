import { forgetStored, readStored, writeStored } from '../../ui/stored.ts'

/** Small enough for every page: whether an earlier visit left uploads unfinished, without opening a database. */
const MARK = 'tl.uploads'
export const UPLOADS_DATABASE = 'throughline-uploads'

/** Of its own: a list that is refreshed must not ask for every upload again. */
export const uploadsKey = ['uploads'] as const

export const hasUnfinished = () => readStored(MARK) !== null
export const markUnfinished = (unfinished: boolean) => (unfinished ? writeStored(MARK, '1') : forgetStored(MARK))

/** What this browser knows of somebody's uploads goes with them. */
export function forgetUploads() {
  if (!hasUnfinished()) return
  forgetStored(MARK)
  indexedDB.deleteDatabase(UPLOADS_DATABASE)
}
