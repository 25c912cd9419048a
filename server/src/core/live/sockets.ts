import websocket from '@fastify/websocket'
import { SOCKET_CLOSE } from '@throughline/contracts/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { applicationOrigin, type Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Holder, LiveHub, SocketKind } from './hub.ts'

const TRY_LATER = 1013
const PATHS: Record<SocketKind, string> = { live: '/ws/live/', inbox: '/ws/inbox/' }

interface SocketHolder extends Holder {
  /** May hear of nothing at all yet. */
  waits: boolean
}

export interface SocketParts {
  config: Config
  hub: LiveHub
  /** Whose session the request carries, if it carries a valid one. */
  readonly findHolder: (request: FastifyRequest) => Promise<SocketHolder | undefined>
}

/** Browsers send cookies along from any page, so only this host's own pages may open a socket. */
function requireOwnPage(config: Config, request: FastifyRequest) {
  const own = applicationOrigin(config, request.host)
  if (!own || request.headers.origin !== own) {
    throw new AppError(403, 'foreign_origin', 'Sockets are opened by the application itself')
  }
}

/** People who are not approved yet hear only that they are: their inbox stays closed. */
const mustWait = (kind: SocketKind, { waits, isApproved }: SocketHolder) => waits || (kind === 'inbox' && !isApproved)

/**
 * Both sockets only ever send. Without a valid session the socket is opened and closed with the code that tells the
 * page to sign in: a refused handshake would look to it like a lost network.
 */
export async function registerSockets(app: FastifyInstance, { config, hub, findHolder }: SocketParts): Promise<void> {
  const holders = new WeakMap<FastifyRequest, SocketHolder>()
  await app.register(websocket, {
    options: { maxPayload: 1024 },
    errorHandler: (_error, socket) => socket.terminate(),
  })
  for (const kind of ['live', 'inbox'] as const) {
    app.route({
      method: 'GET',
      url: PATHS[kind],
      websocket: true,
      schema: { hide: true },
      config: { plain: 'socket' },
      preValidation: async (request) => {
        requireOwnPage(config, request)
        const holder = await findHolder(request)
        if (holder) holders.set(request, holder)
      },
      handler: (socket, request) => {
        const holder = holders.get(request)
        if (!holder) socket.close(SOCKET_CLOSE.signedOut)
        else if (mustWait(kind, holder) || !hub.add(kind, holder, socket)) socket.close(TRY_LATER)
      },
    })
  }
}
