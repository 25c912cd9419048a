import type { Logger } from 'pino'
import type { Pools } from '../db/pools.ts'
import type { LiveChannel } from './channel.ts'
import { LiveHub } from './hub.ts'
import { createSessionWatch } from './session-watch.ts'

const HEARTBEAT = 25_000

export interface LiveParts {
  channel: LiveChannel
  pools: Pick<Pools, 'identity'>
  log: Logger
}

/** The sockets of an API process: fed by the channel, cleared of ended sessions, tested for life. */
export function createLiveHub({ channel, pools, log }: LiveParts) {
  const hub = new LiveHub()
  const watch = createSessionWatch(hub, pools.identity, log)
  const heartbeat = setInterval(() => hub.heartbeat(), HEARTBEAT)
  channel.listen({ deliver: (message) => hub.deliver(message), missed: () => hub.sendAllAway() })
  watch.run()
  return {
    hub,
    stop: async () => {
      clearInterval(heartbeat)
      await watch.stop()
      await hub.close()
    },
  }
}
