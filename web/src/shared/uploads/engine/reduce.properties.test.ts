import { MOST_BYTES, RESUMABLE_FROM } from '@throughline/contracts/document-uploads'
import { casesOf } from '@throughline/flow/testing/cases'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeDocument } from '../testing/scripted.ts'
import { SimulatedUploads, WAYS } from '../testing/simulated-uploads.ts'
import { reduce } from './reduce.ts'
import type { Effect } from './state.ts'

const MAX_STEPS = 5_000
const PRESSES = ['paused', 'resumed', 'retried', 'cancelled'] as const

const size = fc.oneof(
  fc.constant(7),
  fc.integer({ min: RESUMABLE_FROM, max: 7 * RESUMABLE_FROM }),
  fc.constant(MOST_BYTES + 1),
)
const at = fc.nat(20)
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('add'), sizes: fc.array(size, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 10, arbitrary: fc.record({ does: fc.constant('end'), at, way: fc.constantFrom(...WAYS) }) },
  { weight: 10, arbitrary: fc.record({ does: fc.constant('end'), at, way: fc.constant('well' as const) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('waited', 'write', 'end stopped', 'progress'), at }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom(...PRESSES), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('all paused', 'all resumed', 'offline', 'online', 'reload') }),
  },
)
type Step = { does: string; at?: number; way?: (typeof WAYS)[number]; sizes?: readonly number[] }

/** Somebody, a server or the browser does something. */
function take(world: SimulatedUploads, { does, at: place = 0, way = 'well', sizes = [] }: Step) {
  if (does === 'add') world.add(sizes)
  else if (does === 'end') world.end(place, way)
  else if (does === 'end stopped') world.endStopped(place)
  else if (does === 'waited') world.waited(place)
  else if (does === 'write') world.write()
  else if (does === 'progress') world.progress(place)
  else if (does === 'reload') world.reload()
  else if (does === 'offline' || does === 'online') world.connect(does === 'online')
  else if (does === 'all paused' || does === 'all resumed') world.dispatch({ type: does })
  else for (const press of PRESSES) if (press === does) world.press(press, place)
}

/** From now on everything goes well, and the person goes on with whatever waits for them. */
function goWell(world: SimulatedUploads) {
  world.connect(true)
  for (const at of world.entries.keys()) world.press('resumed', at)
  for (let steps = 0; !world.isQuiet; steps++) {
    expect(steps, 'it never ends').toBeLessThan(MAX_STEPS)
    world.write()
    world.waited(0)
    world.end(0, 'well')
  }
}

const uploadsEndWell = (reducer: typeof reduce) =>
  fc.property(fc.array(step, { maxLength: 60 }), (steps: readonly Step[]) => {
    const world = new SimulatedUploads(reducer)
    for (const one of steps) take(world, one)
    goWell(world)
    const arrived = world.entries.filter(({ upload }) => upload.document)
    const made = world.server.made()
    expect(new Set(made).size, 'a file has become two documents').toBe(made.length)
    expect(made).toEqual(expect.arrayContaining(arrived.map(({ upload }) => upload.key)))
    world.dispatch({
      type: 'settled',
      documents: arrived.flatMap(({ upload: { document } }) =>
        document ? { ...madeDocument(document.name, 1, 'clean'), id: document.id } : [],
      ),
    })
    for (const { upload } of world.entries) expect(['done', 'failed', 'refused']).toContain(upload.phase)
  })

test('whatever happens in whatever order, nothing is sent twice, too much at once or after it was cancelled', () => {
  fc.assert(uploadsEndWell(reduce), { numRuns: casesOf(0.05) })
})

const FAULTS: Record<string, (effects: readonly Effect[]) => readonly Effect[]> = {
  'a call is made twice': (effects) => effects.flatMap((one): Effect[] => (one.type === 'call' ? [one, one] : [one])),
  'a wait never ends': (effects) => effects.filter(({ type }) => type !== 'wait'),
  'what is stopped goes on': (effects) => effects.filter(({ type }) => type !== 'stop'),
  'nothing is written down': (effects) => effects.filter(({ type }) => type !== 'store'),
}

test.each(Object.entries(FAULTS))('it would be noticed if %s', (_, plant) => {
  const faulty: typeof reduce = (state, event) => {
    const next = reduce(state, event)
    return { ...next, effects: plant(next.effects) }
  }
  expect(() => fc.assert(uploadsEndWell(faulty), { numRuns: 400, endOnFailure: true })).toThrow()
})
