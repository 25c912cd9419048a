import { createHash } from 'node:crypto'
import { PictureWidth } from '@throughline/contracts/websites'
import { pathsOf, renderNotice, renderPage } from '@throughline/flow/site-view'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Config, respondentOrigin, sitesOrigin } from '../../../core/config.ts'
import type { Context } from '../../../core/context.ts'
import { readTenantOnce } from '../../../core/db/in-tenant.ts'
import { AppError } from '../../../core/errors.ts'
import { PAGE_HEADERS, plainPage } from '../../../core/http/plain-page.ts'
import type { RateLimits } from '../../../core/http/rate-limits.ts'
import { pictureHeaders } from '../../../core/images/send-picture.ts'
import { createWholePictures } from '../../../core/images/whole-pictures.ts'
import { RecentlyUsed } from '../../../core/recently-used.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { findPicture } from '../pictures.queries.ts'
import { baseOf, compressPage, viewOf } from './draw.ts'
import type { PublishedSite, PublishedSites } from './published-site.ts'
import { siteSpec, siteTexts } from './site.texts.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** Nothing runs and nothing is fetched but the website's own pictures and the pages of its forms. */
const policyOf = (config: Config, style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${sha256(style)}'`,
    `img-src ${sitesOrigin(config)}/public/websites/`,
    `frame-src ${respondentOrigin(config)}/public/forms/`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The same bytes for everybody, until the website changes. */
interface DrawnPage {
  plain: Buffer
  brotli: Buffer
  etag: string
  policy: string
}

/** Bytes of pages as they are sent to browsers that cannot unpack them. */
const MAX_DRAWN = 67_108_864

async function drawn(config: Config, { html, style }: { html: string; style: string }): Promise<DrawnPage> {
  const plain = Buffer.from(html)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, brotli: await compressPage(plain), etag, policy: policyOf(config, style) }
}

function send(request: FastifyRequest, reply: FastifyReply, page: DrawnPage) {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    // Any cache may hold it, and asks each time whether it is still the one.
    'cache-control': 'public, max-age=0, must-revalidate',
    etag: page.etag,
    vary: 'accept-encoding',
  })
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send()
  const isBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  if (isBrotli) reply.header('content-encoding', 'br')
  return reply.send(isBrotli ? page.brotli : page.plain)
}

const sendPlain = (reply: FastifyReply, status: number, title: string, text: string) =>
  reply.status(status).headers(PAGE_HEADERS).header('cache-control', 'no-store').send(plainPage(title, text))

function failed(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof AppError ? error : undefined
  if (!refusal) request.log.error({ err: error }, 'failed')
  if (refusal?.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  return sendPlain(reply, refusal?.status ?? 500, siteTexts.failed, siteSpec.loadFailed)
}

const Params = z.object({ websiteId: z.uuid(), '*': z.optional(z.string()), pictureId: z.optional(z.uuid()) })
/** What is drawn under an id never changes. */
const FOREVER = 'public, max-age=31536000, immutable'
const widthOf = (request: FastifyRequest) => z.safeParse(z.object({ w: PictureWidth }), request.query).data?.w
const paramsOf = (request: FastifyRequest) => z.safeParse(Params, request.params).data

/** What is drawn once: pages by version, number and the forms that are open now. */
function createDrawnPages(config: Config) {
  const kept = new RecentlyUsed<Promise<DrawnPage>>(MAX_DRAWN)
  return (site: PublishedSite, page: number): Promise<DrawnPage> | undefined => {
    const key = JSON.stringify([site.tenantId, site.id, site.number, page, site.forms])
    const known = kept.get(key)
    if (known) return known
    const rendered = renderPage(viewOf(site), page)
    return rendered && kept.add(key, drawn(config, rendered), rendered.html.length)
  }
}

const MAX_COMPARED = 80
const MAX_FORMER = 50

/** How many letters have to be added, taken away or replaced to make one of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

interface PageName {
  page: number
  name: string
  /** It was the page's address once. */
  isFormer?: boolean
}

