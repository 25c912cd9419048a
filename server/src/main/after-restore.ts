/**
 * Run once after the database was put back from a backup, before worker and relay start, with the moment that the backup
 * reaches: every open instance is looked at anew, calls whose receiver knows no key wait for somebody who has looked, and
 * everybody is told from when until when work was lost.
 */
import { readConfig } from '../core/config.ts'
import { createPools } from '../core/db/pools.ts'
import { execute } from '../core/db/statement.ts'
import { createLogger } from '../core/telemetry/logger.ts'

const [, , moment = ''] = process.argv
const reaches = new Date(moment)
if (Number.isNaN(reaches.getTime()) || reaches.getTime() > Date.now())
  throw new Error('Usage: after-restore.js <the moment that the backup reaches, as 2026-11-17T10:05:00Z>')

const config = readConfig()
const log = createLogger(config, 'worker')
const pools = createPools(config, 'worker', (err) => log.warn({ err }, 'a database connection was lost'))
try {
  const { rows } = await execute<{ open: number }>(pools.tenant, 'select auth.mark_restored($1) as open', [reaches])
  log.info({ open: rows[0]?.open }, 'open instances are marked as restored')
} finally {
  await pools.end()
}
