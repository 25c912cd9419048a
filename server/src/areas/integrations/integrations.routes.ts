import { replaceConnection } from '@throughline/contracts/connection-acts'
import * as connections from '@throughline/contracts/connections'
import { TOOL_CATEGORIES } from '@throughline/contracts/connections'
import * as integrations from '@throughline/contracts/integrations'
import * as openApiTools from '@throughline/contracts/openapi-tools'
import type { Context } from '../../core/context.ts'
import type { Egress } from '../../core/egress/egress.ts'
import type { Mount } from '../../core/http/call.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { tenantKey } from '../../core/keys/tenant-key.ts'
import { allConnections, endConnection, replaceInDrafts, storeConnection } from './connections.service.ts'
import { createOpenApiTools } from './openapi/openapi-tools.service.ts'
import { allSecrets, eraseSecret, storeSecret, writeSecretOver } from './secrets.service.ts'
import { allTools, storeTool } from './tools.service.ts'

/** The key is made or fetched now: a transaction that waited for it would hold a connection while it asks for a second. */
const before = async ({ ctx, viewer }: { ctx: Context; viewer: Viewer }) => void (await tenantKey(ctx, viewer.tenantId))

export const integrationRoutes = (egress: Egress) => (on: Mount) => {
  const openApi = createOpenApiTools(egress)

  on(integrations.listSecrets, ({ ctx, viewer }) => allSecrets(ctx, viewer))
  on(integrations.addSecret, ({ ctx, viewer, body }) => storeSecret(ctx, viewer, body), { before })
  on(
    integrations.replaceSecret,
    ({ ctx, viewer, params, body }) => writeSecretOver(ctx, viewer, params.secretId, body),
    { before },
  )
  on(integrations.removeSecret, ({ ctx, viewer, params }) => eraseSecret(ctx, viewer, params.secretId))

  on(connections.listToolCategories, async () => ({ data: [...TOOL_CATEGORIES] }))
  on(connections.listTools, ({ ctx, viewer }) => allTools(ctx, viewer))
  on(connections.addTool, ({ ctx, viewer, body }) => storeTool(ctx, viewer, body))
  // What was read is kept nowhere, so reading it again is harmless.
  on(openApiTools.readOpenApiDocument, ({ ctx, body }) => openApi.read(ctx, body), { once: 'never' })
  on(openApiTools.addOpenApiTool, ({ ctx, viewer, body }) => openApi.store(ctx, viewer, body), {
    before: ({ ctx, body }) => openApi.prepare(ctx, body),
  })
  on(connections.listConnections, ({ ctx, viewer }) => allConnections(ctx, viewer))
  on(
    connections.connectTool,
    ({ ctx, viewer, params, query, body }) => storeConnection(ctx, viewer, params.toolId, query, body),
    { before },
  )
  on(replaceConnection, ({ ctx, viewer, params, body }) =>
    replaceInDrafts(ctx, viewer, params.connectionId, body.connection_id),
  )
  on(connections.disconnectTool, ({ ctx, viewer, params }) => endConnection(ctx, viewer, params.connectionOrToolId))
}
