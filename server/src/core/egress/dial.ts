import { connect, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net'
import { connect as startTls } from 'node:tls'
import { EgressError } from './egress-error.ts'
import { checkUrl } from './guard.ts'

export type DialRequest = {
  host: string
  port: number
  /** `later`: the protocol begins in plain text and turns to TLS itself. `never` is for trusted addresses alone. */
  tls: 'at_once' | 'later' | 'never'
  signal: AbortSignal
  /** How much may come by this connection. */
  maxBytes: number
}

/** How often it is looked at how much has come: sockets have no limit of their own. */
const COUNTED_EVERY_MS = 20

/** The host as an address has it: other spellings of a number must not reach the socket, which reads them, too. */
export function dialUrl({ host, port }: Pick<DialRequest, 'host' | 'port'>): URL {
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536
  // The end of a host in an address would be the end of it here, and what follows would be lost.
  const url =
    isPort && !/[\s/?#@\\%]/.test(host) ? URL.parse(`https://${isIPv6(host) ? `[${host}]` : host}:${port}/`) : null
  if (!url || (url.port !== String(port) && port !== 443)) throw new EgressError('url_refused', 'not a host and port')
  return url
}

const opened = (socket: Socket, event: string, carrier = socket) =>
  new Promise<void>((resolve, reject) => {
    socket.once(event, resolve).once('error', reject)
    carrier.once('close', () => reject(carrier.errored ?? new Error('the connection was closed')))
  })

/** A connection to the one address that was looked up and checked; where TLS is wanted, by the name. */
export async function openSocket(
  { tls, signal, maxBytes, port, host }: DialRequest,
  { lookup, trusted, timeoutMs }: { lookup: LookupFunction; trusted: boolean; timeoutMs: number },
): Promise<Socket> {
  const url = dialUrl({ host, port })
  checkUrl(url, trusted)
  if (tls === 'never' && !trusted) throw new EgressError('url_refused', 'a connection without TLS is not allowed')
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host: name, port, signal, ...(!trusted && { lookup }) })
  const counting = setInterval(() => {
    if (socket.bytesRead > maxBytes)
      socket.destroy(new EgressError('too_large', `the answer is larger than ${maxBytes} bytes`))
  }, COUNTED_EVERY_MS).unref()
  const late = () => socket.destroy(new EgressError('timeout', `no connection within ${timeoutMs} ms`))
  const connecting = setTimeout(late, timeoutMs)
  socket.once('close', () => clearInterval(counting))
  try {
    await opened(socket, 'connect')
    if (tls !== 'at_once') return socket
    const secure = startTls({ socket, host: name, ...(isIP(name) === 0 && { servername: name }) })
    await opened(secure, 'secureConnect', socket)
    return secure
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(connecting)
  }
}
