import { describe, expect, test } from 'vitest'
import { manyBlanks, zip } from '../../../test/hostile/zip.ts'
import { openArchive } from './archive.ts'

test('what is in an archive is read by its name', () => {
  const archive = openArchive(
    zip([
      { name: 'a/b.txt', content: 'one' },
      { name: 'c', content: '' },
    ]),
  )
  expect(archive.names).toEqual(['a/b.txt', 'c'])
  expect(archive.read('a/b.txt')?.toString()).toBe('one')
  expect(archive.read('d')).toBeUndefined()
})

describe('nothing is unpacked of an archive', () => {
  const tiny = { name: 'a', content: 'x' }
  const broken = zip([tiny])
  broken.writeUInt32LE(broken.length, broken.length - 6)
  test.each([
    ['of too many entries', zip(Array.from({ length: 2_001 }, (_, n) => ({ name: String(n), content: '' }))), '2001'],
    ['that would be too large', zip([manyBlanks('a', 101)]), 'bytes'],
    ['that would grow too much', zip([manyBlanks('a', 50)]), 'larger'],
    ['that breaks off', zip([tiny]).subarray(0, -10), 'directory'],
    ['whose directory lies elsewhere', broken, 'broken'],
  ])('%s', (_, bytes, why) => {
    expect(() => openArchive(bytes)).toThrow(why)
  })

  test('that is larger than it says', () => {
    const archive = openArchive(zip([manyBlanks('a', 50, 1_000)]))
    expect(() => archive.read('a')).toThrow()
  })
})
