import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('The sum is that of everybody else, whatever the length', () => {
  for (const text of ['', 'abc', 'ünïcode ✓', ...Array.from({ length: 130 }, (_, length) => 'x'.repeat(length))]) {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  }
})
