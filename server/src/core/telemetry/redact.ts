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

const judged = new Map<string, boolean>()
const MOST_JUDGED = 1_000

function isSecret(key: string): boolean {
  let secret = judged.get(key)
  if (secret === undefined) {
    secret = SECRET_KEYS.has(key.replaceAll(/[-_]/g, '').toLowerCase())
    if (judged.size < MOST_JUDGED) judged.set(key, secret)
  }
  return secret
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A copy without secrets. Objects with a class of their own are left to their serializers. */
export function redact(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return CENSORED
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1))
  return isPlain(value) ? redactFields(value, depth) : value
}

export function redactFields(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const entries = Object.entries(fields)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isSecret(key) ? CENSORED : redact(value, depth + 1)] as const),
  )
}
