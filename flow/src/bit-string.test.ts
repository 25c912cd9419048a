import { expect, test } from 'vitest'
import { hasBit, toBits } from './bit-string.ts'

test('a bitset says yes to its members and to nothing else, at every size', () => {
  for (let size = 1; size <= 70; size++) {
    const members = Array.from({ length: size }, (_, n) => n).filter((n) => (n * 7 + size) % 3 === 0)
    const bits = toBits(members, size)
    const found = Array.from({ length: size + 10 }, (_, n) => n).filter((n) => hasBit(bits, n))
    expect(found).toEqual(members)
  }
})

test('any base64 reader sees the bytes, first member in the highest bit', () => {
  const bytes = atob(toBits([0, 7, 8, 17], 20))
  expect(Array.from(bytes, (byte) => byte.charCodeAt(0))).toEqual([0b10000001, 0b10000000, 0b01000000])
})
