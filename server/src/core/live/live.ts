import type pg from 'pg'
import type { Logger } from 'pino'
import type { Pools } from '../db/pools.ts'
import { execute } from '../db/statement.ts'
import { createLoop, type Loop } from '../loop.ts'
import { createTrouble } from '../telemetry/trouble.ts'
import type { LiveChannel } from './channel.ts'
import { LiveHub, type SessionState } from './hub.ts'
import { InboxFeed, type ReadMessages } from './inbox-feed.ts'

const EVERY = 4_000
const AT_ONCE = 5_000

async function liveSessions(identity: pg.Pool, ids: string[]): Promise<Map<string, SessionState>> {
  const found = await execute<{ session_id: string; tenant_id: string; locked_out: boolean; is_approved: boolean }>(
    identity,
    'select session_id, tenant_id, locked_out, is_approved from auth.live_sessions($1::uuid[])',
    [ids],
  )
  return new Map(
    found.rows.map(({ session_id, tenant_id, locked_out, is_approved }) => [
      session_id,
      { tenantId: tenant_id, lockedOut: locked_out, isApproved: is_approved },
    ]),
  )
}

/** The backstop behind `signed_out` messages: whatever ended a session, its sockets end within seconds. */
function createSessionWatch(hub: LiveHub, identity: pg.Pool, log: Logger, every = EVERY): Loop {
  const trouble = createTrouble(log, {
    began: 'open sockets cannot be checked',
    ended: 'open sockets are checked again',
  })
  const round = async () => {
    const ids = hub.sessionIds()
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const asked = ids.slice(from, from + AT_ONCE)
      hub.keepOnly(asked, await liveSessions(identity, asked))
    }
    trouble.ended()
    return every
  }
  return createLoop(round, trouble, every)
}

const HEARTBEAT = 25_000

export interface LiveParts {
  channel: LiveChannel
  pools: Pick<Pools, 'identity'>
  log: Logger
  readonly readMessages: ReadMessages
}

/** The sockets of an API process: fed by the channel, cleared of ended sessions, tested for life. */
export function createLiveHub({ channel, pools, log, readMessages }: LiveParts) {
  const hub = new LiveHub(new InboxFeed(readMessages, log))
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
