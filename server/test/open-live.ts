import { once } from 'node:events'
import type { LiveFrame } from '@throughline/contracts/live'
import { WebSocket } from 'ws'

type Headers = { origin: string; cookie: string; host?: string }

type SocketPath = '/ws/live/' | '/ws/inbox/'

const connect = (address: string, path: SocketPath, headers: Headers) =>
  new WebSocket(`${address.replace('http', 'ws')}${path}`, { headers })

/** A page's socket at a server that listens there; whose it is, is in the headers. */
export async function openLive(
  address: string,
  headers: Headers,
  onFrame: (frame: LiveFrame) => void,
): Promise<WebSocket> {
  const socket = connect(address, '/ws/live/', headers)
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) onFrame(JSON.parse(data.toString('utf8')))
  })
  await once(socket, 'open')
  return socket
}

interface SignedIn {
  origin: string
  cookies: ReadonlyMap<string, string>
}

/** What came by a visitor's socket so far, and the code with which it was closed; 0: it is open. */
export async function openSocket(address: string, path: SocketPath, { origin, cookies }: SignedIn) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = connect(address, path, { origin, cookie, host: new URL(origin).host })
  const state = { got: new Array<unknown>(), closed: 0 }
  socket.on('message', (data: Buffer) => state.got.push(JSON.parse(data.toString())))
  socket.on('close', (code) => Object.assign(state, { closed: code }))
  await once(socket, 'open')
  return state
}
