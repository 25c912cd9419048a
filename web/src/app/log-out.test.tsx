import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentUserQuery, revokeSession } from '../shared/current-user.ts'
import { person } from '../shared/testing/person.ts'
import { toast } from '../ui/toast.ts'
import { emptyFileIndex } from './file-index.ts'
import { heldBackByLogOut, logOut, logOutPending, watchLogOut } from './log-out.ts'
import { queryClient } from './query-client.ts'
import { loadCurrentUser } from './session.ts'

vi.mock(import('../shared/current-user.ts'), async (original) => ({ ...(await original()), revokeSession: vi.fn() }))
vi.mock(import('./file-index.ts'), async (original) => ({ ...(await original()), emptyFileIndex: vi.fn() }))

const revoke = vi.mocked(revokeSession)
const unreachable = () => revoke.mockRejectedValue(new TypeError('Failed to fetch'))
const reachable = () => revoke.mockResolvedValue(undefined)

watchLogOut(vi.fn())

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  vi.clearAllMocks()
})
afterEach(() => {
  vi.useRealTimers()
  toast.dismiss()
})

test('everything kept in the browser is gone at once, also while the server is away', async () => {
  unreachable()
  queryClient.setQueryData(['tasks'], ['secret'])
  await logOut()
  expect(queryClient.getQueryData(['tasks'])).toBeUndefined()
  expect(queryClient.getQueryData(currentUserQuery.queryKey)).toBeNull()
  expect(emptyFileIndex).toHaveBeenCalledOnce()
  expect(logOutPending()).toBe(true)
})

test('the server is told again and again until it has heard', async () => {
  unreachable()
  await logOut()
  await vi.advanceTimersByTimeAsync(8_000)
  expect(revoke.mock.calls.length).toBeGreaterThanOrEqual(3)
  reachable()
  await vi.advanceTimersByTimeAsync(60_000)
  const calls = revoke.mock.calls.length
  expect(logOutPending()).toBe(false)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(revoke).toHaveBeenCalledTimes(calls)
})

test('the server is told also by a browser that can keep no mark', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  unreachable()
  await logOut()
  expect(logOutPending()).toBe(true)
  reachable()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(logOutPending()).toBe(false)
  expect(revoke.mock.calls.length).toBeGreaterThanOrEqual(2)
  full.mockRestore()
})

test('a call that got no answer in time is cut off before the next one', async () => {
  revoke.mockImplementation(() => new Promise(() => undefined))
  await logOut()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(revoke.mock.calls.at(-1)?.[0].aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(revoke.mock.calls.at(0)?.[0].aborted).toBe(true)
  reachable()
  await vi.advanceTimersByTimeAsync(60_000)
})

test('the next load revokes before it asks who is there', async () => {
  localStorage.setItem('tl.log-out', 'yes')
  reachable()
  expect(await heldBackByLogOut()).toBe(false)
  expect(revoke).toHaveBeenCalledOnce()
  expect(logOutPending()).toBe(false)
})

test('nobody is asked for while the server cannot be told; the person hears of it', async () => {
  localStorage.setItem('tl.log-out', 'yes')
  unreachable()
  const told = vi.spyOn(toast, 'warning')
  const asked = vi.spyOn(queryClient, 'ensureQueryData')
  expect(await loadCurrentUser()).toBeNull()
  expect(asked).not.toHaveBeenCalled()
  expect(told).toHaveBeenCalled()
})

test('a new sign-in ends the waiting: its session is never revoked', async () => {
  unreachable()
  await logOut()
  await vi.advanceTimersByTimeAsync(0)
  revoke.mockClear()
  queryClient.setQueryData(currentUserQuery.queryKey, person())
  expect(logOutPending()).toBe(false)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(revoke).not.toHaveBeenCalled()
})

test('a log-out in another tab is followed', async () => {
  const left = vi.fn()
  watchLogOut(left)
  queryClient.setQueryData(['tasks'], ['secret'])
  dispatchEvent(new StorageEvent('storage', { key: 'tl.log-out', newValue: 'now' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(left).toHaveBeenCalled()
  expect(queryClient.getQueryData(['tasks'])).toBeUndefined()
})
