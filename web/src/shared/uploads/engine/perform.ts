import type { PageLocks } from '../../unsent/page-locks.ts'
import { failureOf, requireReadable } from './failure.ts'
import type { Line } from './line.ts'
import type { StoredUpload, UploadMemory } from './memory.ts'
import { recall } from './recall.ts'
import { type Answer, type Call, type Effect, type EngineState, requestOf, type UploadEvent } from './state.ts'
import { arrivedOf } from './transfer.ts'
import type { World } from './world.ts'

const BETWEEN_PROGRESS = 200
const LOOKED_AFTER = 10_000

/** What effects reach: servers, clock and connection, and what the browser keeps. */
export interface Surroundings {
  line: Line
  world: World
  memory: UploadMemory
  locks: PageLocks
}

type Dispatch = (event: UploadEvent) => void
type Progressed = Extract<UploadEvent, { type: 'progressed' }>['sent'][number]
type EffectOf<T extends Effect['type']> = Extract<Effect, { type: T }>

/** One call of a transfer, put through to the server or the store. */
async function answerOf(
  line: Line,
  { key, call }: EffectOf<'call'>,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  switch (call.kind) {
    case 'whole':
      return { kind: 'whole', document: await line.plain(call.file, call.name, call.target, key, onSent, signal) }
    case 'begin':
      return { kind: 'begin', upload: await line.begin(call.name, call.size, call.place, signal) }
    case 'show':
      return { kind: 'show', upload: await line.show(call.uploadId, signal) }
    case 'sign':
      return { kind: 'sign', addresses: await line.sign(call.uploadId, call.numbers, signal) }
    case 'complete':
      return { kind: 'complete', document: await line.complete(call.uploadId, call.parts, signal) }
    case 'put':
    default:
      return { kind: 'put', part: call.part, etag: await putPart(line, call, onSent, signal) }
  }
}

async function putPart(
  line: Line,
  { file, from, to, url }: Extract<Call, { kind: 'put' }>,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const part = file.slice(from, to)
  try {
    return await line.put(url, part, onSent, signal)
  } catch (error) {
    if (error instanceof TypeError) await requireReadable(part)
    throw error
  }
}

/** Calls and waits of transfers, until they end or are stopped. */
function performTransfers({ line, world }: Surroundings, dispatch: Dispatch) {
  const stops = new Map<number, AbortController>()
  let progress: Progressed[] = []
  const signalOf = (transfer: number): AbortSignal => {
    const stop = stops.get(transfer) ?? new AbortController()
    stops.set(transfer, stop)
    return stop.signal
  }
  /** Told at most five times a second, all that has left since in one go. */
  function note(sent: Progressed) {
    if (progress.length === 0)
      setTimeout(() => {
        const all = progress
        progress = []
        dispatch({ type: 'progressed', sent: all })
      }, BETWEEN_PROGRESS)
    progress = [...progress.filter((one) => one.transfer !== sent.transfer || one.request !== sent.request), sent]
  }
  return {
    call: async (effect: EffectOf<'call'>) => {
      const { key, transfer } = effect
      const signal = signalOf(transfer)
      const request = requestOf(effect.call)
      const outcome = await answerOf(line, effect, (bytes) => note({ key, transfer, request, bytes }), signal).then(
        (answer): UploadEvent => ({ type: 'answered', key, transfer, answer }),
        (error: unknown): UploadEvent => ({ type: 'failed', key, transfer, request, failure: failureOf(error) }),
      )
      if (!signal.aborted) dispatch(outcome)
    },
    wait: async ({ key, transfer, request, milliseconds }: EffectOf<'wait'>) => {
      const signal = signalOf(transfer)
      await world.wait(milliseconds, signal).catch(() => undefined)
      if (!signal.aborted) dispatch({ type: 'waited', key, transfer, request })
    },
    stop: (transfer: number) => {
      stops.get(transfer)?.abort()
      stops.delete(transfer)
    },
  }
}

/** Locks, and what is written down: of each upload in the order it was asked for. */
function performKeeping({ memory, locks }: Surroundings) {
  const unlocks = new Map<string, () => void>()
  const writes = new Map<string, Promise<unknown>>()
  const inOrder = (key: string, write: () => Promise<unknown>) => {
    const written = (writes.get(key) ?? Promise.resolve()).then(write)
    writes.set(key, written)
    return written.finally(() => {
      if (writes.get(key) === written) writes.delete(key)
    })
  }
  const unlock = (key: string) => {
    unlocks.get(key)?.()
    unlocks.delete(key)
  }
  return {
    unlock,
    store: (stored: StoredUpload) => inOrder(stored.key, () => memory.keep(stored)),
    forget: (key: string) => inOrder(key, () => memory.forget(key)).finally(() => unlock(key)),
    /** Whether it is locked for this page now; it is not where it is no longer wanted by then. */
    lock: async (key: string, isWanted: () => boolean | Promise<boolean>): Promise<boolean> => {
      const release = await locks.take(key)
      const wanted = (await isWanted()) && !unlocks.has(key)
      if (wanted) unlocks.set(key, release)
      else release()
      return wanted
    },
  }
}

/** Does what the reducer asks for, and dispatches what has become of it. */
export function createPerformer(surroundings: Surroundings, getState: () => EngineState, dispatch: Dispatch) {
  const { line, world, memory } = surroundings
  const transfers = performTransfers(surroundings, dispatch)
  const keeping = performKeeping(surroundings)
  const hasJob = (key: string) => getState().entries.some(({ upload, job }) => job && upload.key === key)

  async function takeUp({ key, memberId }: EffectOf<'take up'>) {
    let stored: StoredUpload | undefined
    const isWanted = async () => {
      stored = await memory.find(key)
      return stored !== undefined && getState().owner === memberId
    }
    if ((await keeping.lock(key, isWanted)) && stored)
      dispatch({ type: 'taken up', memberId, stored, file: await recall(stored, false) })
  }

  /** Only said, so it may fail. */
  async function askWhatArrived({ stored, uploadId }: EffectOf<'ask what arrived'>) {
    const shown = await line.show(uploadId, AbortSignal.timeout(LOOKED_AFTER)).catch(() => undefined)
    if (shown) dispatch({ type: 'arrival known', key: stored.key, safe: arrivedOf(shown, stored).bytes })
  }

  return async function perform(effect: Effect): Promise<unknown> {
    switch (effect.type) {
      case 'call':
        return transfers.call(effect)
      case 'wait':
        return transfers.wait(effect)
      case 'stop':
        return transfers.stop(effect.transfer)
      case 'await online':
        await world.whenOnline()
        return dispatch({ type: 'came online' })
      case 'lock':
        return keeping.lock(effect.key, () => hasJob(effect.key))
      case 'unlock':
        return keeping.unlock(effect.key)
      case 'store':
        await keeping.store(effect.stored)
        return dispatch({ type: 'stored', key: effect.stored.key, uploadId: effect.stored.uploadId })
      case 'forget':
        return keeping.forget(effect.key)
      case 'find stored': {
        const keys = (await memory.all(effect.memberId)).map(({ key }) => key)
        return dispatch({ type: 'stored found', memberId: effect.memberId, keys })
      }
      case 'take up':
        return takeUp(effect)
      case 'recall':
        return dispatch({ type: 'recalled', key: effect.stored.key, file: await recall(effect.stored, true) })
      case 'ask what arrived':
        return askWhatArrived(effect)
      case 'give up':
      default:
        return line.cancel(effect.uploadId).catch(() => undefined)
    }
  }
}
