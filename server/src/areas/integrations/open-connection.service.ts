import type { TenantId } from '@throughline/contracts/ids'
import { Json } from '@throughline/contracts/json'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { openForTenant } from '../../core/keys/tenant-key.ts'
import { Secret } from '../../core/secret.ts'
import { noteNewestSecret } from './calls/upkeep.queries.ts'
import { sealedConnection } from './connections.queries.ts'
import { findConnector } from './connectors/catalogue.ts'
import type { Connector } from './connectors/connector.ts'
import { connectionAad } from './secret-aad.ts'

const Configuration = z.record(z.string(), Json)
type Configuration = z.infer<typeof Configuration>

/** A connection as a call needs it. */
interface OpenedConnection {
  connector: Connector
  /** Whole. */
  configuration: Secret<Configuration>
  /** What it was connected with before, while both are kept. */
  previous: Secret<Configuration> | undefined
}

export interface OpenConnection {
  /** Nothing where the tool has no such connection, or no longer. */
  open: (tenantId: TenantId, toolId: string, connectionId: string) => Promise<OpenedConnection | undefined>
  /** While the one before is kept: whether a call with the newest secret worked. */
  noteNewest: (tenantId: TenantId, connectionId: string, hasWorked: boolean) => Promise<void>
}

/** Only the worker's role may read what this needs. */
export const createOpenConnection = (ctx: Context): OpenConnection => ({
  open: async (tenantId, toolId, connectionId) => {
    const found = await readTenant(ctx, { tenantId }, async ({ db }) => {
      const connection = await sealedConnection(db, tenantId, toolId, connectionId)
      const connector = connection && (await findConnector(db, tenantId, toolId))
      return connector && { connector, ...connection }
    })
    if (!found) return undefined
    const { connector, sealed, previous } = found
    const opened = async (bytes: Buffer) => {
      const whole = await openForTenant(ctx, tenantId, bytes, connectionAad(tenantId, connectionId))
      return new Secret(z.parse(Configuration, JSON.parse(whole.toString('utf8'))))
    }
    return { connector, configuration: await opened(sealed), previous: previous ? await opened(previous) : undefined }
  },
  noteNewest: (tenantId, connectionId, hasWorked) =>
    inTenant(ctx, { tenantId }, ({ db }) => noteNewestSecret(db, tenantId, connectionId, hasWorked)),
})
