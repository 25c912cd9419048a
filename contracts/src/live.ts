import * as z from 'zod/mini'

/** A frame of `/ws/live/`: what changed, never its content. The client refetches under its own rights. */
export const LiveFrame = z.object({ type: z.string(), id: z.string() })
export type LiveFrame = z.infer<typeof LiveFrame>

/** Close codes of both sockets. */
export const SOCKET_CLOSE = { signedOut: 4401, goingAway: 1001 } as const
