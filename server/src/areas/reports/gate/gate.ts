import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { besides } from '../../../core/confined/run-module.ts'
import type { GateAnswer, QueryToCheck } from './check-query.ts'

/** A query of 20 KB is parsed and printed in a few milliseconds; only one that was made to take long takes so long. */
const TIME_LIMIT_MS = 2_000
/** Loading the parser takes longer on a busy machine, and is no fault of the query. */
const START_LIMIT_MS = 30_000
const MEMORY_MB = 256

const TOO_DEEP: GateAnswer = { ok: false, problem: { message: 'This query is nested too deeply.' } }

let thread: Promise<Worker> | undefined
let newest: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

/** Ready when the parser is loaded, which its first message says. */
async function startThread(): Promise<Worker> {
  const started = new Worker(besides(import.meta.dirname, 'gate.thread'), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // Nothing of the process's own.
    env: {},
    execArgv: [],
  })
  started.unref()
  newest = started
  // It may break down between two queries: the next one starts another.
  started.on('error', () => undefined)
  started.once('exit', () => {
    if (newest === started) thread = undefined
  })
  try {
    await once(started, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) })
    return started
  } catch (error) {
    thread = undefined
    void started.terminate()
    throw error
  }
}

/** One query in the thread; a thread that is over its limits, or has broken down, is ended and its query refused. */
async function ask(request: QueryToCheck): Promise<GateAnswer> {
  thread ??= startThread()
  const asked = await thread
  return new Promise((resolve) => {
    const done = (answer: GateAnswer) => {
      clearTimeout(timer)
      asked.off('message', done).off('error', fail).off('exit', fail)
      resolve(answer)
    }
    const fail = () => {
      thread = undefined
      void asked.terminate()
      done(TOO_DEEP)
    }
    const timer = setTimeout(fail, TIME_LIMIT_MS)
    asked.once('message', done)
    asked.once('error', fail)
    asked.once('exit', fail)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
    asked.postMessage(request)
  })
}

/** Checks a query away from the event loop, one after the other. */
export function passGate(request: QueryToCheck): Promise<GateAnswer> {
  const answer = last.then(() => ask(request))
  last = answer.catch(() => undefined)
  return answer
}
