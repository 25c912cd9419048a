import { extname } from 'node:path'
import threads, { type WorkerOptions } from 'node:worker_threads'

const preload = new URL(`./no-promise-traces${extname(import.meta.filename)}`, import.meta.url).href

class ThreadWithoutTraces extends threads.Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${preload}`
    super(file, { ...options, env: { ...process.env, NODE_OPTIONS } })
  }
}

/**
 * The engine's library keeps the stack of every promise that a workflow makes, for a query that nobody asks here: that was
 * most of what its threads did, and there is no setting for it.
 */
export function startThreadsWithoutTraces(): void {
  threads.Worker = ThreadWithoutTraces
}
