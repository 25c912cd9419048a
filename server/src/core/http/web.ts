import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type Config, hostsOf } from '../config.ts'
import { notFound } from '../errors.ts'
import { createLanding } from './landing.ts'
import { ASSET_POLICY, policyOf } from './page-policies.ts'

const webFolder = join(import.meta.dirname, '../../../../web/dist')

const meta = (name: string, content: string) => `<meta name="${name}" content="${content.replaceAll('"', '&quot;')}" />`

const HOST_SCRIPT = /<link [^>]*data-host="(\w+)"[^>]*>\s*/g

/** The page names what every host's application begins with; of those, the host's own stay. */
export const withScriptsOf = (page: string, host: string) =>
  page.replaceAll(HOST_SCRIPT, (link, of: string) => (of === host ? link : ''))

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
  const pages = new Map(Object.entries(hosts).map(([name, host]) => [host, withScriptsOf(page, name)]))
  const landing = createLanding(join(webFolder, 'landing.html'), config)
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
    const isCall = ['/v1', '/api', '/ws', '/assets', '/public/assets'].some(
      (prefix) => path === prefix || path.startsWith(`${prefix}/`),
    )
    if (isCall) throw notFound()
    // The marketing host has one page: whatever was wanted, it is that.
    if (landing && request.host === hosts.www)
      return /^\/home\/?$/.test(path) ? landing(request, reply) : reply.redirect('/home', 302)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyOf(config, nonce))
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .send(
        (pages.get(request.host) ?? page)
          .replaceAll('<script', `<script nonce="${nonce}"`)
          .replace('</head>', `${meta('tl-nonce', nonce)}</head>`),
      )
  })
}
