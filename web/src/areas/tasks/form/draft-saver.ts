import { ApiError } from '@throughline/contracts/client'
import { serverMessageOf } from '../../../shared/server-message.ts'
import type { Answers, KeptAnswers } from './kept-answers.ts'

/** After the last change, before it is sent. */
const PAUSE = 800
const RETRY = 10_000

export type Saving =
  | { kind: 'unchanged' | 'waiting' | 'sending' | 'offline' }
  | { kind: 'saved'; at: string }
  | { kind: 'refused'; why: string | undefined }

type Send = (answers: Answers, leaving: boolean) => Promise<{ saved_at: string }>

/** Keeps unsent answers on the server, and in this browser until it has them. */
export function draftSaver(kept: KeptAnswers, send: Send) {
  const listeners = new Set<() => void>()
  let saving: Saving = { kind: 'unchanged' }
  let unsent: Answers | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy: Promise<void> | undefined
  let ended = false
  let held = false

  const isBusy = () => busy !== undefined
  const set = (next: Saving) => {
    saving = next
    for (const listener of listeners) listener()
  }
  const later = (wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait)
  }

  async function sendOnce(answers: Answers, leaving: boolean) {
    set({ kind: 'sending' })
    try {
      const { saved_at } = await send(answers, leaving)
      if (unsent === answers) {
        unsent = undefined
        kept.forget()
      }
      if (!ended) set(unsent ? { kind: 'waiting' } : { kind: 'saved', at: saved_at })
    } catch (error) {
      if (ended) return
      if (error instanceof ApiError && error.status < 500) set({ kind: 'refused', why: serverMessageOf(error) })
      else {
        set({ kind: 'offline' })
        later(RETRY)
      }
    }
  }

  async function flush(leaving = false): Promise<void> {
    clearTimeout(timer)
    if (!leaving) while (isBusy()) await busy
    if (!unsent || ended || held) return
    busy = sendOnce(unsent, leaving).finally(() => {
      busy = undefined
    })
    await busy
  }

  /** Handed in: nothing more is sent, nothing kept. */
  function end() {
    clearTimeout(timer)
    ended = true
    unsent = undefined
    kept.forget()
    set({ kind: 'unchanged' })
  }

  /** Sends no draft while something is done with the task: it would come after it, and be refused. */
  async function holding<Done>(act: () => Promise<Done>): Promise<Done> {
    held = true
    try {
      while (isBusy()) await busy
      return await act()
    } finally {
      held = false
      if (unsent) later(PAUSE)
    }
  }

  return {
    get: () => saving,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change: (answers: Answers) => {
      ended = false
      unsent = answers
      kept.keep(answers)
      if (saving.kind !== 'offline') set({ kind: 'waiting' })
      later(PAUSE)
    },
    flush,
    handIn: <Done>(hand: () => Promise<Done | undefined>): Promise<Done | undefined> =>
      holding(async () => {
        const done = await hand()
        if (done !== undefined) end()
        return done
      }),
    /** To somebody else, or back into its queue: what was answered so far is there first. */
    giveAway: async <Done>(act: () => Promise<Done>): Promise<Done> => {
      await flush()
      return holding(act)
    },
  }
}
