import { createSealer } from '../core/audit/sealer.ts'
import { readConfig } from '../core/config.ts'
import { createRelayPool } from '../core/db/in-relay.ts'
import { startHealthServer } from '../core/health-server.ts'
import { createKeyring } from '../core/keys/keyring.ts'
import { createSend } from '../core/outbox/envelope.ts'
import { createRelay } from '../core/outbox/relay.ts'
import { endOnFault, shutDownOnSignal } from '../core/shutdown.ts'
import { createLogger } from '../core/telemetry/logger.ts'
import { startTelemetry } from '../core/telemetry/telemetry.ts'
import { createTemporal } from '../core/temporal/client.ts'

const config = readConfig()
const telemetry = startTelemetry(config, 'relay')
const log = createLogger(config, 'relay')
endOnFault(log)

const pool = createRelayPool(config, (err) => log.warn({ err }, 'a database connection was lost'))
const temporal = createTemporal(config, createKeyring(config))
const relay = createRelay(pool, createSend(temporal), log)
const sealer = createSealer(pool, log)

const health = config.RELAY_HEALTH_PORT
  ? startHealthServer(config.API_HOST, config.RELAY_HEALTH_PORT, relay.healthy)
  : undefined
shutDownOnSignal(log, [
  ['health', () => void health?.close()],
  ['relay', relay.stop],
  ['sealer', sealer.stop],
  ['database', () => pool.end()],
  ['engine', temporal.close],
  ['telemetry', telemetry.stop],
])
relay.run()
sealer.run()
log.info('relay started')
