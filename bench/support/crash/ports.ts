import { createServer } from 'node:net'

/** Below the ports that outgoing connections get: one of those could take a port whose server is just being restarted. */
const FIRST = 20_000
const LAST = 31_000

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Hands out ports that nobody listens on. */
export function createPorts(): () => Promise<number> {
  let next = FIRST + Math.floor(Math.random() * (LAST - FIRST) * 0.8)
  return async () => {
    for (; next < LAST; next++) if (await isFree(next)) return next++
    throw new Error('no port is free')
  }
}
