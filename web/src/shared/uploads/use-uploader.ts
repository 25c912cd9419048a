import { useState, useSyncExternalStore } from 'react'
import { pageLocks } from '../unsent/page-locks.ts'
import { createEngine } from './engine/engine.ts'
import { serverLine } from './engine/line.ts'
import { NO_MEMORY } from './engine/memory.ts'
import { uploads } from './engine/uploads.ts'
import { browserWorld } from './engine/world.ts'

/** What stands in the tray. */
export const useTrayUploads = () => useSyncExternalStore(uploads.subscribe, uploads.get)

const createFormEngine = () =>
  createEngine({ line: serverLine, world: browserWorld, memory: NO_MEMORY, locks: pageLocks })

/** For a form that shows its files itself. They end with the page; those of the tray go on after a reload. */
export function useUploader() {
  const [engine] = useState(createFormEngine)
  const uploads = useSyncExternalStore(engine.subscribe, engine.get)
  return { engine, uploads }
}
