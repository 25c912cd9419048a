import { expect, test } from 'vitest'
import { counted } from './count.ts'
import { listText, ordinal } from './list-text.ts'
import { sizeText } from './size.ts'

test('one is told apart from many, and thousands are set apart', () => {
  expect(counted(0, 'task')).toBe('0 tasks')
  expect(counted(1, 'person', 'people')).toBe('1 person')
  expect(counted(1204, 'person', 'people')).toBe('1,204 people')
})

test('ordinals and lists read as one says them', () => {
  expect([1, 2, 3, 11, 22, 113].map(ordinal)).toEqual(['1st', '2nd', '3rd', '11th', '22nd', '113th'])
  expect(listText(['Ana', 'Maya', 'Ravi'])).toBe('Ana, Maya, and Ravi')
  expect(listText(['Ana', 'Maya'], 'or')).toBe('Ana or Maya')
})

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [98_406, '96.1 KB'],
  [1_468_006, '1.4 MB'],
  [25 * 1_048_576, '25 MB'],
  [3 * 1024 ** 3, '3 GB'],
  [5 * 1024 ** 4, '5,120 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
