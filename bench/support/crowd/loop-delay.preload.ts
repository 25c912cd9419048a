/**
 * Loaded by the API before anything else: how late its event loop is, asked for at a port of its own. A GET tells the
 * delays since the last POST, in milliseconds.
 */
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Milliseconds; a loop that is never late shows this very interval, which is therefore taken off. */
const RESOLUTION = 5

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
  delays.enable()
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION)
  createServer((request, response) => {
    if (request.method === 'POST') delays.reset()
    const found = { p50: late(delays.percentile(50)), p99: late(delays.percentile(99)), most: late(delays.max) }
    response.end(JSON.stringify(found))
  })
    .listen(Number(process.env.LOOP_DELAY_PORT), '127.0.0.1')
    .unref()
}
