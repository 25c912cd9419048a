import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { createPools } from './db/pools.ts'
import { createKeyring } from './keys/keyring.ts'
import { createLiveChannel } from './live/channel.ts'
import { createDispatch } from './outbox/dispatch.ts'
import { createSend } from './outbox/envelope.ts'
import { closeRedis, createRedis } from './redis.ts'
import type { Step } from './shutdown.ts'
import { createLogger } from './telemetry/logger.ts'
import { startTelemetry } from './telemetry/telemetry.ts'
import { createTemporal } from './temporal/client.ts'

/** What API and worker have in common. Nothing here waits for a server: each is connected to when first used. */
export function createRuntime(config: Config, kind: 'api' | 'worker' | 'mail-in') {
  const telemetry = startTelemetry(config, kind)
  const log = createLogger(config, kind)
  const keyring = createKeyring(config)
  const pools = createPools(config, kind === 'api' ? 'api' : 'worker', (err) =>
    log.warn({ err }, 'a database connection was lost'),
  )
  const redis = createRedis(config, log)
  const channel = createLiveChannel(config, redis, log)
  const temporal = createTemporal(config, keyring)
  const dispatcher = createDispatch({ pools, send: createSend(temporal), log })
  const ctx: Context = {
    config,
    log,
    pools,
    keyring,
    publish: channel.publish,
    dispatch: dispatcher.dispatch,
  }
  /** After the process has stopped taking work. */
  const closing: Step[] = [
    ['outbox', dispatcher.drain],
    ['database', () => pools.end()],
    ['live', channel.close],
    ['redis', () => closeRedis(redis)],
    ['engine', temporal.close],
    ['telemetry', telemetry.stop],
  ]
  return { ctx, telemetry, redis, channel, temporal, closing }
}
