import type { FlowDoc } from '@throughline/flow/document'
import { manual, workflow } from '@throughline/flow/testing/make'
import { expect, test, vi } from 'vitest'
import { docStore } from './store.ts'

const first = workflow('sequential', manual('a'))
const named = (name: string): FlowDoc => ({ ...first, name })

test('what was changed is taken back and brought back in order', () => {
  const store = docStore(first)
  store.change(named('One'), { label: 'Rename', focus: 'a' })
  store.change(named('Two'), { label: 'Rename again' })
  expect(store.get()).toMatchObject({ undo: 'Rename again', redo: undefined })
  store.undo()
  expect(store.get()).toMatchObject({ doc: { name: 'One' }, undo: 'Rename', redo: 'Rename again' })
  expect(store.undo()).toBe('a')
  expect(store.get().doc).toBe(first)
  expect(store.undo()).toBeUndefined()
  store.redo()
  store.redo()
  expect(store.get()).toMatchObject({ doc: { name: 'Two' }, redo: undefined })
})

test('typing is one change until a pause; another field is another change', () => {
  let at = 0
  const store = docStore(first, () => at)
  for (const name of ['N', 'Ne', 'New']) {
    store.change(named(name), { label: 'Name', key: 'name' })
    at += 900
  }
  at += 200
  store.change(named('Newer'), { label: 'Name', key: 'name' })
  store.change({ ...named('Newer'), prefix: 'X' }, { label: 'Prefix', key: 'prefix' })
  store.undo()
  expect(store.get().doc.prefix).toBe(first.prefix)
  store.undo()
  expect(store.get().doc.name).toBe('New')
  store.undo()
  expect(store.get().doc).toBe(first)
})

test('a new change after undo forgets what could be brought back', () => {
  const store = docStore(first)
  store.change(named('One'), { label: 'Rename' })
  store.undo()
  store.change(named('Other'), { label: 'Rename' })
  expect(store.get().redo).toBeUndefined()
})

test('a hundred changes can be taken back, no more', () => {
  const store = docStore(first)
  for (let n = 1; n <= 130; n++) store.change(named(String(n)), { label: 'Rename' })
  for (let n = 0; n < 100; n++) store.undo()
  expect(store.get()).toMatchObject({ doc: { name: '30' }, undo: undefined })
})

test('what others did cannot be taken back', () => {
  const store = docStore(first)
  const heard = vi.fn()
  store.subscribe(heard)
  store.change(named('Mine'), { label: 'Rename' })
  store.replace(named('Theirs'))
  expect(store.get()).toMatchObject({ undo: undefined, redo: undefined })
  expect(heard).toHaveBeenCalledTimes(2)
  store.change(store.get().doc, { label: 'Nothing' })
  expect(heard).toHaveBeenCalledTimes(2)
})
