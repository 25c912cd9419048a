import { beginResponse } from '@throughline/contracts/public-forms'
import { scriptUrl } from '../shared/script-url.ts'
import type { WorkTask } from '../shared/solve-work.ts'
import { call } from './calls.ts'
// oxlint-disable-next-line import/default -- made by the build: the address of the worker's file
import workerUrl from './work.worker.ts?worker&url'

export interface Begun {
  token: string
  /** What the task came to, once it is done; undefined where none was asked or no worker could do it. */
  work: Promise<number | undefined>
}

/** In a worker, so that no key press ever waits for it. A browser without one sends the form without the answer. */
const solved = (task: WorkTask) =>
  new Promise<number | undefined>((resolve) => {
    try {
      const worker = new Worker(scriptUrl(workerUrl), { type: 'module' })
      const end = (found: number | undefined) => {
        worker.terminate()
        resolve(found)
      }
      worker.addEventListener('message', ({ data }: MessageEvent<number | undefined>) => end(data))
      worker.addEventListener('error', () => end(undefined))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(task)
    } catch {
      resolve(undefined)
    }
  })

export interface Beginning {
  /** At the first touch, and again when something needs the token that could not be had then. */
  begin: () => Promise<Begun | undefined>
}

/** Kept across a reload: uploads belong to the token, and the token's work has to be sent with it. */
export interface StoredBegun {
  token: string
  work: WorkTask | null
  at: number
}

/** The server forgets a page after a day; one that is nearly so old is begun anew. */
const GOOD_MS = 20 * 3_600_000

const begunBy = ({ token, work }: StoredBegun): Begun => ({
  token,
  work: work ? solved(work) : Promise.resolve(undefined),
})

/** A response without a token is held but still stored, so a failure here does not stop the respondent. */
export function createBeginning(
  formId: string,
  kept: StoredBegun | undefined,
  keep: (begun: StoredBegun) => void,
): Beginning {
  let begun: Promise<Begun | undefined> | undefined =
    kept && Date.now() - kept.at < GOOD_MS ? Promise.resolve(begunBy(kept)) : undefined
  const ask = async (): Promise<Begun | undefined> => {
    try {
      const { data } = await call(beginResponse, { params: { formId }, body: {} })
      const stored = { ...data, at: Date.now() }
      keep(stored)
      return begunBy(stored)
    } catch {
      begun = undefined
      return undefined
    }
  }
  return { begin: () => (begun ??= ask()) }
}
