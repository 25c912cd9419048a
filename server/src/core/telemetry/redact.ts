const CENSORED = '[redacted]'
const DEEPEST = 8

/** What must not reach a log, wherever in an object it stands; compared without case, dashes and underscores. */
const SECRET_KEYS = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'csrf',
  'csrftoken',
  'xcsrftoken',
  'password',
  'newpassword',
  'oldpassword',
  'currentpassword',
  'passwordhash',
  'token',
  'tokenhash',
  'idtoken',
  'accesstoken',
  'refreshtoken',
  'credential',
  'verificationstring',
  'nonce',
  'secret',
  'sealed',
  'apikey',
])

/** Of requests and answers only these say nothing about anybody; of all other headers a log has the name alone. */
const SHOWN_HEADERS = new Set([
  'accept-ranges',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'retry-after',
])
const HEADERS = /headers?$/i

/** What a fault is known by. Libraries hang requests, answers and rows onto their errors: none of that is logged. */
const ERROR_FIELDS = [
  'code',
  'errno',
  'status',
  'statusCode',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
]
const MAX_CAUSES = 5

/** The platform's own fault about a header quotes its value. */
const QUOTED_HEADER = /"[\s\S]*?" is an invalid header value/g

const judged = new Map<string, boolean>()
const MAX_CHECKED = 1_000

function isSecret(key: string): boolean {
  let secret = judged.get(key)
  if (secret === undefined) {
    secret = SECRET_KEYS.has(key.replaceAll(/[-_]/g, '').toLowerCase())
    if (judged.size < MAX_CHECKED) judged.set(key, secret)
  }
  return secret
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const textOf = (text: string) => text.replaceAll(QUOTED_HEADER, `${CENSORED} is an invalid header value`)

function describeError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack = '', cause } = error
  const fields = Object.entries(error).filter(([key, value]) => ERROR_FIELDS.includes(key) && typeof value !== 'object')
  const causes = error instanceof AggregateError ? error.errors.slice(0, MAX_CAUSES) : []
  return {
    type: error.constructor.name === 'Error' ? name : error.constructor.name,
    message: textOf(message),
    stack: textOf(stack),
    ...Object.fromEntries(fields),
    ...(cause !== undefined && { cause: redact(cause, depth + 1) }),
    ...(causes.length > 0 && { errors: causes.map((one) => redact(one, depth + 1)) }),
  }
}

function namesOfHeaders(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return CENSORED
  const shown = (name: string) => SHOWN_HEADERS.has(name.toLowerCase())
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(name) ? String(one) : CENSORED]))
}

/** A copy without secrets. Of objects with a class of their own only those are told that say themselves how. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return CENSORED
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1))
  if (value instanceof Error) return describeError(value, depth)
  if (isPlain(value)) return redactFields(value, depth)
  const isTold = 'toJSON' in value && !(value instanceof Uint8Array)
  return isTold ? value : `[${value.constructor.name}]`
}

export function redactFields(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const entries = Object.entries(fields)
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (isSecret(key)) return [key, CENSORED] as const
      return [key, HEADERS.test(key) ? namesOfHeaders(value) : redact(value, depth + 1)] as const
    }),
  )
}
