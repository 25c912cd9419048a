import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import { CODES } from '@throughline/contracts/errors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginCallback,
  LogController,
  type RouteOptions,
} from 'fastify'
import { AppError, notFound } from '../errors.ts'
import { registerMultipart } from '../storage/uploaded-file.ts'
import { countRequest } from '../telemetry/count-request.ts'
import { checkRoute } from './boot-check.ts'
import type { Mount } from './call.ts'
import { describeBy, type Shapes } from './describe.ts'
import { docs } from './docs.ts'
import { handleError } from './error-handler.ts'
import { createHostGate } from './gate.ts'
import { BODY_BYTES, createMount, type HttpParts } from './mount.ts'
import { PERMISSIONS_POLICY } from './page-policies.ts'

export interface AppOptions extends HttpParts {
  routes: readonly ((on: Mount) => void)[]
  shapes: Shapes
  /** What is served beside the endpoints: health, sockets, the web. */
  more(app: FastifyInstance): Promise<void>
  httpPlugin: FastifyPluginCallback | undefined
  version: string
}

/** Fastify with everything that holds for every route; what a route does stands with its area. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { ctx } = options
  const logger: FastifyBaseLogger = ctx.log
  const app = Fastify({
    loggerInstance: logger,
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false,
    trustProxy: ctx.config.TRUST_PROXY ?? false,
    bodyLimit: BODY_BYTES,
    // A sender that dawdles is cut off; large files have a time of their own to come.
    requestTimeout: 300_000,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
  })
  const always = {
    'x-app-version': options.version,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'permissions-policy': PERMISSIONS_POLICY,
    ...(ctx.config.APP_ORIGIN.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  const requireServedHere = createHostGate(ctx.config)
  // Content is JSON or, where a file is declared, multipart.
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, _content, done) =>
    request.routeOptions.config.endpoint?.one_click ? done(null) : done(new AppError(415, CODES.invalid, 'Send JSON')),
  )

  // The endpoint's schemas are applied by `mount`; Fastify only publishes them.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.setErrorHandler(handleError)
  app.setNotFoundHandler({}, () => {
    throw notFound()
  })
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.decorateRequest('viewer', undefined)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...always, 'x-request-id': request.id })
    requireServedHere(request)
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        url: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    countRequest(request, reply)
    done()
  })

  if (options.httpPlugin) await app.register(options.httpPlugin)
  await app.register(cookie)
  await registerMultipart(app)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Throughline', version: '1', description: 'Every call of the product.' },
    },
    convertConstToEnum: false,
    ...describeBy(options.shapes),
  })
  const on = createMount(app, options)
  for (const routes of options.routes) routes(on)
  await app.register(docs)
  await options.more(app)
  // Last, so that plugins had their say: whatever was added by then is judged.
  app.addHook('onReady', async () => routes.forEach(checkRoute))
  return app
}
