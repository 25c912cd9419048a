import { once } from 'node:events'
import type { LiveFrame } from '@throughline/contracts/live'
import { WebSocket } from 'ws'

/** A page's socket at a server that listens there; whose it is, is in the headers. */
export async function openLive(
  address: string,
  headers: { origin: string; cookie: string; host?: string },
  onFrame: (frame: LiveFrame) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/live/`, { headers })
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) onFrame(JSON.parse(data.toString('utf8')))
  })
  await once(socket, 'open')
  return socket
}
