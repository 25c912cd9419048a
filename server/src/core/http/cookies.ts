import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const SESSION_COOKIE = '__Host-session'
/** Names a browser before it has a session, so that tokens and nonces can be bound to it. */
export const VISITOR_COOKIE = '__Host-visitor'
/** Names a browser across its sessions, so that people are told when one they never used signs in. */
export const DEVICE_COOKIE = '__Host-device'
/** The specification's name; readable by scripts, worth nothing without the cookie it is bound to. */
const CSRF_COOKIE = 'csrftoken'

const hostBound: CookieSerializeOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' }
const DAY = 24 * 3600
const THIRTY_DAYS = 30 * DAY
/** As long as browsers keep a cookie at all. */
const LONGEST = 400 * DAY

export const sessionToken = (request: FastifyRequest) => request.cookies[SESSION_COOKIE]

export function setSessionCookie(reply: FastifyReply, token: string) {
  reply.setCookie(SESSION_COOKIE, token, { ...hostBound, maxAge: THIRTY_DAYS })
}

export function clearSessionCookie(reply: FastifyReply) {
  reply.clearCookie(SESSION_COOKIE, hostBound)
}

export function setVisitorCookie(reply: FastifyReply, visitor: string) {
  reply.setCookie(VISITOR_COOKIE, visitor, hostBound)
}

export function setDeviceCookie(reply: FastifyReply, token: string) {
  reply.setCookie(DEVICE_COOKIE, token, { ...hostBound, maxAge: LONGEST })
}

export function setCsrfCookie(reply: FastifyReply, token: string) {
  reply.setCookie(CSRF_COOKIE, token, { path: '/', secure: true, sameSite: 'lax' })
}
