import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { ownBucket } from '../../../test/storage/own-bucket.ts'
import { givePartBuffers, MAX_AT_ONCE, type PartBuffers, takePartBuffers } from './part-buffers.ts'

const { objects, drop } = await ownBucket()
afterAll(drop)

const takeAll = () => Promise.all(Array.from({ length: MAX_AT_ONCE }, takePartBuffers))

test('so many are out at once; the others wait, in their order', async () => {
  expect(MAX_AT_ONCE).toBeGreaterThanOrEqual(50)
  const out = await takeAll()
  const came: string[] = []
  const wait = async (name: string): Promise<PartBuffers> => {
    const pair = await takePartBuffers()
    came.push(name)
    return pair
  }
  const waiting = ['first', 'second'].map(wait)
  await sleep(50)
  expect(came).toEqual([])
  for (const pair of out.splice(0, 1)) givePartBuffers(pair)
  await sleep(50)
  expect(came).toEqual(['first'])
  for (const pair of out) givePartBuffers(pair)
  for (const pair of await Promise.all(waiting)) givePartBuffers(pair)
  expect(came).toEqual(['first', 'second'])
})

test('a small file takes none and waits for none; a larger one has its turn', async () => {
  const of = (bytes: number) => Readable.from([Buffer.alloc(bytes, 'a')])
  const out = await takeAll()
  await objects.put('quarantine/small', of(10_240))
  const larger = objects.put('quarantine/larger', of(100_000))
  await sleep(200)
  expect(await objects.exists('quarantine/larger')).toBe(false)
  for (const pair of out) givePartBuffers(pair)
  await larger
  const { stream, size } = await objects.get('quarantine/larger')
  stream.destroy()
  expect(size).toBe(100_000)
})

test('one that fails gives them back', async () => {
  const failing = async function* () {
    yield Buffer.alloc(6 * 1_048_576)
    throw new Error('the sender is gone')
  }
  await expect(objects.put('quarantine/failing', failing())).rejects.toThrow('the sender is gone')
  for (const pair of await takeAll()) givePartBuffers(pair)
})
