import type { Workflow } from '@throughline/contracts/workflows'
import { casesOf } from '@throughline/flow/testing/cases'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isBusy,
  NOTHING_RUNS,
  reduce,
  type SaveAct,
  type SaveActEffect,
  type SaveActEvent,
} from './save-acts-reduce.ts'
import { invoice, workflowOf } from './testing/workflow.ts'

const workflow = workflowOf({ published: invoice, doc: invoice, version: 7 })
const newer: Workflow = { ...workflow, version: 8 }
const open = () => undefined

const ACTS: readonly SaveAct[] = [
  { kind: 'save' },
  { kind: 'save and go on' },
  { kind: 'keep' },
  { kind: 'ask to publish' },
  { kind: 'publish', authors: [], note: '' },
  { kind: 'discard' },
  { kind: 'restore', number: 3 },
  { kind: 'refresh' },
  { kind: 'copy mine', open },
]
const WAYS = ['well', 'not sent', 'overtaken', 'has errors', 'unreachable'] as const
type Way = (typeof WAYS)[number]

const STARTS = ['flush', 'call', 'read', 'arrive', 'copy'] as const
type Started = Extract<SaveActEffect, { type: (typeof STARTS)[number] }>
const isStarted = (effect: SaveActEffect): effect is Started => STARTS.some((type) => type === effect.type)

type Answer = SaveActEvent extends infer E ? (E extends unknown ? Omit<E, 'view'> : never) : never

/** What becomes of something that was asked of the session or the server. */
function answerTo(effect: Started, way: Way): Answer {
  const { id } = effect
  const failure = { description: undefined, stale: way === 'overtaken', hasErrors: way === 'has errors' }
  if (effect.type === 'flush') return { type: 'flushed', id, sent: way === 'well' }
  if (effect.type === 'arrive') return { type: 'arrived', id }
  if (way !== 'well' && way !== 'not sent') return { type: 'failed', id, failure }
  if (effect.type === 'copy') return { type: 'copied', id, workflow: newer, theirs: effect.theirs }
  return { type: effect.type === 'call' ? 'called' : 'read', id, workflow: newer }
}

/** Acts that are pressed, and answered, in any order, while a clash comes and goes. */
class SimulatedActs {
  readonly ended = new Map<number, boolean>()
  readonly told = new Map<number, number>()
  private state = NOTHING_RUNS
  private started: Started[] = []
  private readonly calls = new Map<number, number>()
  private count = 0
  private clash = false

  dispatch(event: Answer) {
    const view = { workflow, theirs: this.clash ? newer : undefined, doc: invoice, jsonValid: true }
    const next = reduce(this.state, { ...event, view })
    this.state = next.state
    for (const effect of next.effects) this.perform(event.id, effect)
    expect(isBusy(this.state)).toBe(
      this.state.running.some(({ act }) => !['discard', 'restore', 'copy mine'].includes(act.kind)),
    )
    const running = new Set(this.state.running.map(({ id }) => id))
    expect(new Set(this.started.map(({ id }) => id)), 'an act runs, and nothing is asked for it').toEqual(running)
    expect(this.started.length, 'two things are asked at once for one act').toBe(running.size)
  }

  private perform(id: number, effect: SaveActEffect) {
    if (effect.type === 'ended') {
      expect(this.ended.has(effect.id), 'an act ends twice').toBe(false)
      this.ended.set(effect.id, effect.done)
    } else if (effect.type === 'tell') this.told.set(id, (this.told.get(id) ?? 0) + 1)
    else if (effect.type === 'call') this.calls.set(id, (this.calls.get(id) ?? 0) + 1)
    expect(this.calls.get(id) ?? 0, 'what was decided once is asked of the server twice').toBeLessThanOrEqual(1)
    if (isStarted(effect)) this.started.push(effect)
  }

  press(act: SaveAct) {
    this.dispatch({ type: 'pressed', id: ++this.count, act })
  }

  answer(at: number, way: Way) {
    const effect = this.started[at % Math.max(1, this.started.length)]
    if (!effect) return false
    this.started = this.started.filter((one) => one !== effect)
    this.dispatch(answerTo(effect, way))
    return true
  }

  meet(clash: boolean) {
    this.clash = clash
  }

  get pressed() {
    return this.count
  }

  get busy() {
    return isBusy(this.state)
  }
}

type Step = (acts: SimulatedActs) => void
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...ACTS).map(
      (act): Step =>
        (acts) =>
          acts.press(act),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(5), fc.constantFrom(...WAYS)).map(
      ([at, way]): Step =>
        (acts) => {
          acts.answer(at, way)
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map(
      (clash): Step =>
        (acts) =>
          acts.meet(clash),
    ),
  },
)

test('every act ends once, is told of at most once, and the button is free again afterwards', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom(...WAYS), (steps, way) => {
      const acts = new SimulatedActs()
      for (const take of steps) take(acts)
      while (acts.answer(0, way));
      expect(acts.ended.size).toBe(acts.pressed)
      expect(acts.busy).toBe(false)
      for (const count of acts.told.values()) expect(count).toBe(1)
    }),
    { numRuns: casesOf(0.1) },
  )
})

test.each(ACTS)('$kind that meets no connection says so, unless there was nothing to do', (act) => {
  const acts = new SimulatedActs()
  acts.meet(act.kind === 'copy mine')
  acts.press(act)
  // What is sent before arrives.
  if (['publish', 'discard', 'restore', 'refresh'].includes(act.kind)) acts.answer(0, 'well')
  acts.answer(0, 'unreachable')
  expect(acts.ended.get(1)).toBe(false)
  expect(acts.told.get(1)).toBe(1)
})

test.each(['publish', 'discard', 'restore'] as const)(
  'to %s what somebody changed meanwhile is the person’s to decide again',
  (kind) => {
    const acts = new SimulatedActs()
    for (const act of ACTS) if (act.kind === kind) acts.press(act)
    acts.answer(0, 'well')
    acts.answer(0, 'overtaken')
    while (acts.answer(0, 'well'));
    expect(acts.ended.get(1)).toBe(false)
    expect(acts.told.get(1)).toBe(1)
  },
)
