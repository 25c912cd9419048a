import { expect, test } from 'vitest'
import { partsOf } from './text.ts'

test('a text is cut between its characters, and nothing of it is lost', () => {
  const text = '€'.repeat(200_000)
  const parts = partsOf(Buffer.from(text))
  expect(parts.length).toBe(3)
  expect(parts.join('')).toBe(text)
})

test('what only looks like text has no more parts than text', () => {
  const bytes = Buffer.concat([Buffer.alloc(65_536, 'a'), Buffer.alloc(983_040, 0x80)])
  const began = process.cpuUsage()
  expect(partsOf(bytes).length).toBeLessThanOrEqual(5)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2_000)
})
