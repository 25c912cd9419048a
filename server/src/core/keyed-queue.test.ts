import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKeyedQueue } from './keyed-queue.ts'

const REFUSED = { status: 503, code: 'busy', retryAfter: 1 }

/** Something that runs until it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { run: () => promise, letGo: resolve }
}

test('what has the same key runs one after the other, in the order of its coming', async () => {
  const { inTurn } = createKeyedQueue()
  const steps: string[] = []
  const act = (name: string) =>
    inTurn('one', async () => {
      steps.push(`${name} begins`)
      await sleep(2)
      steps.push(`${name} ends`)
      return name
    })
  expect(await Promise.all(['a', 'b', 'c'].map(act))).toEqual(['a', 'b', 'c'])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('different keys do not wait for each other', async () => {
  const { inTurn } = createKeyedQueue()
  const first = held()
  const running = inTurn('one', first.run)
  expect(await inTurn('other', async () => 'done')).toBe('done')
  first.letGo()
  await running
})

test('whoever comes after something that failed has their turn all the same', async () => {
  const { inTurn } = createKeyedQueue()
  const failed = inTurn('one', async () => {
    await sleep(1)
    throw new Error('the act failed')
  })
  const next = inTurn('one', async () => 'done')
  await expect(failed).rejects.toThrow('the act failed')
  expect(await next).toBe('done')
  expect(await inTurn('one', async () => 'again')).toBe('again')
})

test('behind too many nobody waits: they are refused at once', async () => {
  const { inTurn } = createKeyedQueue({ maxWaiting: 2 })
  const first = held()
  const waiting = [inTurn('one', first.run), inTurn('one', async () => 2), inTurn('one', async () => 3)]
  await expect(inTurn('one', async () => 4)).rejects.toMatchObject(REFUSED)
  first.letGo()
  expect(await Promise.all(waiting)).toEqual([undefined, 2, 3])
  expect(await inTurn('one', async () => 5)).toBe(5)
})

test('whoever waited too long is refused, and never runs', async () => {
  const { inTurn } = createKeyedQueue({ maxWaitMs: 20 })
  const first = held()
  const running = inTurn('one', first.run)
  let ran = false
  const late = inTurn('one', async () => {
    ran = true
  })
  await expect(late).rejects.toMatchObject(REFUSED)
  const next = inTurn('one', async () => 'done')
  first.letGo()
  await running
  expect(await next).toBe('done')
  expect(ran).toBe(false)
})
