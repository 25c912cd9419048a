import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Origin } from './db/pending-work.ts'
import type { Pools } from './db/pools.ts'
import type { DutyTx, OutboxRow, TenantTx } from './db/tenant-tx.ts'
import type { Keyring } from './keys/keyring.ts'
import type { LiveMessage } from './live/live-message.ts'

/** What a process hands to every service. Made once in `main/`, narrowed per request by the HTTP layer. */
export interface Context {
  config: Config
  log: Logger
  pools: Pools
  keyring: Keyring
  /** Tells the open pages; best effort, since a page that reconnects asks again. */
  publish(message: LiveMessage): void
  /** Tries the engine right after a commit; whatever it cannot send stays in the outbox for the relay. */
  dispatch(rows: OutboxRow[], scope: 'tenant' | 'identity', tenantId?: string): void
  /** Where the request came from, for audit rows. */
  origin?: Origin
  /** Set while the HTTP layer holds a transaction open around a mutation: doors join it instead of opening another. */
  tenantTx?: TenantTx
  identityTx?: DutyTx
}
