import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { InstanceId } from '@throughline/contracts/ids'
import type { TaskRow } from '@throughline/contracts/tasks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { taskQuery, tasksQuery } from '../areas/tasks/tasks.api.ts'
import { id, row, whole } from '../areas/tasks/testing/sample-tasks.ts'
import { currentUserQuery } from '../shared/current-user.ts'
import { person } from '../shared/testing/person.ts'
import { goLive, onNotification } from './live.ts'
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

describe('two hundred task frames in ten seconds', () => {
  const SHOWN = row(1, 'Shown')
  const LIST = '/v1/tasks/?sort=dueDate'
  const OF_ANOTHER = '/v1/tasks/?instance='
  const PAGE = `/v1/tasks/${SHOWN.id}/`
  const lists = [tasksQuery({ sort: 'dueDate' }), tasksQuery({ instance: InstanceId.parse(id(601)) })]
  const open: (() => void)[] = []
  let requests: { url: string; at: number }[] = []
  const asked = (start: string) => requests.flatMap(({ url, at }) => (url.startsWith(start) ? at : []))

  beforeEach(async () => {
    queryClient.clear()
    stop()
    vi.useFakeTimers()
    stop = goLive()
    await vi.advanceTimersByTimeAsync(0)
    // A line that is not there in time is closed, and nothing is heard until the next one.
    socket('/ws/live/').dispatchEvent(new Event('open'))
  })
  afterEach(async () => {
    for (const leave of open.splice(0)) leave()
    // A round that is still to come would ask for the next test's answers.
    await vi.advanceTimersByTimeAsync(10_000)
    queryClient.clear()
  })

  /** A page that shows this, and a server that answers after so many milliseconds. */
  async function show(latency: number, task: TaskRow = SHOWN) {
    const answer = async (url: string) => {
      requests.push({ url, at: Date.now() })
      await new Promise((resolve) => setTimeout(resolve, latency))
      return Response.json(url === PAGE ? { data: whole(task) } : { data: [], pagination: { next_cursor: null } })
    }
    vi.stubGlobal('fetch', vi.fn(answer))
    for (const list of lists) open.push(new InfiniteQueryObserver(queryClient, list).subscribe(() => undefined))
    open.push(new QueryObserver(queryClient, taskQuery(SHOWN.id)).subscribe(() => undefined))
    await vi.advanceTimersByTimeAsync(latency + 1)
    expect(queryClient.isFetching()).toBe(0)
    requests = []
  }
  const hear = (task: string) =>
    push('/ws/live/', { type: 'task.changed', id: task, instance: SHOWN.workflow_instance })
  /** When the last one was heard. */
  async function hearAll(task: string) {
    let last = 0
    for (let sent = 0; sent < 200; sent++) {
      hear(task)
      last = Date.now()
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.advanceTimersByTimeAsync(5_000)
    return last
  }

  test.each([
    [0, 18],
    [300, 18],
    [2_000, 6],
  ])('with a server that takes %i ms a list asks %i times, the last time at the end', async (latency, times) => {
    await show(latency)
    const last = await hearAll(id(702))
    expect(asked(LIST)).toHaveLength(times)
    expect(asked(LIST).at(-1)).toBeGreaterThanOrEqual(last)
    expect(queryClient.isFetching()).toBe(0)
  })

  test('nothing asks that shows another instance alone', async () => {
    await show(0, { ...SHOWN, workflow_instance: InstanceId.parse(id(601)) })
    await hearAll(id(702))
    expect([asked(OF_ANOTHER), asked(PAGE)]).toEqual([[], []])
  })

  test('the page of that very task asks at once, and no more often than a list', async () => {
    await show(0)
    const began = Date.now()
    await hearAll(SHOWN.id)
    expect(asked(PAGE)[0]).toBe(began)
    expect(asked(PAGE)).toHaveLength(asked(LIST).length)
  })
})

test('what was read before the line was there is asked for again, once; who is signed in is not', () => {
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
