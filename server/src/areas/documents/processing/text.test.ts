import { expect, test } from 'vitest'
import { partsOf } from './text-parts.ts'

test('a text is cut between its characters, and nothing of it is lost', () => {
  const text = '€'.repeat(200_000)
  const parts = partsOf(Buffer.from(text), false)
  expect(parts.length).toBe(37)
  expect(parts.map(({ content }) => content).join('')).toBe(text)
})

test('pages are kept together as far as they are short, and each part says on which it begins', () => {
  const pages = ['a'.repeat(10_000), 'b'.repeat(5_000), 'c'.repeat(5_000), 'd'.repeat(40_000), 'e']
  const parts = partsOf(Buffer.from(pages.join('\f')), true)
  expect(parts.map(({ first_page, content }) => [first_page, content[0], content.length])).toEqual([
    [1, 'a', 15_002],
    [3, 'c', 5_001],
    [4, 'd', 16_384],
    [4, 'd', 16_384],
    [4, 'd', 7_234],
  ])
  expect(parts.map(({ content }) => content).join('')).toBe(pages.join('\f'))
})

test('what only looks like text has no more parts than text', () => {
  const bytes = Buffer.concat([Buffer.alloc(65_536, 'a'), Buffer.alloc(983_040, 0x80)])
  const began = process.cpuUsage()
  expect(partsOf(bytes, true).length).toBeLessThanOrEqual(66)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2_000)
})
