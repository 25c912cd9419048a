import { expect, test } from 'vitest'
import { fileKind } from './file-glyph.tsx'

test.each([
  ['image/png', 'image'],
  ['application/pdf', 'pdf'],
  ['application/msword', 'word'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'word'],
  ['application/vnd.ms-excel', 'excel'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'excel'],
  ['text/plain', 'other'],
])('%s is shown as %s', (type, kind) => {
  expect(fileKind(type)).toBe(kind)
})
