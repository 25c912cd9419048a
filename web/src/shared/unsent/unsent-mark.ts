import { forgetStored, readStored, writeStored } from '../../ui/stored.ts'

/** Small enough for every page: whether an earlier visit left something unsent, without opening a database. */
export const UNSENT_MARK = 'tl.unsent'
export const UNSENT_DATABASE = 'throughline-unsent'

export const hasUnsent = () => readStored(UNSENT_MARK) !== null

/** What this browser keeps of somebody's uploads and acts goes with them. */
export function forgetUnsent() {
  if (!hasUnsent()) return
  forgetStored(UNSENT_MARK)
  indexedDB.deleteDatabase(UNSENT_DATABASE)
}

/** Another value each time, so that other pages of this browser hear of every change. */
export const markUnsent = (unsent: boolean) =>
  unsent ? writeStored(UNSENT_MARK, String(Math.random())) : forgetStored(UNSENT_MARK)
