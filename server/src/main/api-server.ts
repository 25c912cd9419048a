import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createProviderCheck } from '../areas/auth/google.ts'
import { paymentWebhook } from '../areas/billing/webhook.routes.ts'
import { createAskModel } from '../areas/copilot/models/ask-model.ts'
import { formPages } from '../areas/forms/page/page.routes.ts'
import { createReadMessages } from '../areas/inbox/messages/pushed.service.ts'
import { createOauthClient } from '../areas/integrations/sign-in/oauth-client.ts'
import { hookCalls } from '../areas/starts/hooks/receive.routes.ts'
import { createPublishedSites } from '../areas/websites/site/published-site.ts'
import { sitePages } from '../areas/websites/site/site.routes.ts'
import type { Config } from '../core/config.ts'
import type { Context } from '../core/context.ts'
import { createEgress } from '../core/egress/egress.ts'
import { buildApp } from '../core/http/app.ts'
import { sessionToken } from '../core/http/cookies.ts'
import { health } from '../core/http/health.ts'
import { createRateLimits } from '../core/http/rate-limits.ts'
import { findSession } from '../core/http/session.ts'
import { web } from '../core/http/web.ts'
import { createLiveHub } from '../core/live/live.ts'
import { registerSockets } from '../core/live/sockets.ts'
import { createPaymentProvider } from '../core/payments/provider.ts'
import { createRuntime } from '../core/runtime.ts'
import type { Step } from '../core/shutdown.ts'
import { createStorage } from '../core/storage/storage.ts'
import { allRoutes } from './routes.ts'
import { SHAPES } from './shapes.ts'

const builtPage = join(import.meta.dirname, '../../../web/dist/index.html')

/** Names the built web: open pages that were loaded from another build offer to load themselves again. */
const appVersion = () =>
  existsSync(builtPage)
    ? createHash('sha256').update(readFileSync(builtPage)).digest('hex').slice(0, 12)
    : 'development'

export interface ApiServer {
  app: FastifyInstance
  ctx: Context
  /** In this order: stop taking work, finish what was begun, close. */
  shutdown: Step[]
}

/** One API process, complete but not yet listening; `main/api.ts` and the tests both start from here. */
export async function createApiServer(config: Config): Promise<ApiServer> {
  const { ctx, telemetry, redis, channel, temporal, closing } = createRuntime(config, 'api')
  const { log, pools } = ctx
  const storage = createStorage(config)
  const limits = createRateLimits(config, redis)
  const providerEgress = createEgress({ trustedOrigins: [new URL(config.OIDC_ISSUER).origin] })
  const payments = createPaymentProvider(config, createEgress({ trustedOrigins: [config.PAYMENTS_API_URL] }))
  const egress = createEgress({ trustedOrigins: config.TOOLS_TRUSTED_ORIGINS })
  const live = createLiveHub({ channel, pools, log, readMessages: createReadMessages(ctx) })
  const sites = createPublishedSites(ctx)
  const version = appVersion()
  let draining = false

  const app = await buildApp({
    ctx,
    limits,
    storage,
    version,
    httpPlugin: telemetry.httpPlugin,
    routes: allRoutes({
      limits,
      storage,
      egress,
      checkProviderToken: createProviderCheck(ctx, providerEgress),
      askModel: createAskModel(temporal, log),
      oauth: createOauthClient(config),
      payments,
      sites,
    }),
    shapes: SHAPES,
    more: async (instance) => {
      health(instance, ctx, () => draining)
      await registerSockets(instance, {
        config,
        hub: live.hub,
        findHolder: async (request) => {
          const { ip } = request
          await limits.takeAddress(ip)
          const viewer = await findSession(ctx, sessionToken(request) ?? '', request.host)
          await limits.take('socket', ip, viewer)
          if (!viewer) return undefined
          const { two_factors_missing: waits, is_approved: isApproved } = viewer.user
          return { ...viewer, waits, isApproved }
        },
      })
      await paymentWebhook(instance, { ctx, limits, provider: payments })
      await hookCalls(instance, { ctx, limits })
      await formPages(instance, { ctx, limits, storage })
      sitePages(instance, { ctx, limits, storage, sites })
      await web(instance, config, version)
    },
  })

  const shutdown: Step[] = [
    ['stop being ready', () => void (draining = true)],
    ['sockets', () => live.stop()],
    ['http', () => app.close()],
    ['storage', () => storage.close()],
    ...closing,
  ]
  return { app, ctx, shutdown }
}
