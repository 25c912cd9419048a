import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { closeRedis, connectInBackground, type Redis, watchConnection } from '../redis.ts'
import { createTrouble } from '../telemetry/trouble.ts'
import { LiveMessage } from './live-message.ts'

const Parcel = z.object({ from: z.string(), messages: z.array(LiveMessage) })

export interface Listener {
  readonly deliver: (message: LiveMessage) => void
  /** Messages of other processes may have been missed. */
  readonly missed: () => void
}

export type LiveChannel = ReturnType<typeof createLiveChannel>

/**
 * Between the processes of one installation, best effort. A message reaches the listener of its own process directly,
 * so that losing Redis only separates the processes from one another.
 */
export function createLiveChannel(config: Pick<Config, 'PG_DATABASE'>, redis: Redis, log: Logger) {
  const name = `live:${config.PG_DATABASE}`
  const me = randomUUID()
  const mine = `{"from":${JSON.stringify(me)},`
  const trouble = createTrouble(log, { began: 'other processes are not told', ended: 'other processes are told again' })
  let listener: Listener | undefined
  let subscriber: Redis | undefined
  let waiting: LiveMessage[] = []

  function receive(text: string) {
    // Delivered when it was published, and not worth reading again.
    if (text.startsWith(mine)) return
    try {
      for (const message of Parcel.parse(JSON.parse(text)).messages) listener?.deliver(message)
    } catch (err) {
      log.error({ err }, 'a live message was not understood')
    }
  }

  function listen(to: Listener): void {
    listener = to
    const own: Redis = redis.duplicate({ name })
    subscriber = own
    watchConnection(own, log, 'Redis subscription')
    let subscribed = false
    const subscribe = async () => {
      await own.subscribe(name, receive)
      subscribed = true
      to.missed()
    }
    own.on('ready', () => {
      // Once it is subscribed, the client subscribes again by itself after a loss.
      if (subscribed) to.missed()
      else subscribe().catch((err: unknown) => log.error({ err }, 'cannot subscribe'))
    })
    connectInBackground(own)
  }

  function send(): void {
    const parcel = JSON.stringify({ from: me, messages: waiting })
    waiting = []
    redis.publish(name, parcel).then(trouble.ended, trouble.began)
  }

  /** What a commit leaves for pages and for inboxes travels together. */
  function publish(message: LiveMessage): void {
    listener?.deliver(message)
    if (waiting.push(message) === 1) queueMicrotask(send)
  }

  return {
    publish,
    listen,
    close: () => {
      if (subscriber) closeRedis(subscriber)
    },
  }
}
