import { join } from 'node:path'
import serveStatic from '@fastify/static'
import { formSpec } from '@throughline/contracts/form-texts'
import type { ElementState } from '@throughline/flow/form-view'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Config, respondentOrigin, sitesOrigin } from '../../../core/config.ts'
import { AppError } from '../../../core/errors.ts'
import { requireFormOrigin } from '../../../core/http/csrf.ts'
import { ASSET_POLICY, storeOf } from '../../../core/http/page-policies.ts'
import { type Outcome, type RespondParts, receiveResponse } from '../respond/receive-response.ts'
import { closedPage, failedPage, formPage, notFoundPage, thanksPage } from './document.ts'
import { createDrawnPages, type DrawnPage, type Published } from './drawn-pages.ts'
import { pageTexts } from './page.texts.ts'
import { type PageAssets, publicFolder, readPageAssets } from './page-assets.ts'

type PolicyConfig = Pick<
  Config,
  | 'APP_ORIGIN'
  | 'PUBLIC_ORIGIN'
  | 'SITES_ORIGIN'
  | 'USERCONTENT_ORIGIN'
  | 'S3_ENDPOINT'
  | 'S3_PUBLIC_ENDPOINT'
  | 'S3_BUCKET'
>

/** An author names whole origins; anything else could end the directive and begin another. */
function originOf(named: string): string | undefined {
  const url = URL.canParse(named) ? new URL(named) : undefined
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.origin : undefined
}

/** Who may show the form inside a page of theirs: websites made here, where nothing runs, and those that it names. */
const ancestorsOf = (config: PolicyConfig, named: readonly string[] = []): string =>
  [sitesOrigin(config), ...named.flatMap((one) => originOf(one) ?? [])].join(' ')

/**
 * Nothing but the files of the public page's own folder, the form's picture and its calls. The answers go to the page's own
 * address, parts of large files to the store's quarantine.
 */
function pagePolicyOf(config: PolicyConfig, frameAncestors?: readonly string[]): string {
  const own = respondentOrigin(config)
  const assets = `${own}/public/assets/`
  return [
    "default-src 'none'",
    `script-src ${assets}`,
    `style-src ${assets}`,
    `font-src ${assets}`,
    `worker-src ${assets}`,
    `img-src ${own}/v1/forms/public/`,
    `connect-src ${own}/v1/forms/public/ ${storeOf(config)}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestorsOf(config, frameAncestors)}`,
    "require-trusted-types-for 'script'",
    'trusted-types throughline',
  ].join('; ')
}

const Params = z.object({ formId: z.uuid() })
const idIn = (request: FastifyRequest) => z.safeParse(Params, request.params).data?.formId.toLowerCase()

/** Any cache may hold it, and asks each time whether it is still the one. */
const CACHING = 'public, max-age=0, must-revalidate'

function withHeaders(reply: FastifyReply, config: Config, frameAncestors?: readonly string[]): FastifyReply {
  return reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicyOf(config, frameAncestors),
    // The answers go to the page's own address: there it must say where they come from.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
}

/** A form has one address: on the host for public pages, where there is one. */
function elsewhere(config: Config, { host, url }: FastifyRequest): string | undefined {
  const origin = respondentOrigin(config)
  return host === new URL(origin).host ? undefined : `${origin}${url}`
}

function sendDrawn(config: Config, request: FastifyRequest, reply: FastifyReply, page: DrawnPage) {
  withHeaders(reply, config, page.frameAncestors).headers({
    'cache-control': CACHING,
    etag: page.etag,
    vary: 'accept-encoding',
  })
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send()
  const isBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  if (isBrotli) reply.header('content-encoding', 'br')
  return reply.send(isBrotli ? page.brotli : page.plain)
}

