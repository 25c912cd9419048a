import { casesOf } from '@throughline/flow/testing/cases'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reduce } from './session-reduce.ts'
import type { SessionEffect } from './session-state.ts'
import { PLACES, SimulatedSession, WAYS } from './testing/simulated-session.ts'

const MAX_STEPS = 200

type Step = (session: SimulatedSession) => void

const place = fc.constantFrom(...PLACES)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: place.map(
      (at): Step =>
        (session) =>
          session.type(at),
    ),
  },
  {
    weight: 4,
    arbitrary: place.map(
      (at): Step =>
        (session) =>
          session.others(at),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(...WAYS).map(
      (way): Step =>
        (session) =>
          session.end(way),
    ),
  },
  { weight: 6, arbitrary: fc.constant<Step>((session) => session.end('well')) },
  { weight: 6, arbitrary: fc.constant<Step>((session) => session.pass()) },
  {
    weight: 3,
    arbitrary: fc.nat(3).map(
      (at): Step =>
        (session) =>
          session.hear(at),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('mine', 'theirs').map(
      (side): Step =>
        (session) =>
          session.resolve(side),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.boolean().map(
      (leaving): Step =>
        (session) =>
          session.flush(leaving),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map(
      (online): Step =>
        (session) =>
          session.connect(online),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map(
      (arrives): Step =>
        (session) =>
          session.reload(arrives),
    ),
  },
)

/** The server answers, and the person does whatever they are asked. */
function goWell(session: SimulatedSession) {
  for (let steps = 0; !session.isQuiet; steps++) {
    expect(steps, 'it never ends').toBeLessThan(MAX_STEPS)
    session.end('well')
    session.resolve('mine')
    session.pass()
    if (session.shown.saving.kind === 'failed') session.flush(false)
  }
}

const nothingIsLost = (reducer: typeof reduce) =>
  fc.property(fc.boolean(), fc.array(step, { maxLength: 60 }), (exists, steps) => {
    const session = new SimulatedSession(reducer, exists)
    for (const take of steps) take(session)
    session.connect(true)
    goWell(session)
    // What others did while nobody listened is heard in the end.
    session.hear(0)
    goWell(session)
    session.expectAgreement()
  })

test('whatever happens in whatever order, no words are lost, one save is on its way, and clashes are asked about', () => {
  fc.assert(nothingIsLost(reduce), { numRuns: casesOf(0.1) })
})

const changed =
  (plant: (effects: readonly SessionEffect[]) => readonly SessionEffect[]): typeof reduce =>
  (state, event) => {
    const next = reduce(state, event)
    return { ...next, effects: plant(next.effects) }
  }

const FAULTS: Record<string, typeof reduce> = {
  'two saves go at the same time': changed((effects) =>
    effects.flatMap((one): SessionEffect[] => (one.type === 'send draft' ? [one, one] : [one])),
  ),
  'another try has another key': (state, event) =>
    reduce(state.unanswered ? { ...state, unanswered: { ...state.unanswered, key: event.moment.key } } : state, event),
  'a lost save is forgotten': (state, event) =>
    reduce(state.underway ? state : { ...state, unanswered: undefined }, event),
  'clashes are answered without asking': (state, event) => {
    const next = reduce(state, event)
    if (!next.state.shown.clash) return next
    const answered = reduce(next.state, { type: 'resolved', choices: {}, moment: event.moment })
    return { state: answered.state, effects: [...next.effects, ...answered.effects] }
  },
  'what others saved replaces what is typed': (state, event) => {
    const next = reduce(state, event)
    const theirs = next.effects.find((effect) => effect.type === 'tell theirs')
    return theirs ? reduce(state, { type: 'yielded', workflow: theirs.workflow, moment: event.moment }) : next
  },
  'a dying tab takes its copy along': changed((effects) => effects.filter(({ type }) => type !== 'keep copy')),
}

test.each(Object.entries(FAULTS))('it would be noticed if %s', (_, faulty) => {
  expect(() => fc.assert(nothingIsLost(faulty), { numRuns: 500, endOnFailure: true })).toThrow()
})
