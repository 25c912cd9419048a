import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void

/** Listens until the process is told to end. */
export function serve(port: number, host: string, handler: Handler): void {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${host}:${port}`)
    Promise.resolve()
      .then(() => handler(request, response, url))
      .catch((error: unknown) => {
        process.stderr.write(`${request.method} ${url.pathname}: ${String(error)}\n`)
        if (!response.headersSent) sendJson(response, 500, { error: 'unexpected' })
      })
  })
  server.listen(port, host)
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

export function sendHtml(response: ServerResponse, body: string, policy?: string): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(200, policy ? { ...headers, 'content-security-policy': policy } : headers)
  response.end(body)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