/** The page whose name, or address now or before, is most like the wanted one; undefined where none is near. */
function nearestPage(names: readonly PageName[], wanted: string): PageName | undefined {
  const written = wanted.slice(0, MAX_COMPARED).toLowerCase()
  const most = Math.max(2, written.length / 2)
  const near = names
    .map((found) => ({ found, name: found.name.slice(0, MAX_COMPARED).toLowerCase() }))
    // So many letters are missing at least; the rest need not be compared.
    .filter(({ name }) => name !== '' && Math.abs(name.length - written.length) <= most)
    .map(({ found, name }) => ({ found, far: distance(written, name) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far)
  return near[0]?.found
}

/** What the pages are called, and have been. */
const namesOf = ({ content, former }: PublishedSite): PageName[] => [
  ...pathsOf(content.pages).map((name, page) => ({ page, name })),
  ...content.pages.map(({ title }, page) => ({ page, name: title })),
  ...former.slice(0, MAX_FORMER).map(({ path, page }) => ({ page, name: path, isFormer: true })),
]

interface SiteParts {
  ctx: Context
  limits: RateLimits
  storage: Storage
  sites: PublishedSites
}

/** Websites as visitors read them, on a host where nobody is signed in. They set no cookie and run nothing. */
export function sitePages(app: FastifyInstance, { ctx, limits, storage, sites }: SiteParts) {
  const { config } = ctx
  const pageOf = createDrawnPages(config)
  const readPicture = createWholePictures(storage)
  const host = new URL(sitesOrigin(config)).host
  const options = { schema: { hide: true }, config: { plain: 'site' }, errorHandler: failed } as const

  async function begin(request: FastifyRequest) {
    const params = paramsOf(request)
    await limits.takeAddress(request.ip)
    await limits.takeRespondent('read', request.ip, params?.websiteId ?? '')
    const site = params && (await sites.find(params.websiteId.toLowerCase()))
    return { site, page: params?.['*']?.toLowerCase() ?? '', pictureId: params?.pictureId?.toLowerCase() }
  }

  /** Undefined where the website itself has to answer. */
  function elsewhere(request: FastifyRequest, reply: FastifyReply) {
    return request.host === host ? undefined : reply.redirect(`${sitesOrigin(config)}${request.url}`, 302)
  }

  async function sendMissing(request: FastifyRequest, reply: FastifyReply, site: PublishedSite, wanted: string) {
    const moved = await sites.movedPage(site, wanted)
    const paths = pathsOf(site.content.pages)
    if (moved !== undefined) {
      const path = paths[moved] ?? ''
      return reply.redirect(`${baseOf(site.id)}${path === '' ? '' : `/${path}`}`, 301)
    }
    const near = nearestPage(namesOf(site), wanted)
    const page = near?.page ?? 0
    const name = site.content.pages[page]?.title ?? ''
    const { title, text, nearest, goTo } = siteTexts.noPage
    const said = near ? nearest(wanted.slice(0, MAX_COMPARED), name, near.isFormer ? near.name : undefined) : text
    const link = { label: goTo(name), page }
    const notice = await drawn(config, renderNotice(viewOf(site), { title, text: said, link }))
    return send(request, reply.status(404), notice)
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const led = elsewhere(request, reply)
    if (led) return led
    const { site, page } = await begin(request)
    if (site === 'gone') return sendPlain(reply, 410, siteTexts.unpublished.title, siteTexts.unpublished.text)
    if (!site) return sendPlain(reply, 404, siteTexts.unknown.title, siteTexts.unknown.text)
    if (site.content.pages.length === 0) return sendPlain(reply, 200, siteTexts.noContent, siteSpec.noContent)
    const at = pathsOf(site.content.pages).indexOf(page)
    const found = at === -1 ? undefined : await pageOf(site, at)
    return found ? send(request, reply, found) : sendMissing(request, reply, site, page)
  }

  app.get('/public/websites/:websiteId', options, (request, reply) => sendPage(request, reply))
  // Whatever is behind a website's address is one of its pages, or its own notice that there is none.
  app.get('/public/websites/:websiteId/*', options, (request, reply) => sendPage(request, reply))
  app.get('/public/websites/:websiteId/pictures/:pictureId', options, async (request, reply) => {
    const led = elsewhere(request, reply)
    if (led) return led
    const { site, pictureId } = await begin(request)
    const picture =
      site && site !== 'gone' && pictureId !== undefined && site.pictures.has(pictureId)
        ? await readTenantOnce(ctx, site, ({ db }) =>
            findPicture(db, site.tenantId, site.id, pictureId, widthOf(request)),
          )
        : undefined
    if (!picture) return sendPlain(reply, 404, siteTexts.unknown.title, siteTexts.unknown.text)
    const content = await readPicture(picture.object_key)
    return reply.headers(pictureHeaders(picture.media_type, content.length, FOREVER)).send(content)
  })
}
