import { act, renderHook } from '@testing-library/react'
import { ApiError } from '@throughline/contracts/client'
import { expect, test, vi } from 'vitest'
import { connectToasts, type ToastMessage } from '../ui/toast.ts'
import { useAct } from './use-act.ts'

function open(refresh = () => Promise.resolve()) {
  const said: ToastMessage[] = []
  connectToasts({ show: (message) => said.push(message), close: () => undefined })
  return { said, hook: renderHook(() => useAct({ refresh })) }
}

const refused = () => Promise.reject(new ApiError(409, { code: 'taken', message: 'Somebody has it' }))

test('says what was done and offers the way back', async () => {
  const { said, hook } = open()
  const back = vi.fn()
  const undo = { label: 'Undo', act: back }
  await act(() =>
    hook.result.current.run({
      call: async () => 3,
      done: (n) => `${n} moved`,
      undo,
      failed: 'No',
      note: 'To the archive',
    }),
  )
  expect(said).toMatchObject([{ tone: 'success', title: '3 moved', description: 'To the archive' }])
  said[0]?.action?.onPress()
  expect(back).toHaveBeenCalledOnce()
})

test('takes back what was shown, says why, and can be tried again', async () => {
  const { said, hook } = open()
  const takeBack = vi.fn()
  const retry = { label: 'Retry', act: vi.fn() }
  const run = () =>
    hook.result.current.run({ optimistic: async () => takeBack, call: refused, done: 'Done', failed: 'Failed', retry })
  expect(await act(run)).toBe(false)
  expect(takeBack).toHaveBeenCalledOnce()
  expect(said).toMatchObject([{ tone: 'error', title: 'Failed', description: 'Somebody has it' }])
  said[0]?.action?.onPress()
  expect(retry.act).toHaveBeenCalledOnce()
})

test('is busy until everything has been read anew, whatever came of it', async () => {
  const read = Promise.withResolvers<void>()
  const { hook } = open(() => read.promise)
  expect(await act(() => hook.result.current.run({ name: 'one', call: refused, failed: 'Failed' }))).toBe(false)
  expect(hook.result.current.busy).toBe('one')
  await act(async () => read.resolve())
  expect(hook.result.current.busy).toBeUndefined()
})

test('says nothing of a failure that the page shows itself, and nothing where there is nothing to say', async () => {
  const { said, hook } = open()
  const onFailed = vi.fn(() => true)
  expect(await act(() => hook.result.current.run({ call: refused, failed: 'Failed', onFailed }))).toBe(false)
  expect(onFailed).toHaveBeenCalledWith(expect.any(ApiError))
  const quiet = { call: async () => 1, done: () => undefined, failed: 'Failed' }
  expect(await act(() => hook.result.current.run(quiet))).toBe(true)
  expect(said).toEqual([])
})
