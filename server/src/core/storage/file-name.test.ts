import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName } from './file-name.ts'

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\plan.docx', 'plan.docx'],
  ['in\u202Efdp.exe', 'infdp.exe'],
  ['a\u200Bb\uFEFF.txt', 'ab.txt'],
  ['line\r\nbreak\0.txt', 'linebreak.txt'],
  ['e\u0301.txt', '\u00E9.txt'],
  ['C\v\u0301.txt', '\u0106.txt'],
  ['  spaced name .txt ', 'spaced name .txt'],
  ['日本語.pdf', '日本語.pdf'],
  ['', 'file'],
  ['..', 'file'],
  ['folder/', 'file'],
  ['\u202E', 'file'],
])('%j becomes %j', (given, clean) => {
  expect(cleanFileName(given)).toBe(clean)
})

test('a long name is cut before its extension', () => {
  expect(cleanFileName(`${'😀'.repeat(300)}.pdf`)).toBe(`${'😀'.repeat(251)}.pdf`)
  expect(cleanFileName('x'.repeat(300))).toBe('x'.repeat(255))
})

test('whatever is given, the result is short, visible and no path; cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 300 }), (end, padding) => {
      const given = 'x '.repeat(padding) + end
      const clean = cleanFileName(given)
      expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\]/u)
      expect(Array.from(clean).length).toBeGreaterThan(0)
      expect(Array.from(clean).length).toBeLessThanOrEqual(255)
      expect(cleanFileName(clean)).toBe(clean)
    }),
    { numRuns: 100 },
  )
})
