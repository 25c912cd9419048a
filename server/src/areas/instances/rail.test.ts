import { compile, parse } from '@throughline/flow/compile'
import type { State } from '@throughline/flow/run'
import { expect, test } from 'vitest'
import { pathOf, progressOf } from './rail.ts'

const manual = (id: string, next: string[]) => ({ id, type: 'manual', name: id, fields: [], next })
const { doc } = parse({
  name: 'Work',
  prefix: 'W',
  variables: { large: { type: 'boolean', default: false } },
  steps: [
    manual('ask', ['size']),
    {
      id: 'size',
      type: 'condition',
      name: 'Large?',
      branches: [{ name: 'Yes', when: 'vars.large', next: ['board'] }],
      else: ['buy'],
    },
    manual('board', ['buy']),
    manual('buy', []),
  ],
})
const compiled = compile(doc)
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
const { plan } = compiled

const open = (...ids: string[]): State['open'] =>
  Object.fromEntries(ids.map((id) => [id, { round: 0, since: 0, phase: 'working', attempt: 1 }]))
const standing = (state: Partial<State>, done: string[]) =>
  pathOf({
    version: { doc, plan },
    state: { v: 1, plan: '', seq: 1, status: 'running', open: {}, wait: {}, round: {}, base: 0, returns: 0, ...state },
    runs: done.map((step) => ({ step, round: 0, outcome: 'done' })),
  })

test('what may still come is on the path; what was passed over is not', () => {
  const first = standing({ open: open('ask') }, [])
  expect(first.map(({ id }) => id)).toEqual(['ask', 'size', 'board', 'buy'])
  expect(progressOf(first)).toEqual({ steps_total: 4, steps_done: 0 })
  const small = standing({ open: open('buy') }, ['ask', 'size'])
  expect(small.map(({ id, state }) => `${id} ${state}`)).toEqual(['ask done', 'size done', 'buy open'])
  expect(progressOf(small)).toEqual({ steps_total: 3, steps_done: 2 })
  expect(progressOf(standing({ status: 'completed' }, ['ask', 'size', 'buy']))).toEqual({
    steps_total: 3,
    steps_done: 3,
  })
})

test('a step of an earlier round counts as not done', () => {
  const back = standing({ open: { ask: { round: 1, since: 0, phase: 'working', attempt: 1 } }, base: 1 }, [
    'ask',
    'size',
    'buy',
  ])
  expect(progressOf(back)).toEqual({ steps_total: 4, steps_done: 0 })
})
