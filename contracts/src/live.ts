/** A frame of `/ws/live/`: what changed, never its content. The client refetches under its own rights. */
export interface LiveFrame {
  type: string
  id: string
}

/** Close codes of both sockets. */
export const SOCKET_CLOSE = { signedOut: 4401, lockedOut: 4403, goingAway: 1001 } as const
