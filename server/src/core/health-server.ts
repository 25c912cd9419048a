import { createServer, type Server, type ServerResponse } from 'node:http'

function answer(response: ServerResponse, status: number, word: string) {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ status: word }))
}

/** /healthz: the process lives. /readyz: it does its work. For processes that serve nothing else. */
export function startHealthServer(host: string, port: number, ready: () => boolean): Server {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') answer(response, 200, 'ok')
    else if (request.url === '/readyz') answer(response, ready() ? 200 : 503, ready() ? 'ready' : 'not_ready')
    else answer(response, 404, 'not_found')
  })
  return server.listen(port, host)
}
