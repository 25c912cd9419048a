import type { Logger } from 'pino'
import { createClient, type RedisClientType } from 'redis'
import type { Config } from './config.ts'
import { createTrouble } from './telemetry/trouble.ts'

export type Redis = RedisClientType

const LONGEST_PAUSE = 2_000

export function watchConnection(redis: Redis, log: Logger, name: string): void {
  const trouble = createTrouble(log, { began: `${name} lost`, ended: `${name} back` })
  redis.on('error', (err: Error) => trouble.began(err))
  redis.on('ready', () => trouble.ended())
}

/**
 * Connects in the background and for ever tries again. While it is away commands fail at once instead of waiting:
 * Redis holds nothing that could not be done without.
 */
export function createRedis(config: Pick<Config, 'REDIS_URL'>, log: Logger): Redis {
  const redis: Redis = createClient({
    url: config.REDIS_URL,
    disableOfflineQueue: true,
    pingInterval: 1_000,
    socket: {
      connectTimeout: 2_000,
      // Pings keep a living connection busy, so silence means that the server hangs.
      socketTimeout: 3_000,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, LONGEST_PAUSE) + Math.floor(Math.random() * 100),
    },
  })
  watchConnection(redis, log, 'Redis')
  connectInBackground(redis)
  return redis
}

/** Failures are told by the `error` event; the promise only settles once connected or closed. */
export function connectInBackground(redis: Redis): void {
  redis.connect().catch(() => undefined)
}

export function closeRedis(redis: Redis): void {
  if (redis.isOpen) redis.destroy()
}
