import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { html } from '@throughline/flow/form-view'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { landingPolicyOf } from './page-policies.ts'

type LandingConfig = Pick<
  Config,
  | 'APP_ORIGIN'
  | 'SIGNUP_APPROVAL'
  | 'LANDING_CONTACT_EMAIL'
  | 'LANDING_TWITTER_URL'
  | 'LANDING_LINKEDIN_URL'
  | 'LANDING_GITHUB_URL'
>

/** Fills in what only the configuration knows, and takes out what it does not. */
export function completeLanding(page: string, config: LandingConfig, year: number): string {
  const profiles = {
    twitter: config.LANDING_TWITTER_URL,
    linkedin: config.LANDING_LINKEDIN_URL,
    github: config.LANDING_GITHUB_URL,
  }
  const isShown: Record<string, boolean> = {
    contact: config.LANDING_CONTACT_EMAIL !== undefined,
    register: !config.SIGNUP_APPROVAL,
    social: Object.values(profiles).some((url) => url !== undefined),
    ...Object.fromEntries(Object.entries(profiles).map(([name, url]) => [name, url !== undefined])),
  }
  const values: Record<string, string | undefined> = {
    app: config.APP_ORIGIN,
    contact: config.LANDING_CONTACT_EMAIL,
    rights: `© ${year} Throughline`,
    ...profiles,
  }
  const shown = (text: string): string =>
    text.replace(/<!--(\w+)-->(.*?)<!--\/\1-->/gs, (_, name: string, inside: string) =>
      isShown[name] ? shown(inside) : '',
    )
  return shown(page).replace(/\btl:(\w+)/g, (_, name: string) => html`${values[name] ?? ''}`.toString())
}

const INLINE = /<(style|script)>([^]*?)<\/\1>/g

/** The one page of the marketing host, the same bytes for everybody. Undefined where the web is not built. */
export function createLanding(file: string, config: LandingConfig, now: () => Date = () => new Date()) {
  if (!existsSync(file)) return undefined
  const built = readFileSync(file, 'utf8')
  const hashes = { style: '', script: '' }
  for (const [, kind, content = ''] of built.matchAll(INLINE))
    hashes[kind === 'style' ? 'style' : 'script'] +=
      ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`
  const policy = landingPolicyOf(hashes)
  const written = (year: number) => {
    const plain = Buffer.from(completeLanding(built, config, year))
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    return { year, plain, brotli: brotliCompressSync(plain), etag }
  }
  let page = written(now().getUTCFullYear())
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (page.year !== now().getUTCFullYear()) page = written(now().getUTCFullYear())
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'public, max-age=0, must-revalidate',
      etag: page.etag,
      vary: 'accept-encoding',
    })
    if (request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send()
    const isBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    if (isBrotli) reply.header('content-encoding', 'br')
    return reply.send(isBrotli ? page.brotli : page.plain)
  }
}
