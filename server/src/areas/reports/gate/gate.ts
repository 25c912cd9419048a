import { Worker } from 'node:worker_threads'
import { besides } from '../../../core/confined/run-module.ts'
import type { GateAnswer, QueryToCheck } from './check-query.ts'

/** A query of 20 KB is parsed and printed in a few milliseconds; only one that was made to take long takes so long. */
const TIME_LIMIT_MS = 2_000
const MEMORY_MB = 256

const TOO_DEEP: GateAnswer = { ok: false, problem: { message: 'This query is nested too deeply.' } }

let thread: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

function startThread(): Worker {
  const started = new Worker(besides(import.meta.dirname, 'gate.thread'), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // Nothing of the process's own.
    env: {},
    execArgv: [],
  })
  started.unref()
  // It may break down between two queries: the next one finds it gone.
  started.on('error', () => undefined)
  return started
}

/** One query in the thread; a thread that is over its limits, or has broken down, is ended and its query refused. */
function ask(request: QueryToCheck): Promise<GateAnswer> {
  thread ??= startThread()
  const asked = thread
  return new Promise((resolve) => {
    const done = (answer: GateAnswer) => {
      clearTimeout(timer)
      asked.off('message', done).off('error', fail).off('exit', fail)
      resolve(answer)
    }
    const fail = () => {
      if (thread === asked) thread = undefined
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
  last = answer
  return answer
}
