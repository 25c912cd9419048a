import type { Json } from '@throughline/flow/eval'
import { expect, test } from 'vitest'
import { connectionHeaders, waitUntil } from './http-call.ts'

const NOW = Date.parse('2026-11-18T12:00:00Z')
const DAY = 24 * 60 * 60 * 1000

test.each([
  ['seconds', '90', 90_000],
  ['a moment', 'Wed, 18 Nov 2026 12:05:00 GMT', 300_000],
  ['a moment that is over', 'Wed, 18 Nov 2026 11:00:00 GMT', 0],
  ['nothing', null, 30_000],
  ['nonsense', 'soon', 30_000],
  ['a negative number', '-1', undefined],
  ['a century', '3153600000', DAY],
  ['more seconds than a number holds', '9'.repeat(400), DAY],
  ['a year that is far away', 'Fri, 01 Jan 9999 00:00:00 GMT', DAY],
])('a receiver that asks for time by %s gets it, up to a day', (_what, given, expected) => {
  const wait = waitUntil(given, NOW).getTime() - NOW
  if (expected !== undefined) expect(wait).toBe(expected)
  expect(wait).toBeGreaterThanOrEqual(0)
  expect(wait).toBeLessThanOrEqual(DAY)
})

const UNSENDABLE: Record<string, Json>[] = [
  { token: 'secret\r\nX-Admin: yes' },
  { headers: { 'X-Key': 'secret\u0000' } },
  { headers: { 'X Key': 'secret' } },
  { headers: { 'X-Key\r\nX-Admin': 'secret' } },
  { metadata: 'secret…' },
]

test.each(UNSENDABLE)('what would end a header is not sent: %j', (configuration) => {
  expect(connectionHeaders(configuration)).toBeUndefined()
})
