import { createServer } from 'node:http'
import { listen } from '../../../server/test/listen.ts'

/** An address that steps call: it does a thing once for each key, and counts how often it was asked. */
export async function startReceiver() {
  const asked = new Map<string, { instance: string; times: number }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'])
      const known = asked.get(key)
      if (known) known.times += 1
      else asked.set(key, { instance: Buffer.concat(chunks).toString(), times: 1 })
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ done: key }))
    })
  })
  const port = await listen(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
