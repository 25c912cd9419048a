import { useSyncExternalStore } from 'react'
import type { Chosen, UploadPlace } from '../../../shared/uploads/engine/upload.ts'

/** The form is wanted, with this place and these files in it. */
export interface FormWish {
  /** A form of its own for every wish, although the one before may still be closing. */
  id: number
  place: UploadPlace
  chosen: readonly Chosen[]
}

interface Door {
  /** Something is, or was left, on its way: the tray is wanted. */
  awake: boolean
  form: FormWish | null
}

let wishes = 0
let state: Door = { awake: false, form: null }
const listeners = new Set<() => void>()

function put(next: Partial<Door>) {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

/** What pages want of the uploads, heard before any of their code is loaded. */
export const door = {
  wake: () => put({ awake: true }),
  sleep: () => put({ awake: false, form: null }),
  openForm: (wish: Omit<FormWish, 'id'>) => put({ form: { ...wish, id: ++wishes } }),
  closeForm: () => put({ form: null }),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDoor = (): Door => useSyncExternalStore(subscribe, () => state)
