import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** Nothing from elsewhere: no fonts, no assistant, no sharing, no counting. */
const configuration = {
  url: '/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  telemetry: false,
  mcp: { disabled: true },
  agent: { disabled: true },
} as const

/** The page writes its own scripts and styles into itself; it gets nothing from, and tells nothing to, other places. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The reference page at /docs and the description behind it. */
export async function docs(app: FastifyInstance) {
  app.addHook('onSend', async (_request, reply) => void reply.header('content-security-policy', POLICY))
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, plain: 'docs' }
  })
  app.get('/openapi.json', { schema: { hide: true }, config: { plain: 'docs' } }, () => app.swagger())
  await app.register(scalar, { routePrefix: '/docs', configuration })
}
