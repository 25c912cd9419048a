import { expect, test } from 'vitest'
import { bounded, idsIn } from './values.ts'

const ID = '0197a0b0-0000-7000-8000-00000000000a'

test('what is short is sent whole', () => {
  for (const value of [null, 7, 'desk', ['a'], { deep: [1] }]) expect(bounded(value)).toEqual({ value, size: null })
})

test('of what is long the beginning is sent, and how long the whole is', () => {
  expect(bounded('x'.repeat(2_001))).toEqual({ value: 'x'.repeat(2_000), size: 2_001 })
  const body = { text: 'y'.repeat(5_000) }
  expect(bounded(body)).toEqual({ value: `{"text":"${'y'.repeat(1_991)}`, size: 5_011 })
})

test('of a long list the first that fit are sent', () => {
  const list = Array.from({ length: 1_000 }, (_, n) => `item ${n}`)
  const { value, size } = bounded(list)
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(2_001)
  expect(value).toEqual(list.slice(0, Array.isArray(value) ? value.length : 0))
  expect(size).toBe(JSON.stringify(list).length)
  expect(bounded([{ text: 'z'.repeat(3_000) }]).value).toMatch(/^\[\{"text":"z+$/)
})

test('ids are found however deep they lie', () => {
  expect(idsIn([ID, { who: { id: ID } }, 'desk', 4, null])).toEqual([ID, ID])
})
