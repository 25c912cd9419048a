import { QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUserQuery } from '../shared/current-user.ts'
import { person } from '../shared/testing/person.ts'
import { goLive, onNotification, registerLive } from './live.ts'
import { queryClient } from './query-client.ts'
import { lockedOutOf, sessionEnded } from './session.ts'

const sockets: FakeSocket[] = []

class FakeSocket extends EventTarget {
  static OPEN = 1
  readyState = 1
  url: string
  constructor(url: string) {
    super()
    this.url = url
    sockets.push(this)
  }
  close() {
    this.readyState = 3
  }
}

const socket = (path: string) => {
  const found = sockets.findLast(({ url }) => url.endsWith(path))
  if (!found) throw new Error(`no socket at ${path}`)
  return found
}
const push = (path: string, frame: unknown) =>
  socket(path).dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))

let stop = () => {}
beforeEach(async () => {
  vi.stubGlobal('WebSocket', FakeSocket)
  sessionEnded.set(false)
  lockedOutOf.set(null)
  stop = goLive()
  await waitFor(() => expect(sockets.length).toBeGreaterThanOrEqual(2))
})
afterEach(() => {
  stop()
  sockets.length = 0
  vi.unstubAllGlobals()
})

test('a frame makes the queries of its subject ask again, and no others', () => {
  registerLive('task', ['tasks'], ['home'])
  for (const key of ['tasks', 'home', 'files']) queryClient.setQueryData([key], [])
  push('/ws/live/', { type: 'task.completed', id: '1' })
  const stale = (key: string) => queryClient.getQueryState([key])?.isInvalidated
  expect(stale('tasks')).toBe(true)
  expect(stale('home')).toBe(true)
  expect(stale('files')).toBe(false)
})

test('what was read before the line was there is asked for again, once; who is signed in is not', () => {
  registerLive('task', ['tasks'])
  const keys = [['tasks'], currentUserQuery.queryKey, ['files']]
  const stale = () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)
  const read = () => {
    for (const key of keys) queryClient.setQueryData(key, null)
  }
  read()
  socket('/ws/inbox/').dispatchEvent(new Event('open'))
  expect(stale()).toEqual([false, false, false])
  socket('/ws/live/').dispatchEvent(new Event('open'))
  expect(stale()).toEqual([true, false, false])
})

test('notifications arrive whole', () => {
  const heard = vi.fn()
  const leave = onNotification(heard)
  push('/ws/inbox/', { id: '7', title: 'Approve invoice' })
  leave()
  push('/ws/inbox/', { id: '8', title: 'Too late' })
  expect(heard.mock.calls).toEqual([[{ id: '7', title: 'Approve invoice' }]])
})

test('what is not a frame is passed over', () => {
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  socket('/ws/live/').dispatchEvent(new MessageEvent('message', { data: 'hello' }))
  push('/ws/live/', { nonsense: true })
  expect(invalidate).not.toHaveBeenCalled()
})

test('a session that was revoked elsewhere is known to have ended', () => {
  socket('/ws/live/').dispatchEvent(new CloseEvent('close', { code: 4401 }))
  expect(sessionEnded.get()).toBe(true)
})

test('who is locked out of the organisation is known at once, and nothing of it stays in the browser', async () => {
  queryClient.setQueryData(currentUserQuery.queryKey, person())
  queryClient.setQueryData(['tasks'], ['secret'])
  socket('/ws/live/').dispatchEvent(new CloseEvent('close', { code: 4403 }))
  expect(lockedOutOf.get()).toBe('Harbor & Vale')
  await waitFor(() => expect(queryClient.getQueryData(['tasks'])).toBeUndefined())
  expect(sessionEnded.get()).toBe(false)
  // The other socket closes as well; by then nobody is known any more.
  socket('/ws/inbox/').dispatchEvent(new CloseEvent('close', { code: 4403 }))
  expect(lockedOutOf.get()).toBe('Harbor & Vale')
})

describe('after an hour asleep', () => {
  const HOUR = 3_600_000
  const asked = vi.fn(() => Promise.resolve(['fresh']))
  let leave = () => {}
  const key = ['instances', 'list']
  beforeEach(async () => {
    asked.mockClear()
    queryClient.removeQueries({ queryKey: key })
    stop()
    vi.useFakeTimers()
    stop = goLive()
    await vi.advanceTimersByTimeAsync(0)
    const reader = new QueryObserver(queryClient, {
      queryKey: key,
      queryFn: asked,
      initialData: ['old'],
      staleTime: HOUR * 9,
    })
    leave = reader.subscribe(() => undefined)
  })
  afterEach(() => {
    leave()
    vi.useRealTimers()
  })
  /** The clock goes on, nothing else does. */
  const sleep = () => vi.setSystemTime(Date.now() + HOUR)
  const caughtUp = async () => {
    const before = sockets.length
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked).toHaveBeenCalled()
    expect(queryClient.getQueryData(key)).toEqual(['fresh'])
    return sockets.length - before
  }

  test('the page has caught up two seconds after waking, and listens again', async () => {
    for (const one of sockets) one.readyState = 3
    sleep()
    expect(await caughtUp()).toBe(2)
    push('/ws/live/', { type: 'instance.started', id: '1' })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.mock.calls.length).toBeGreaterThan(1)
  })

  test('a line that looks alive is not trusted', async () => {
    sleep()
    expect(await caughtUp()).toBe(2)
  })

  test('a computer that wakes with the page in sight is noticed by the clock', async () => {
    sleep()
    await vi.advanceTimersByTimeAsync(7_000)
    expect(asked).toHaveBeenCalled()
  })

  test('nothing that is being typed is taken away: what was read stays until the answer is there', async () => {
    asked.mockReturnValueOnce(new Promise(() => undefined))
    sleep()
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(queryClient.getQueryState(key)).toMatchObject({ data: ['old'], status: 'success' })
  })
})

test('a short look elsewhere asks nothing again', () => {
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockClear()
  const before = sockets.length
  document.dispatchEvent(new Event('visibilitychange'))
  expect(sockets).toHaveLength(before)
  expect(invalidate).not.toHaveBeenCalled()
})

test('whoever was signed out is not connected again', () => {
  sessionEnded.set(true)
  const before = sockets.length
  dispatchEvent(new Event('online'))
  expect(sockets).toHaveLength(before)
})
