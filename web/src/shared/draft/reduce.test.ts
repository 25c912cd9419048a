import { expect, test } from 'vitest'
import { Merging } from './merging.ts'
import { DraftReducer, type DraftState } from './reduce.ts'

type Content = { title: string; text: string }
type Stored = Content & { id: string; version: number }
type State = DraftState<Stored, Content, object>

const reducer = new DraftReducer<Stored, Content, object>({
  contentOf: ({ title, text }) => ({ title, text }),
  isSame: (one, other) => one.title === other.title && one.text === other.text,
  merge: (base, mine, theirs, take = {}) => {
    const merging = new Merging<object>(take)
    return { content: merging.record('draft', base, mine, theirs), conflicts: merging.conflicts }
  },
  create: () => Promise.reject(new Error('unused')),
  save: () => Promise.reject(new Error('unused')),
  read: () => Promise.reject(new Error('unused')),
})

const stored = (version: number, content: Content): Stored => ({ id: 'd', version, ...content })
const FIRST = { title: 'A', text: 'a' }
const begin = () => reducer.start(stored(1, FIRST), FIRST)
const edit = (state: State, change: Partial<Content>) =>
  reducer.reduce(state, { type: 'edited', content: { ...state.content, ...change } })
const send = (state: State) => reducer.reduce(state, { type: 'sending' })
const arrive = (state: State, version: number, content: Content) =>
  reducer.reduce(state, { type: 'arrived', stored: stored(version, content) })
const answer = (state: State, version: number, content: Content) =>
  reducer.reduce(state, { type: 'sent', stored: stored(version, content), at: 1 })

const SENT = { title: 'AB', text: 'a' }
const TYPED = { title: 'ABC', text: 'a' }
const sending = () => send(edit(begin(), { title: 'AB' }))

test('what is typed after a save was sent is unsaved, also when that save is read back before its answer', () => {
  const back = arrive(edit(sending(), { title: 'ABC' }), 2, SENT)
  expect(back).toMatchObject({ base: SENT, content: TYPED, sending: SENT, clash: undefined })
  const done = answer(back, 2, SENT)
  expect(done).toMatchObject({ base: SENT, content: TYPED, sending: undefined, savedAt: 1 })
  expect(reducer.isDirty(done)).toBe(true)
})

test('so it is when the server tidied what it read back; nobody is asked to choose between two states of their own', () => {
  const tidied = { title: 'AB.', text: 'a' }
  const done = answer(arrive(edit(sending(), { title: 'ABC' }), 2, tidied), 2, tidied)
  expect(done).toMatchObject({ base: SENT, content: TYPED, clash: undefined })
})

test('a save that is answered after something newer arrived takes nothing back', () => {
  const newer = { title: 'AB', text: 'b' }
  for (const typed of [{ title: 'ABC' }, { title: 'AB' }]) {
    const done = answer(arrive(edit(sending(), typed), 3, newer), 2, SENT)
    expect(done).toMatchObject({ stored: { version: 3 }, base: newer, clash: undefined, sending: undefined })
    expect(done.content).toEqual({ text: 'b', ...typed })
  }
})

test('a save that was refused is on its way no longer', () => {
  expect(reducer.reduce(sending(), { type: 'refused' })).toMatchObject({ sending: undefined, content: SENT })
})
