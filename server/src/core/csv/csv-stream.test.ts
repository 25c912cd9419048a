import { buffer, text } from 'node:stream/consumers'
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
