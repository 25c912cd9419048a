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

/** The reference page at /docs and the description behind it. */
export async function docs(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, plain: 'docs' }
  })
  app.get('/openapi.json', { schema: { hide: true }, config: { plain: 'docs' } }, () => app.swagger())
  await app.register(scalar, { routePrefix: '/docs', configuration })
}
