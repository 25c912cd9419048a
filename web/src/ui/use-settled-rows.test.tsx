import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSettledRows } from './use-settled-rows.ts'

const rowsOf = (ids: string) => Array.from(ids, (id) => ({ id }))

function open(ids: string) {
  const hook = renderHook(({ name, shown, ready }) => useSettledRows(name, rowsOf(shown), ready), {
    initialProps: { name: 'newest', shown: ids, ready: true },
  })
  return {
    ids: () => hook.result.current.rows.map(({ id }) => id).join(''),
    waiting: () => hook.result.current.waiting,
    now: (shown: string, name = 'newest', ready = true) => hook.rerender({ name, shown, ready }),
    showWaiting: () => act(() => hook.result.current.showWaiting()),
    welcome: (id: string) => act(() => hook.result.current.welcome(id)),
  }
}

test('what comes above or between waits until it is asked for', () => {
  const list = open('abc')
  list.now('xaybc')
  expect([list.ids(), list.waiting()]).toEqual(['abc', 2])
  list.showWaiting()
  expect([list.ids(), list.waiting()]).toEqual(['xaybc', 0])
})

test('further pages are appended at once', () => {
  const list = open('abc')
  list.now('abcdef')
  expect([list.ids(), list.waiting()]).toEqual(['abcdef', 0])
})

test('rows keep their places when their order changes, and come back where they were', () => {
  const list = open('abc')
  list.now('cab')
  expect(list.ids()).toBe('abc')
  list.now('ca')
  expect(list.ids()).toBe('ac')
  list.now('cab')
  expect(list.ids()).toBe('abc')
})

test('an empty list fills by itself', () => {
  const list = open('')
  list.now('ab')
  expect([list.ids(), list.waiting()]).toEqual(['ab', 0])
})

test('what the person has just made comes at the top', () => {
  const list = open('abc')
  list.welcome('m')
  list.now('xmabc')
  expect([list.ids(), list.waiting()]).toEqual(['mabc', 1])
})

test('another list begins anew; what stands in for it is shown as it is', () => {
  const list = open('abc')
  list.now('abc', 'oldest', false)
  expect(list.ids()).toBe('abc')
  list.now('cba', 'oldest')
  expect([list.ids(), list.waiting()]).toEqual(['cba', 0])
})
