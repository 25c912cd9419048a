import type { TenantId } from '@throughline/contracts/ids'
import { Json } from '@throughline/contracts/json'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { openForTenant } from '../../core/keys/tenant-key.ts'
import { Secret } from '../../core/secret.ts'
import { sealedConnection } from './connections.queries.ts'
import { findConnector } from './connectors/catalogue.ts'
import type { Connector } from './connectors/connector.ts'
import { connectionAad } from './secret-aad.ts'

const Configuration = z.record(z.string(), Json)

/** A connection as a call needs it. */
export interface OpenedConnection {
  connector: Connector
  /** Whole. */
  configuration: Secret<Record<string, z.infer<typeof Json>>>
}

export interface OpenConnection {
  /** Nothing where the tool has no such connection, or no longer. */
  open: (tenantId: TenantId, toolId: string, connectionId: string) => Promise<OpenedConnection | undefined>
}

/** Only the worker's role may read what this needs. */
export const createOpenConnection = (ctx: Context): OpenConnection => ({
  open: async (tenantId, toolId, connectionId) => {
    const found = await readTenant(ctx, { tenantId }, async ({ db }) => {
      const connection = await sealedConnection(db, tenantId, toolId, connectionId)
      const connector = connection && (await findConnector(db, tenantId, toolId))
      return connector && { connector, sealed: connection.sealed }
    })
    if (!found) return undefined
    const { connector, sealed } = found
    const opened = await openForTenant(ctx, tenantId, sealed, connectionAad(tenantId, connectionId))
    return { connector, configuration: new Secret(z.parse(Configuration, JSON.parse(opened.toString('utf8')))) }
  },
})
