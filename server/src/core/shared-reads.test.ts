import { describe, expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

/** A read that ends when it is told to. */
function heldRead() {
  const begun: { key: string; end: PromiseWithResolvers<string> }[] = []
  const read = createSharedReads((key) => {
    const end = Promise.withResolvers<string>()
    begun.push({ key, end })
    return end.promise
  })
  return { begun, read }
}

describe('Those who ask for the same at once', () => {
  test('share a read that begins after they asked', async () => {
    const { begun, read } = heldRead()
    const first = read('a')
    const later = [read('a'), read('a'), read('a')]
    expect(begun).toHaveLength(1)
    begun[0]?.end.resolve('old')
    expect(await first).toBe('old')
    await Promise.resolve()
    expect(begun).toHaveLength(2)
    const last = read('a')
    begun[1]?.end.resolve('new')
    expect(await Promise.all(later)).toEqual(['new', 'new', 'new'])
    await Promise.resolve()
    expect(begun).toHaveLength(3)
    begun[2]?.end.resolve('newest')
    expect(await last).toBe('newest')
    const alone = read('a')
    expect(begun).toHaveLength(4)
    begun[3]?.end.resolve('calm')
    expect(await alone).toBe('calm')
  })

  test('are not kept waiting by those who ask for something else', () => {
    const { begun, read } = heldRead()
    void read('a')
    void read('b')
    expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
  })

  test('are told of a failure of their own read only', async () => {
    const { begun, read } = heldRead()
    const first = read('a')
    const later = read('a')
    begun[0]?.end.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await Promise.resolve()
    begun[1]?.end.resolve('there')
    expect(await later).toBe('there')
  })
})
