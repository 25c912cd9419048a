import * as integrations from '@throughline/contracts/integrations'
import type { Context } from '../../core/context.ts'
import type { Mount } from '../../core/http/call.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { tenantKey } from '../../core/keys/tenant-key.ts'
import { allSecrets, eraseSecret, storeSecret, writeSecretOver } from './secrets.service.ts'

/** The key is made or fetched now: a transaction that waited for it would hold a connection while it asks for a second. */
const before = async ({ ctx, viewer }: { ctx: Context; viewer: Viewer }) => void (await tenantKey(ctx, viewer.tenantId))

export const integrationRoutes = (on: Mount) => {
  on(integrations.listSecrets, ({ ctx, viewer }) => allSecrets(ctx, viewer))
  on(integrations.addSecret, ({ ctx, viewer, body }) => storeSecret(ctx, viewer, body), { before })
  on(
    integrations.replaceSecret,
    ({ ctx, viewer, params, body }) => writeSecretOver(ctx, viewer, params.secretId, body),
    { before },
  )
  on(integrations.removeSecret, ({ ctx, viewer, params }) => eraseSecret(ctx, viewer, params.secretId))
}
