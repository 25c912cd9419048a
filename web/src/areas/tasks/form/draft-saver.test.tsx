import { ApiError } from '@throughline/contracts/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftSaver } from './draft-saver.ts'
import { storedAnswers } from './stored-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const kept = () => storedAnswers('maya', 'task-1')
const saved = { saved_at: '2026-11-15T10:42:00Z' }

test('what changes in quick succession is sent once, the last of it', async () => {
  const send = vi.fn().mockResolvedValue(saved)
  const saver = draftSaver(kept(), send)
  saver.change({ a: 1 })
  saver.change({ a: 2 })
  expect(kept().read()).toEqual({ a: 2 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(send.mock.calls).toEqual([[{ a: 2 }, false]])
  expect(saver.get()).toEqual({ kind: 'saved', at: saved.saved_at })
  expect(kept().read()).toBeUndefined()
})

test('what is written while the last is on its way is sent after it', async () => {
  let answer: (value: typeof saved) => void = () => undefined
  const send = vi.fn(() => new Promise<typeof saved>((resolve) => (answer = resolve)))
  const saver = draftSaver(kept(), send)
  saver.change({ a: 1 })
  await vi.advanceTimersByTimeAsync(1000)
  saver.change({ a: 2 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(send).toHaveBeenCalledTimes(1)
  answer(saved)
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toHaveBeenLastCalledWith({ a: 2 }, false)
})

test('without a line it is kept here and tried again until it arrives', async () => {
  const send = vi.fn().mockRejectedValueOnce(new TypeError('no line')).mockResolvedValue(saved)
  const saver = draftSaver(kept(), send)
  saver.change({ a: 1 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(saver.get()).toEqual({ kind: 'offline' })
  expect(kept().read()).toEqual({ a: 1 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saver.get()).toEqual({ kind: 'saved', at: saved.saved_at })
  expect(kept().read()).toBeUndefined()
})

test('once the page was left it is tried one last time, and kept here for the next visit', async () => {
  const send = vi.fn().mockRejectedValue(new TypeError('no line'))
  const saver = draftSaver(kept(), send)
  const leave = saver.open()
  saver.change({ a: 1 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(send).toHaveBeenCalledTimes(1)
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(2)
  expect(kept().read()).toEqual({ a: 1 })
})

test('a refusal is not tried again by itself, and loses nothing', async () => {
  const refused = new ApiError(409, { code: 'not_open', message: 'It is completed', request_id: 'r' })
  const send = vi.fn().mockRejectedValue(refused)
  const saver = draftSaver(kept(), send)
  saver.change({ a: 1 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(1)
  expect(saver.get()).toEqual({ kind: 'refused', why: 'It is completed' })
  expect(kept().read()).toEqual({ a: 1 })
})

test('what is handed in is not sent as a draft afterwards', async () => {
  const send = vi.fn().mockResolvedValue(saved)
  const saver = draftSaver(kept(), send)
  saver.change({ a: 1 })
  expect(await saver.handIn(async () => true)).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).not.toHaveBeenCalled()
  expect(kept().read()).toBeUndefined()
})

test('handing in waits for a draft on its way, and no other overtakes it', async () => {
  const order: string[] = []
  const send = vi.fn(async () => {
    await new Promise((arrive) => setTimeout(arrive, 500))
    order.push('draft')
    return saved
  })
  const saver = draftSaver(kept(), send)
  saver.change({ a: 1 })
  await vi.advanceTimersByTimeAsync(900)
  saver.change({ a: 2 })
  const handed = saver.handIn(async () => {
    await new Promise((arrive) => setTimeout(arrive, 5000))
    order.push('handed in')
    return true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await handed).toBe(true)
  expect(order).toEqual(['draft', 'handed in'])
})

test('what could not be handed in is kept as a draft', async () => {
  const send = vi.fn().mockResolvedValue(saved)
  const saver = draftSaver(kept(), send)
  saver.change({ a: 1 })
  expect(await saver.handIn(async () => false)).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(send.mock.calls).toEqual([[{ a: 1 }, false]])
  expect(saver.get()).toEqual({ kind: 'saved', at: saved.saved_at })
})

test('what is given away has its draft first, and none after it', async () => {
  const order: string[] = []
  const send = vi.fn(async () => {
    order.push('draft')
    return saved
  })
  const saver = draftSaver(kept(), send)
  saver.change({ a: 1 })
  const given = saver.giveAway(async () => {
    await new Promise((arrive) => setTimeout(arrive, 5000))
    order.push('given away')
    return true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await given).toBe(true)
  expect(order).toEqual(['draft', 'given away'])
})
