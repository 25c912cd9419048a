import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { docsPolicyOf } from './page-policies.ts'

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

/** The reference page at /docs and the description behind it, on the host where nobody is signed in. */
export async function docs(app: FastifyInstance) {
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
  await app.register(scalar, { routePrefix: '/docs', configuration })
}