/** What a plain form sent, once more, with what is wrong with it. */
function refusedPage(published: Published, refused: Extract<Outcome, { refusal: AppError }>, assets?: PageAssets) {
  const { form } = published
  const problems = new Map(refused.refusal.errors?.map(({ path, message }) => [path, message]))
  const states = form.compiled.fields.map(({ name }): [string, ElementState] => {
    const problem = problems.get(name)
    return [name, { value: refused.answers[name] ?? null, ...(problem !== undefined && { problem }) }]
  })
  const hasFiles = form.compiled.fields.some(({ type }) => type === 'file')
  const text = [refused.refusal.message, pageTexts.nothingSent, hasFiles && pageTexts.chooseFilesAgain]
  return formPage(form, assets, {
    states: Object.fromEntries(states),
    title: formSpec.submitFailed,
    text: text
      .filter(Boolean)
      .map((one) => (/[.!?]$/.test(String(one)) ? one : `${one}.`))
      .join(' '),
  })
}

/** A page for what the form's own page cannot say: it was not found, or the server failed. */
function errorPages(config: Config, assets: PageAssets | undefined) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = error instanceof AppError ? error : undefined
    if (!refusal) request.log.error({ err: error }, 'failed')
    const status = refusal?.status ?? 500
    if (refusal?.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
    withHeaders(reply.status(status), config).header('cache-control', 'no-store')
    if (status === 404) return reply.send(notFoundPage(assets))
    const isPost = request.method === 'POST'
    const text = status === 429 || status === 503 ? pageTexts.busy : refusal?.message
    return reply.send(
      failedPage(assets, isPost ? formSpec.submitFailed : formSpec.loadFailed, isPost ? text : undefined),
    )
  }
}

async function registerAssets(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, plain: 'page' }
  })
  await app.register(serveStatic, {
    root: join(publicFolder, 'assets'),
    prefix: '/public/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
    index: false,
    setHeaders: (reply) => void reply.header('content-security-policy', ASSET_POLICY),
    schemaHide: true,
  })
}

/**
 * The page that people without an account fill in. It sets and reads no cookie; opening it changes nothing. Its own script
 * sends it by the calls for respondents, a browser without scripts by a plain form to the page's own address.
 */
export async function formPages(app: FastifyInstance, parts: RespondParts) {
  const { ctx, limits } = parts
  const { config } = ctx
  const assets = readPageAssets()
  const pages = createDrawnPages(ctx, assets)
  const errorHandler = errorPages(config, assets)
  const options = { schema: { hide: true }, config: { plain: 'page' }, errorHandler } as const
  const path = '/public/forms/:formId'

  app.get(path, options, async (request, reply) => {
    const other = elsewhere(config, request)
    if (other !== undefined) return reply.redirect(other, 308)
    const { ip } = request
    await limits.takeAddress(ip)
    const formId = idIn(request)
    await limits.takeRespondent('read', ip, formId ?? '')
    const page = formId === undefined ? undefined : await pages.find(formId)
    if (page) return sendDrawn(config, request, reply, page)
    return withHeaders(reply.status(404), config).header('cache-control', 'no-store').send(notFoundPage(assets))
  })

  app.post(path, options, async (request, reply) => {
    const other = elsewhere(config, request)
    if (other !== undefined) return reply.redirect(other, 308)
    const { ip } = request
    await limits.takeAddress(ip)
    requireFormOrigin(config, request)
    const formId = idIn(request)
    await limits.takeRespondent('public_send', ip, formId ?? '')
    const outcome = formId === undefined ? undefined : await receiveResponse(parts, request, formId)
    const published = formId === undefined ? undefined : await pages.read(formId)
    if (!outcome || !published) throw new AppError(404, 'not_found', pageTexts.notFound.title)
    withHeaders(reply, config, published.frameAncestors).header('cache-control', 'no-store')
    const { form, closed } = published
    if ('receipt' in outcome) return reply.send(thanksPage(form, assets, outcome.receipt.receipt))
    const { refusal } = outcome
    reply.status(refusal.status)
    if (refusal.receipt !== undefined) return reply.send(thanksPage(form, assets, refusal.receipt))
    if (closed) return reply.send(closedPage(form, assets, closed))
    return reply.send(refusedPage(published, outcome, assets))
  })

  if (assets) await app.register(registerAssets)
}
