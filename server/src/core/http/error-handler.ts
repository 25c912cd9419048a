import { CODES, type ErrorBody } from '@throughline/contracts/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { busy, codeOf, isBusy, isDatabaseAway } from '../db/busy.ts'
import { AppError, invalid } from '../errors.ts'
import { truncate } from '../truncate.ts'

/** PostgreSQL's words for what no column can hold: a NUL inside text, a number beyond its type. */
const UNSTORABLE = new Set(['22021', '22P05', '22003'])

/** Half of a character inside JSON, which shares its code with every other text that cannot be read. */
const isHalfCharacter = (error: Error) =>
  codeOf(error) === '22P02' && 'detail' in error && /surrogate/.test(String(error.detail))

function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return undefined
  if (isBusy(error)) return busy()
  const code = codeOf(error)
  if (UNSTORABLE.has(code) || isHalfCharacter(error)) return invalid('Some of the data can’t be stored')
  if (isDatabaseAway(error)) {
    return new AppError(503, 'unavailable', 'We can’t reach our database. Try again in a moment.', { retryAfter: 2 })
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status >= 400 && status < 500) return new AppError(status, CODES.invalid, error.message)
  return undefined
}

/** Nobody reads more; whoever sends a megabyte of mistakes is not sent several back. */
export const MAX_NAMED_ERRORS = 50

const MAX_TEXT = 1_000

/** A refusal may quote what was sent: without signs that steer a terminal, and not at any length. */
const printable = (text: string) => truncate(text, MAX_TEXT).replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD')

/** The one place where errors become answers. Faults of ours hide their cause and keep the request's id. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (refusal && refusal.status < 500) request.log.info({ code: refusal.code, status: refusal.status }, 'refused')
  else request.log.error({ err: error }, 'failed')
  const body: ErrorBody = {
    code: refusal?.code ?? 'internal',
    message: printable(refusal?.message ?? 'Something went wrong on our side. Try again in a moment.'),
    request_id: request.id,
  }
  if (refusal?.detail) body.detail = printable(refusal.detail)
  if (refusal?.receipt) body.receipt = refusal.receipt
  Object.assign(body, refusal?.volume)
  if (refusal?.errors) {
    const named = refusal.errors.slice(0, MAX_NAMED_ERRORS)
    body.errors = named.map(({ path, message }) => ({ path: printable(path), message: printable(message) }))
  }
  if (refusal?.errors && refusal.errors.length > MAX_NAMED_ERRORS)
    body.errors_left_out = refusal.errors.length - MAX_NAMED_ERRORS
  if (refusal?.retryAfter) reply.header('retry-after', refusal.retryAfter)
  return reply.status(refusal?.status ?? 500).send(body)
}
