import { createServer } from 'node:http'
import { listen } from '../../../server/test/listen.ts'

interface ReceivedCall {
  /** What the call said: the ticket of its instance. */
  instance: string
  times: number
  /** When it was asked for the first time, and so done. */
  first: number
}

/**
 * An address that steps call: it does a thing once for each key, and counts how often it was asked. While it is `closed`,
 * `/late` does nothing and says so, and `/mute` does it and never answers.
 */
export async function startReceiver() {
  const asked = new Map<string, ReceivedCall>()
  const state = { closed: false }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (state.closed && request.url === '/late') {
        response.writeHead(503).end()
        return
      }
      const key = String(request.headers['idempotency-key'])
      const known = asked.get(key)
      if (known) known.times += 1
      else asked.set(key, { instance: Buffer.concat(chunks).toString(), times: 1, first: Date.now() })
      if (state.closed && request.url === '/mute') return
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ done: key }))
    })
  })
  const port = await listen(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    state,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
