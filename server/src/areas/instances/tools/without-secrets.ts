import type { Json } from '@throughline/flow/eval'

const SECRET = /authorization|cookie|secret|token|password|api[-_]?key|signature/i
const HIDDEN = '•••'

/** For the trace: what a call was made with, without what only sender and receiver may know. */
export function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value === 'string') return withoutUserInfo(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, SECRET.test(name) ? HIDDEN : withoutSecrets(one)]),
  )
}

/** Names and passwords in an address, and what its query calls a secret. */
function withoutUserInfo(text: string): string {
  if (!/^https?:\/\//i.test(text)) return text
  const url = URL.parse(text)
  if (!url) return text
  if (url.username || url.password) [url.username, url.password] = ['', '']
  for (const name of new Set(url.searchParams.keys())) if (SECRET.test(name)) url.searchParams.set(name, HIDDEN)
  return url.href
}
