import * as integrations from '@throughline/contracts/integrations'
import type { Mount } from '../../core/http/call.ts'
import { allSecrets, eraseSecret, storeSecret, writeSecretOver } from './secrets.service.ts'

export const integrationRoutes = (on: Mount) => {
  on(integrations.listSecrets, ({ ctx, viewer }) => allSecrets(ctx, viewer))
  on(integrations.addSecret, ({ ctx, viewer, body }) => storeSecret(ctx, viewer, body))
  on(integrations.replaceSecret, ({ ctx, viewer, params, body }) => writeSecretOver(ctx, viewer, params.secretId, body))
  on(integrations.removeSecret, ({ ctx, viewer, params }) => eraseSecret(ctx, viewer, params.secretId))
}
