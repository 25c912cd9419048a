import type { EgressError } from '../../../core/egress/egress-error.ts'
import { truncate } from '../../../core/truncate.ts'

const LONGEST_PROBLEM = 240
/** Nothing is said of whether something answers there. */
export const NOT_PUBLIC = 'isn’t a public address'

/** What a connection failed with, where the system said it. */
function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

const NOT_FOUND = new Set(['ENOTFOUND', 'ENODATA'])
const CLOSED = new Set(['ECONNRESET', 'EPIPE'])
/** Failures before a connection stood, so that nothing can have been received. */
const NEVER_CONNECTED = new Set([...NOT_FOUND, 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])
const AWAY = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])
const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/

/** Nothing of the call has left, for certain. */
export const isNotSent = ({ reason, cause, afterRedirect }: EgressError): boolean =>
  reason === 'connection_failed' && !afterRedirect && NEVER_CONNECTED.has(codeOf(cause))

function connectionText(host: string, cause: unknown): string {
  const code = codeOf(cause)
  if (NOT_FOUND.has(code)) return `The name ${host} wasn’t found. Check the address.`
  if (code === 'EAI_AGAIN') return `The name ${host} couldn’t be looked up.`
  if (code === 'ECONNREFUSED') return `${host} refused the connection.`
  if (CLOSED.has(code)) return `${host} closed the connection without an answer.`
  if (AWAY.has(code)) return `${host} can’t be reached.`
  if (CERTIFICATE.test(code)) return `${host} has no valid certificate.`
  return `The call to ${host} failed.`
}

/** Why a call has no answer, in words for the people who run the workflow. */
export function failureText({ reason, message, cause }: EgressError, address: string): string {
  const host = URL.parse(address)?.host || 'The address'
  switch (reason) {
    case 'connection_failed':
      return connectionText(host, cause)
    case 'timeout':
      return `${host} didn’t answer in time.`
    case 'address_refused':
      return `${host} ${NOT_PUBLIC}, so it can’t be called.`
    case 'redirect_refused':
      return `${host} answered with a redirect that can’t be followed.`
    case 'too_many_redirects':
      return `${host} redirected too many times.`
    case 'too_large':
      return `The answer from ${host} is larger than 1 MB.`
    case 'url_refused':
      return `This address can’t be called: ${message}.`
  }
  return message
}

/** As it is kept and shown. Only what was masked is cut: a mask doesn’t know half of a secret. */
export const problemText = (masked: string): string => truncate(masked, LONGEST_PROBLEM)

/** The first line of what was answered, where that is meant to be read. */
function firstLine(body: string): string | undefined {
  const line = body
    .split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '')
  // A page, or data, says less than the status.
  return line === undefined || /^[<[{]/.test(line) ? undefined : line
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function wordsIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const said = ['message', 'detail', 'error_description', 'error', 'title']
    .map((name): unknown => Reflect.get(value, name))
    .find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof said === 'string' ? said : undefined
}

/** In answers that are data, most receivers say under one of these names what is wrong, or one level deeper. */
function messageIn(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body)
    const said = wordsIn(value) ?? wordsIn(isObject(value) ? Reflect.get(value, 'error') : undefined)
    return said === undefined ? undefined : firstLine(said)
  } catch {
    return undefined
  }
}

/** "The address answered 500: out of memory". */
export function statusText(status: number, body: string): string {
  const said = messageIn(body) ?? firstLine(body)
  return said === undefined ? `The address answered ${status}.` : `The address answered ${status}: ${said}`
}
