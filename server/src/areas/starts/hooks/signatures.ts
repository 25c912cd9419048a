import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { HookStyle } from '@throughline/contracts/hooks'

/** A call as it came: signatures are over the very bytes. */
export interface SignedCall {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Of calls that say when they were signed. */
const TOLERANCE_MS = 5 * 60_000
const LONGEST_HEADER = 2_000
const MAX_SIGNATURES = 10

type SignatureCheck = { ok: true } | { ok: false; code: string; message: string }

const refused = (code: string, message: string): SignatureCheck => ({ ok: false, code, message })
const NOT_SIGNED = refused('not_signed', 'The call isn’t signed.')
const WRONG = refused('wrong_signature', 'The signature doesn’t match.')

const headerOf = ({ headers }: SignedCall, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' && value.length > 0 && value.length <= LONGEST_HEADER ? value : undefined
}

const isSame = (given: Buffer, expected: Buffer) => given.length === expected.length && timingSafeEqual(given, expected)

/** All are compared, so that the time it takes does not tell which one was near. */
const isAmong = (given: readonly Buffer[], expected: readonly Buffer[]) =>
  given
    .slice(0, MAX_SIGNATURES)
    .flatMap((one) => expected.map((other) => isSame(one, other)))
    .includes(true)

/** Standard Webhooks writes its key in base64 after a prefix. */
const keyBytes = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

const mac = (key: Buffer | string, ...parts: (string | Buffer)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

const minutes = (ms: number) => {
  const count = Math.round(ms / 60_000)
  return count === 1 ? '1 minute' : `${count} minutes`
}

function inTime(seconds: string, now: number): SignatureCheck {
  const age = now - Number(seconds) * 1000
  if (Math.abs(age) <= TOLERANCE_MS) return { ok: true }
  return age > 0
    ? refused('too_old', `Signed ${minutes(age)} before it arrived.`)
    : refused('too_new', `Signed ${minutes(-age)} ahead of our clock.`)
}

const SECONDS = /^\d{1,12}$/

function checkStandard(call: SignedCall, secrets: readonly string[], now: number): SignatureCheck {
  const [id, time, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(call, name))
  if (!id || !time || !given || !SECONDS.test(time)) return NOT_SIGNED
  const signatures = given
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []))
  const expected = secrets.map((secret) => mac(keyBytes(secret), `${id}.${time}.`, call.body))
  return isAmong(signatures, expected) ? inTime(time, now) : WRONG
}

function checkGithub(call: SignedCall, secrets: readonly string[]): SignatureCheck {
  const given = headerOf(call, 'x-hub-signature-256')
  if (!given?.startsWith('sha256=')) return NOT_SIGNED
  const expected = secrets.map((secret) => mac(secret, call.body))
  return isAmong([Buffer.from(given.slice(7), 'hex')], expected) ? { ok: true } : WRONG
}

function checkStripe(call: SignedCall, secrets: readonly string[], now: number): SignatureCheck {
  const parts = (headerOf(call, 'stripe-signature') ?? '').split(',').map((one) => one.trim().split('=', 2))
  const times = parts.flatMap(([name, value]) => (name === 't' && value ? [value] : []))
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value ? [Buffer.from(value, 'hex')] : []))
  const [time] = times
  if (!time || times.length > 1 || !SECONDS.test(time) || signatures.length === 0) return NOT_SIGNED
  const expected = secrets.map((secret) => mac(secret, `${time}.`, call.body))
  return isAmong(signatures, expected) ? inTime(time, now) : WRONG
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function checkBearer(call: SignedCall, secrets: readonly string[]): SignatureCheck {
  const given = /^Bearer (\S+)$/i.exec(headerOf(call, 'authorization') ?? '')?.[1]
  if (!given) return NOT_SIGNED
  return isAmong([digest(given)], secrets.map(digest)) ? { ok: true } : WRONG
}

const CHECKS = { standard: checkStandard, github: checkGithub, stripe: checkStripe, bearer: checkBearer }

/** Whether one of the secrets signed it, lately. */
export const checkSignature = (style: HookStyle, call: SignedCall, secrets: readonly string[], now = Date.now()) =>
  CHECKS[style](call, secrets, now)

/** The headers of a call that is signed as its sender would. */
export function signedHeaders(
  style: HookStyle,
  secret: string,
  body: Buffer,
  { id, now = Date.now() }: { id: string; now?: number },
): Record<string, string> {
  const time = String(Math.floor(now / 1000))
  if (style === 'bearer') return { authorization: `Bearer ${secret}`, 'webhook-id': id }
  if (style === 'github') return { 'x-hub-signature-256': `sha256=${mac(secret, body).toString('hex')}` }
  if (style === 'stripe') return { 'stripe-signature': `t=${time},v1=${mac(secret, `${time}.`, body).toString('hex')}` }
  const signature = mac(keyBytes(secret), `${id}.${time}.`, body).toString('base64')
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
}
