import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentUserQuery } from '../areas/auth/auth.api.ts'
import { goLive, onNotification, registerLive } from './live.ts'
import { queryClient } from './query-client.ts'
import { lockedOutOf, sessionEnded } from './session.ts'
import { person } from './testing/person.ts'

const sockets: FakeSocket[] = []

class FakeSocket extends EventTarget {
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
  stop = goLive()
  await vi.waitFor(() => expect(sockets.length).toBeGreaterThanOrEqual(2))
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
  await vi.waitFor(() => expect(queryClient.getQueryData(['tasks'])).toBeUndefined())
  expect(sessionEnded.get()).toBe(false)
  // The other socket closes as well; by then nobody is known any more.
  socket('/ws/inbox/').dispatchEvent(new CloseEvent('close', { code: 4403 }))
  expect(lockedOutOf.get()).toBe('Harbor & Vale')
})
