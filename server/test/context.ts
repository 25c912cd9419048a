import { pino } from 'pino'
import type { Context } from '../src/core/context.ts'
import { createPools } from '../src/core/db/pools.ts'
import type { OutboxRow } from '../src/core/db/tenant-tx.ts'
import { createKeyring } from '../src/core/keys/keyring.ts'
import type { LiveMessage } from '../src/core/live/live-message.ts'
import { testConfig } from './config.ts'

/** Real doors on one test database; what would be told to pages and to the engine is kept for looking at. */
export function createTestContext(database: string, more: NodeJS.ProcessEnv = {}) {
  const config = testConfig(database, more)
  const published: LiveMessage[] = []
  const dispatched: OutboxRow[] = []
  const ctx: Context = {
    config,
    log: pino({ level: 'silent' }),
    pools: createPools(config, 'api', () => undefined),
    keyring: createKeyring(config),
    publish: (message) => void published.push(message),
    dispatch: (rows) => void dispatched.push(...rows),
  }
  return { ctx, published, dispatched }
}
