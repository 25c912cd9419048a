import { once } from 'node:events'
import type { LiveFrame } from '@throughline/contracts/live'
import { WebSocket } from 'ws'

/** A page's socket, by somebody's session, at a server that runs as in production. */
export async function openLive(origin: string, token: string, onFrame: (frame: LiveFrame) => void): Promise<WebSocket> {
  const headers = { origin, cookie: `__Host-session=${token}` }
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/live/`, { headers })
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) onFrame(JSON.parse(data.toString('utf8')))
  })
  await once(socket, 'open')
  return socket
}
