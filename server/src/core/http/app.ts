import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { constants, Http2ServerRequest } from 'node:http2'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { EndpointShape, Schema } from '@throughline/contracts/endpoint'
import { CODES } from '@throughline/contracts/errors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginCallback,
  LogController,
  type RouteOptions,
} from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { registerMultipart } from '../storage/uploaded-file.ts'
import { countRequest } from '../telemetry/count-request.ts'
import type { Mount } from './call.ts'
import { describeBy, type Shapes } from './describe.ts'
import { handleError } from './error-handler.ts'
import { createHostGate } from './gate.ts'
import { BODY_BYTES, createMount, type HttpParts } from './mount.ts'
import { docsPolicyOf, PERMISSIONS_POLICY } from './page-policies.ts'

/** Nothing from elsewhere: no fonts, no assistant, no sharing, no counting. */
const docsConfiguration = {
  url: '/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  telemetry: false,
  mcp: { disabled: true },
  agent: { disabled: true },
} as const

/** The reference page at /docs and the description behind it, on the host where nobody is signed in. */
async function docs(app: FastifyInstance) {
  app.addHook('onSend', async (_request, reply, payload) => {
    const nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', docsPolicyOf(nonce))
    const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
    return isPage ? payload.replaceAll('<script', `<script nonce="${nonce}"`) : payload
  })
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, plain: 'docs' }
  })
  app.get('/openapi.json', { schema: { hide: true }, config: { plain: 'docs' } }, () => app.swagger())
  await app.register(scalar, { routePrefix: '/docs', configuration: docsConfiguration })
}

/** A strict object is one whose unknown keys are refused. */
const isStrict = (schema: Schema) =>
  schema instanceof z.core.$ZodObject && schema._zod.def.catchall?._zod.def.type === 'never'

function problemsOf(endpoint: EndpointShape): string[] {
  const problems: string[] = []
  if (!endpoint.access) problems.push('says not who may call it')
  if (!endpoint.rate) problems.push('names no rate class')
  if (!endpoint.response) problems.push('has no response schema')
  if (/:\w/.test(endpoint.path) && !endpoint.params) problems.push('has no schema for its path parameters')
  if (endpoint.body && !endpoint.free_body && !isStrict(endpoint.body)) problems.push('takes unknown keys in its body')
  return problems
}

/** Every route is a declared endpoint or says why it is none; anything else stops the process before it listens. */
function checkRoute(route: Pick<RouteOptions, 'method' | 'url' | 'config'>) {
  if (route.config?.plain) return
  const endpoint = route.config?.endpoint
  const problems = endpoint ? problemsOf(endpoint) : ['is not a declared endpoint']
  if (problems.length > 0) throw new Error(`${String(route.method)} ${route.url} ${problems.join(', ')}`)
}

export interface AppOptions extends HttpParts {
  routes: readonly ((on: Mount) => void)[]
  shapes: Shapes
  /** What is served beside the endpoints: health, sockets, the web. */
  more(app: FastifyInstance): Promise<void>
  httpPlugin: FastifyPluginCallback | undefined
  version: string
}

/** A sender that dawdles is cut off; large files have a time of their own to come. */
const REQUEST_TIMEOUT = 300_000

/** Node holds requests to a time over HTTP/1.1 only: over HTTP/2 a body that trickles in would never end. */
export function endSlowBodies(app: FastifyInstance, ms = REQUEST_TIMEOUT) {
  app.addHook('onRequest', async ({ raw }) => {
    if (!(raw instanceof Http2ServerRequest) || raw.stream.endAfterHeaders) return
    const timer = setTimeout(() => raw.complete || raw.stream.close(constants.NGHTTP2_CANCEL), ms)
    const stop = () => clearTimeout(timer)
    raw.once('end', stop)
    raw.once('close', stop)
  })
}

function serverOptions({ config, log }: Context) {
  const logger: FastifyBaseLogger = log
  return {
    loggerInstance: logger,
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false as const,
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
  }
}

/**
 * With a certificate TLS ends here, and browsers fetch all files of a page over one connection (HTTP/2); sockets and
 * clients that know no better speak HTTP/1.1 on the same port.
 */
function createServer(ctx: Context): FastifyInstance {
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = ctx.config
  if (!cert || !key) return Fastify(serverOptions(ctx))
  const https = { allowHTTP1: true, cert: readFileSync(cert), key: readFileSync(key) }
  const server: unknown = Fastify({ ...serverOptions(ctx), http2: true, https })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fastify tells the two apart by types alone
  return server as FastifyInstance
}

/** Fastify with everything that holds for every route; what a route does stands with its area. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { ctx } = options
  const app = createServer(ctx)
  endSlowBodies(app)
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
  app.decorateRequest('apiKey', undefined)
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
