import type { TenantId } from '@throughline/contracts/ids'
import { Json } from '@throughline/contracts/json'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { openForTenant } from '../../core/keys/tenant-key.ts'
import { Secret } from '../../core/secret.ts'
import { noteConnectionCall, sealedConnection } from './connections.queries.ts'
import { connectionAad } from './secret-aad.ts'
import { findTool } from './tools.queries.ts'

/** A connection as a call needs it. */
export interface OpenedConnection {
  endpoint: string
  inputSchema: z.infer<typeof Json>
  outputSchema: z.infer<typeof Json>
  /** As JSON, whole. */
  configuration: Secret<string>
}

export interface OpenConnection {
  /** Nothing where the tool has no such connection, or no longer. */
  open: (tenantId: TenantId, toolId: string, connectionId: string) => Promise<OpenedConnection | undefined>
  /** Keeps how the last call by it ended. */
  note: (tenantId: TenantId, connectionId: string, problem: string | null) => Promise<void>
}

/** Only the worker's role may read what this needs. */
export const createOpenConnection = (ctx: Context): OpenConnection => ({
  open: async (tenantId, toolId, connectionId) => {
    const found = await readTenant(ctx, { tenantId }, async ({ db }) => {
      const connection = await sealedConnection(db, tenantId, toolId, connectionId)
      const tool = connection && (await findTool(db, tenantId, toolId))
      return tool && { tool, sealed: connection.sealed }
    })
    if (!found) return undefined
    const { tool, sealed } = found
    const configuration = await openForTenant(ctx, tenantId, sealed, connectionAad(tenantId, connectionId))
    return {
      endpoint: tool.api_endpoint,
      inputSchema: z.parse(Json, tool.input_schema),
      outputSchema: z.parse(Json, tool.output_schema),
      configuration: new Secret(configuration.toString('utf8')),
    }
  },
  note: async (tenantId, connectionId, problem) => {
    try {
      await inTenant(ctx, { tenantId }, ({ db }) => noteConnectionCall(db, tenantId, connectionId, problem))
    } catch (error) {
      // The call was made: it must not be taken for one that was not.
      ctx.log.warn({ err: error, connection: connectionId }, 'a call by a connection was not noted')
    }
  },
})
