import { expect, test } from 'vitest'
import { kindOfText, mediaTypeOf } from './media-type.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.each([
  ['a picture', png, 'image/png'],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'application/pdf'],
  ['a program', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(60)]), 'application/x-elf'],
  ['text', Buffer.from('a,b\n1,2\n'), 'text/plain'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain'],
  ['text cut within a character', Buffer.from('é'.repeat(10)).subarray(0, 19), 'text/plain'],
  ['text with a zero byte', Buffer.from('a\0b'), 'application/octet-stream'],
  ['other bytes', Buffer.from([0xff, 0xfe, 0x80, 0x81, 0x03]), 'application/octet-stream'],
  ['nothing', Buffer.alloc(0), 'application/octet-stream'],
])('%s is known by its bytes', async (_kind, bytes, mediaType) => {
  expect(await mediaTypeOf(bytes)).toBe(mediaType)
})

test('only of a text the name says whether it is a table', () => {
  expect(kindOfText('text/plain', 'Sums.CSV')).toBe('text/csv')
  expect(kindOfText('text/plain', 'csv.html')).toBe('text/plain')
  expect(kindOfText('image/png', 'picture.csv')).toBe('image/png')
})
