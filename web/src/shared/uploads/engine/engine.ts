import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { createPerformer, type Surroundings } from './perform.ts'
import { isSame } from './recall.ts'
import { reduce } from './reduce.ts'
import { NOTHING_YET, type UploadEvent } from './state.ts'
import { type Chosen, isRunning, type Upload, type UploadTarget } from './upload.ts'

export type UploadEngine = ReturnType<typeof createEngine>

/** Sends files, a few at a time, through reloads and lost connections; lives outside every page. */
export function createEngine(surroundings: Surroundings) {
  const { world } = surroundings
  let state = NOTHING_YET
  let uploads: readonly Upload[] = []
  const listeners = new Set<() => void>()
  const perform = createPerformer(surroundings, () => state, dispatch)

  function dispatch(event: UploadEvent) {
    const moment = { now: Date.now(), online: world.online(), chance: world.random() }
    const next = reduce(state, { ...event, moment })
    state = next.state
    for (const effect of next.effects) void perform(effect)
    const shown = state.entries.map(({ upload }) => upload)
    if (shown.length === uploads.length && shown.every((upload, at) => upload === uploads[at])) return
    uploads = shown
    for (const listener of listeners) listener()
  }

  return {
    get: () => uploads,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Says by which keys they are known from now on. */
    add: (chosen: readonly Chosen[], target: UploadTarget): string[] => {
      const keyed = chosen.map((one) => ({ ...one, key: crypto.randomUUID() }))
      dispatch({ type: 'added', chosen: keyed, target })
      return keyed.map(({ key }) => key)
    },
    /** The upload once it has arrived or failed; its check may still go on. Undefined where it was cancelled. */
    ended: (key: string) =>
      new Promise<Upload | undefined>((resolve) => {
        const look = () => {
          const upload = uploads.find((one) => one.key === key)
          if (upload && isRunning(upload)) return
          listeners.delete(look)
          resolve(upload)
        }
        listeners.add(look)
        look()
      }),
    pause: (key: string) => dispatch({ type: 'paused', key }),
    cancel: (key: string) => dispatch({ type: 'cancelled', key }),
    retry: (key: string) => dispatch({ type: 'retried', key }),
    /** After a press, so the browser may be asked for the file. */
    resume: (key: string) => dispatch({ type: 'resumed', key }),
    pauseAll: () => dispatch({ type: 'all paused' }),
    resumeAll: () => dispatch({ type: 'all resumed' }),
    /** Called by the live connection with the state of documents that were sent. */
    settle: (documents: readonly Pick<Document, 'id' | 'processing'>[]) => dispatch({ type: 'settled', documents }),
    /** Deleted, or out of sight, before it was known to be clean. */
    miss: (ids: readonly DocumentId[]) => dispatch({ type: 'missed', ids }),
    /** Files that were chosen again, each for the upload it belongs to; those that belong to none come back. */
    giveAgain: (files: readonly File[]): File[] =>
      files.filter((file) => {
        const awaited = state.entries.find(
          ({ upload: { phase }, job }) => (phase === 'lost' || phase === 'locked') && job && isSame(job.stored, file),
        )
        if (awaited) dispatch({ type: 'file given', key: awaited.upload.key, file })
        return !awaited
      }),
    /** Those that are over leave the list. */
    clear: (key?: string) => dispatch({ type: 'cleared', key }),
    /** For this member from now on; what they left unfinished comes back. */
    open: (memberId: string) => dispatch({ type: 'opened', memberId }),
    /** They have left: everything stops, and can be gone on with when they come back. */
    close: () => dispatch({ type: 'closed' }),
  }
}
