/** Ids of what something belongs to. Whoever may see it sees these ids on it, too. */
export interface FrameContext {
  task?: string
  instance?: string
  workflow?: string
}

/** A frame of `/ws/live/`: what changed, never its content. The client refetches under its own rights. */
export interface LiveFrame extends FrameContext {
  type: string
  id: string
}

/** Close codes of both sockets. */
export const SOCKET_CLOSE = { signedOut: 4401, lockedOut: 4403, goingAway: 1001 } as const
