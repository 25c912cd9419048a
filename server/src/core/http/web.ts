import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type Config, hostsOf } from '../config.ts'
import { notFound } from '../errors.ts'
import { QUARANTINE } from '../storage/quarantine.ts'

type PolicyConfig = Pick<
  Config,
  'GOOGLE_SCRIPT_URL' | 'USERCONTENT_ORIGIN' | 'S3_ENDPOINT' | 'S3_PUBLIC_ENDPOINT' | 'S3_BUCKET'
>

const webFolder = join(import.meta.dirname, '../../../../web/dist')

/** Where pages read files from, and where they send the parts of large ones: of the store they reach nothing else. */
const filesOf = (config: PolicyConfig) => ({
  content: config.USERCONTENT_ORIGIN,
  store: `${(config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT).replace(/\/$/, '')}/${config.S3_BUCKET}/${QUARANTINE}`,
})

/**
 * Nothing but our own files runs; the identity provider's script, and what lies beside it, are the one named exception.
 * Never its whole host: that also answers with whatever script a caller asks it for.
 */
export function policyOf(config: PolicyConfig, nonce: string): string {
  const { content, store } = filesOf(config)
  const provider = new URL('.', config.GOOGLE_SCRIPT_URL).href
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' ${config.GOOGLE_SCRIPT_URL}`,
    `style-src 'self' 'nonce-${nonce}' ${provider}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' blob: data: ${content}`,
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${provider} ${content} ${store}`,
    `frame-src ${provider}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A worker has the policy that its script comes with: it reaches nothing but our own files. */
const ASSET_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

const meta = (name: string, content: string) => `<meta name="${name}" content="${content.replaceAll('"', '&quot;')}" />`

/** Serves the built web: files by name, and the page for every other address, with what only the server knows in its head. */
export async function web(app: FastifyInstance, config: Config, version: string) {
  const index = join(webFolder, 'index.html')
  if (!existsSync(index)) {
    app.log.warn('web/dist is missing: this process answers calls only')
    return
  }
  const hosts = hostsOf(config)
  const page = readFileSync(index, 'utf8').replace(
    '</head>',
    `${meta('tl-hosts', JSON.stringify(hosts))}${meta('tl-version', version)}</head>`,
  )
  app.addHook('onRoute', (route) => {
    if (!route.config?.endpoint) route.config = { ...route.config, plain: route.config?.plain ?? 'web' }
  })
  await app.register(serveStatic, {
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: true,
    setHeaders: (reply) => void reply.header('content-security-policy', ASSET_POLICY),
    schemaHide: true,
  })
  for (const file of ['theme-boot.js', 'favicon.svg']) {
    app.get(`/${file}`, { schema: { hide: true }, config: { plain: 'web' } }, (_request, reply) =>
      reply.sendFile(file, webFolder, { immutable: false, maxAge: '1h' }),
    )
  }
  app.get('/*', { schema: { hide: true }, config: { plain: 'web' } }, (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isCall = ['/v1', '/api', '/ws', '/assets'].some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    if (isCall || request.host === hosts.usercontent) throw notFound()
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyOf(config, nonce))
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .send(
        page.replaceAll('<script', `<script nonce="${nonce}"`).replace('</head>', `${meta('tl-nonce', nonce)}</head>`),
      )
  })
}
