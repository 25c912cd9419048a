/**
 * Run once after the database was put back from a backup, before worker and relay start: every open instance is looked at
 * anew, and calls whose receiver knows no key wait for somebody who has looked.
 */
import { readConfig } from '../core/config.ts'
import { createPools } from '../core/db/pools.ts'
import { execute } from '../core/db/statement.ts'
import { createLogger } from '../core/telemetry/logger.ts'

const config = readConfig()
const log = createLogger(config, 'worker')
const pools = createPools(config, 'worker', (err) => log.warn({ err }, 'a database connection was lost'))
try {
  const { rows } = await execute<{ open: number }>(pools.tenant, 'select auth.mark_restored() as open')
  log.info({ open: rows[0]?.open }, 'open instances are marked as restored')
} finally {
  await pools.end()
}
