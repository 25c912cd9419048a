import { expect, test } from 'vitest'
import { type HealthRow, healthOf, usualTime } from './health.ts'

const NOW = Date.UTC(2026, 10, 18)
const DAY = 86_400_000
const ago = (days: number) => new Date(NOW - days * DAY)
const health = (row: Partial<HealthRow>) =>
  healthOf(
    { last_called_at: null, tested_at: null, signed_out_at: null, failures: 0, rejections: 0, recent_ms: [], ...row },
    NOW,
  )
const times = (count: number, ms: number) => Array.from({ length: count }, () => ms)

test('it is never good without a call or a test within a week', () => {
  expect(health({})).toBe('unused')
  expect(health({ last_called_at: ago(6) })).toBe('working')
  expect(health({ last_called_at: ago(8) })).toBe('quiet')
  expect(health({ last_called_at: ago(8), tested_at: ago(1) })).toBe('working')
  expect(health({ tested_at: ago(30) })).toBe('quiet')
})

test('half of the last twenty calls over four times the usual time are slow, one fewer is not', () => {
  const usual = times(40, 600)
  const slow = (count: number) => [...usual, ...times(20 - count, 600), ...times(count, 2_500)]
  expect(health({ last_called_at: ago(0), recent_ms: slow(10) })).toBe('slow')
  expect(health({ last_called_at: ago(0), recent_ms: slow(9) })).toBe('working')
  expect(health({ last_called_at: ago(0), recent_ms: times(20, 9_000) }), 'nothing is usual yet').toBe('working')
  expect(usualTime({ recent_ms: slow(10) })).toBe(600)
})

test('a refused sign-in needs somebody, and failures in a row turn it off for a while', () => {
  expect(health({ last_called_at: ago(0), signed_out_at: ago(0), failures: 9 })).toBe('needs_attention')
  expect(health({ last_called_at: ago(0), failures: 5 })).toBe('off')
  expect(health({ last_called_at: ago(0), failures: 4 })).toBe('working')
})

test('calls that were all rejected of late are not called working, though each was answered', () => {
  const now = { last_called_at: ago(0) }
  expect(health({ ...now, recent_ms: times(9, 40), rejections: 5 })).toBe('rejected')
  expect(health({ ...now, recent_ms: times(9, 40), rejections: 4 }), 'steps make mistakes').toBe('working')
  expect(health({ ...now, recent_ms: times(2, 40), rejections: 2 }), 'none ever went through').toBe('rejected')
  expect(health({ ...now, rejections: 1 }), 'nothing was ever sent').toBe('rejected')
  expect(health({ ...now, tested_at: ago(0), recent_ms: times(9, 40), rejections: 5 }), 'tested').toBe('rejected')
  expect(health({ ...now, recent_ms: times(9, 40), rejections: 6, failures: 5 })).toBe('off')
  expect(health({ last_called_at: ago(8), recent_ms: times(9, 40), rejections: 9 })).toBe('quiet')
})
