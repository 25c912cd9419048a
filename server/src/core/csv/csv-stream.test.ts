import { buffer, text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvStream } from './csv-stream.ts'

async function* of(...values: unknown[]) {
  for (const value of values) yield { value }
}

const written = async (...values: unknown[]) => {
  const lines = (await text(csvStream({ value: 'Value' }, of(...values)))).split('\r\n')
  return lines.slice(1, -1)
}

test('begins with the mark of UTF-8 and the names of its columns', async () => {
  const bytes = await buffer(csvStream({ value: 'Value' }, of('é')))
  expect(bytes.toString('utf8')).toBe('\uFEFFValue\r\né\r\n')
})

test.each(['=1+1', '+1', '-1+cmd|calc', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")'])(
  'runs as no formula: %j',
  async (value) => {
    const [cell = ''] = await written(value)
    expect(cell.replace(/^"/, '')).toMatch(/^'/)
  },
)

test('no text begins a cell as a formula, whatever it is', async () => {
  const letter = fc.constantFrom(...Array.from(`=+-@\t\r\n ",;|a1é＝＋－＠\0`))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: letter, maxLength: 8 }), async (value) => {
      const whole = (await buffer(csvStream({ value: 'Value' }, of(value)))).toString()
      const cell = whole.slice('\uFEFFValue\r\n'.length, -'\r\n'.length)
      expect(cell).not.toMatch(/^"?[=+\-@\t\r＝＋－＠]/)
    }),
    { numRuns: 500 },
  )
})

test('leaves numbers, times and plain texts as they are', async () => {
  expect(await written(-1, '2026-11-15T05:00:00Z', 'a-b', null)).toEqual(['-1', '2026-11-15T05:00:00Z', 'a-b', ''])
})

test('keeps what separates and quotes inside its cell', async () => {
  expect(await written('a,"b"')).toEqual(['"a,""b"""'])
})

test('tells whoever reads that the rows failed', async () => {
  const failing = (async function* () {
    yield { value: 1 }
    throw new Error('the database went away')
  })()
  await expect(text(csvStream({ value: 'Value' }, failing))).rejects.toThrow('the database went away')
})
