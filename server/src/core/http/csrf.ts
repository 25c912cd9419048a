import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CODES } from '@throughline/contracts/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Config, ownOrigin, respondentOrigin } from '../config.ts'
import { AppError } from '../errors.ts'
import { sessionToken, setCsrfCookie, setVisitorCookie, VISITOR_COOKIE } from './cookies.ts'

const mac = (config: Config, binding: string, nonce: string) =>
  createHmac('sha256', config.COOKIE_SECRET.reveal()).update(`csrf\n${binding}\n${nonce}`).digest('base64url')

/** A token is worth something only together with the session (or, before one, the visitor) it was made for. */
export const bindingOf = (request: FastifyRequest) => sessionToken(request) ?? request.cookies[VISITOR_COOKIE]

export function issueCsrf(config: Config, request: FastifyRequest, reply: FastifyReply): string {
  let binding = bindingOf(request)
  if (!binding) {
    binding = randomBytes(32).toString('base64url')
    setVisitorCookie(reply, binding)
  }
  const nonce = randomBytes(16).toString('base64url')
  const token = `${nonce}.${mac(config, binding, nonce)}`
  setCsrfCookie(reply, token)
  return token
}

export function requireCsrf(config: Config, request: FastifyRequest) {
  const refused = new AppError(403, CODES.staleCsrf, 'The page was open for too long. Reload it.')
  const header = request.headers['x-csrftoken']
  const binding = bindingOf(request)
  if (typeof header !== 'string' || !binding) throw refused
  const [nonce = '', given = ''] = header.split('.')
  const expected = Buffer.from(mac(config, binding, nonce))
  const actual = Buffer.from(given)
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw refused
}

const foreignOrigin = () => new AppError(403, 'foreign_origin', 'This request must come from the app itself')

/** Browsers say where a request comes from; what they say must be this very host. */
export function requireOwnOrigin(config: Config, request: FastifyRequest) {
  const { origin, 'sec-fetch-site': site } = request.headers
  if ((origin && origin !== ownOrigin(config, request.host)) || (site && site !== 'same-origin' && site !== 'none')) {
    throw foreignOrigin()
  }
}

/** No cookie and no token stands for a respondent, so that their browser has to say that the page is ours. */
export function requireFormOrigin(config: Config, { headers }: FastifyRequest) {
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = origin === undefined ? site === 'same-origin' : origin === respondentOrigin(config)
  if (!isOwn || (site && site !== 'same-origin')) throw foreignOrigin()
}
