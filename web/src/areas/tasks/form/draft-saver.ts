import { ApiError } from '@throughline/contracts/client'
import { serverMessageOf } from '../../../shared/server-message.ts'
import type { Answers, StoredAnswers } from './stored-answers.ts'

/** After the last change, before it is sent. */
const PAUSE = 800
const RETRY = 10_000

export type SaveState =
  | { kind: 'unchanged' | 'waiting' | 'sending' | 'offline' }
  | { kind: 'saved'; at: string }
  | { kind: 'refused'; why: string | undefined }

type Send = (answers: Answers, leaving: boolean) => Promise<{ saved_at: string }>

/** The present state, for the components that show it. */
function saveStateStore() {
  const listeners = new Set<() => void>()
  let saving: SaveState = { kind: 'unchanged' }
  return {
    get: () => saving,
    set: (next: SaveState) => {
      saving = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** One call after the other. */
function sendLane() {
  let busy: Promise<void> | undefined
  return {
    run: (call: () => Promise<void>) => {
      busy = call().finally(() => {
        busy = undefined
      })
      return busy
    },
    running: () => busy,
  }
}

function timerFor(act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeft = false
  const stop = () => clearTimeout(timer)
  const start = (wait: number) => {
    stop()
    timer = setTimeout(act, wait)
  }
  /**
   * A page shows the form; the returned function is called when it is left, and makes one last try. What does not arrive
   * then is kept here for the next visit: a later try could overwrite what was answered there.
   */
  const open = () => {
    isLeft = false
    return () => {
      isLeft = true
      act()
    }
  }
  return { start, stop, open, retry: () => !isLeft && start(RETRY) }
}

const failureOf = (error: unknown): SaveState =>
  error instanceof ApiError && error.status < 500
    ? { kind: 'refused', why: serverMessageOf(error) }
    : { kind: 'offline' }

/** Keeps unsent answers on the server, and in this browser until it has them. */
export function draftSaver(stored: StoredAnswers, send: Send) {
  const { get, set, subscribe } = saveStateStore()
  const lane = sendLane()
  const timer = timerFor(() => void flush())
  let unsent: Answers | undefined
  let ended = false
  let held = false

  async function sendOnce(answers: Answers, leaving: boolean) {
    set({ kind: 'sending' })
    try {
      const { saved_at } = await send(answers, leaving)
      if (unsent === answers) {
        unsent = undefined
        stored.forget()
      }
      if (!ended) set(unsent ? { kind: 'waiting' } : { kind: 'saved', at: saved_at })
    } catch (error) {
      if (ended) return
      const failure = failureOf(error)
      set(failure)
      if (failure.kind === 'offline') timer.retry()
    }
  }

  async function flush(leaving = false): Promise<void> {
    timer.stop()
    // Without a tick in between, so that a second flush waits for this one.
    if (!leaving) while (lane.running()) await lane.running()
    const answers = unsent
    if (answers && !ended && !held) await lane.run(() => sendOnce(answers, leaving))
  }

  /** Handed in: nothing more is sent, nothing kept. */
  function end() {
    timer.stop()
    ended = true
    unsent = undefined
    stored.forget()
    set({ kind: 'unchanged' })
  }

  /** Sends no draft while something is done with the task: it would come after it, and be refused. */
  async function holding<Done>(act: () => Promise<Done>): Promise<Done> {
    held = true
    try {
      while (lane.running()) await lane.running()
      return await act()
    } finally {
      held = false
      if (unsent) timer.start(PAUSE)
    }
  }

  return {
    get,
    subscribe,
    change: (answers: Answers) => {
      ended = false
      unsent = answers
      stored.keep(answers)
      if (get().kind !== 'offline') set({ kind: 'waiting' })
      timer.start(PAUSE)
    },
    flush,
    open: timer.open,
    /** `hand` tells whether it was done. */
    handIn: (hand: () => Promise<boolean>): Promise<boolean> =>
      holding(async () => {
        const isDone = await hand()
        if (isDone) end()
        return isDone
      }),
    /** To somebody else, or back into its queue: what was answered so far is there first. */
    giveAway: async <Done>(act: () => Promise<Done>): Promise<Done> => {
      await flush()
      return holding(act)
    },
  }
}
