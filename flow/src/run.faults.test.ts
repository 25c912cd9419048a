import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Admit from './run/admit.ts'
import type * as Calls from './run/calls.ts'
import type * as Close from './run/close.ts'
import type * as Items from './run/items.ts'
import type * as Join from './run/join.ts'
import type * as Timers from './run/timers.ts'
import { runnables, watchedRuns } from './testing/runs.ts'

const cases = 2000

// Each replaces one part of the reducer by a plausible mistake; the reducer itself knows nothing of it.
const faults: Record<string, () => void> = {
  'a join never waits': () => {
    vi.doMock('./run/join.ts', (): typeof Join => ({ heldBack: () => false }))
  },
  'a join waits for branches that nobody took': () => {
    const heldBack: typeof Join.heldBack = (plan, state, position) => {
      const id = plan.steps[position]?.id ?? ''
      return plan.steps.some(
        (step) =>
          !state.wait[id]?.includes(step.id) && step.outs.some(({ back, to }) => !back && to.includes(position)),
      )
    }
    vi.doMock('./run/join.ts', (): typeof Join => ({ heldBack }))
  },
  'repeats are not dropped': () => {
    vi.doMock('./run/admit.ts', async (original) => {
      const { admit } = await original<typeof Admit>()
      const careless: typeof Admit.admit = (plan, state, event) => {
        const admitted = admit(plan, state, event)
        const step = plan.steps.find(({ id }) => id === event.step)
        if (!step || (admitted !== 'late' && admitted !== 'repeat' && admitted !== 'stale')) return admitted
        const gone = { round: event.round, since: 0, phase: 'working', attempt: 1 } as const
        return { step, open: Object.hasOwn(state.open, step.id) ? (state.open[step.id] ?? gone) : gone }
      }
      return { admit: careless }
    })
  },
  'a cancelled branch goes on': () => {
    vi.doMock('./run/close.ts', async (original) => {
      const close = await original<typeof Close>()
      const closeOthers: typeof Close.closeOthers = (draft, chosen, why) => {
        if (why !== 'sibling') close.closeOthers(draft, chosen, why)
      }
      return { ...close, closeOthers }
    })
  },
  'a return forgets the finished work of a sibling': () => {
    vi.doMock('./run/close.ts', async (original) => {
      const close = await original<typeof Close>()
      const dropArrivals: typeof Close.dropArrivals = (draft, chosen) => close.dropArrivals(draft, chosen, () => true)
      return { ...close, dropArrivals }
    })
  },
  'a call that is not needed any more is left running': () => {
    vi.doMock('./run/calls.ts', async (original) => ({
      ...(await original<typeof Calls>()),
      stopCalls: () => undefined,
    }))
  },
  'an alarm goes off again and again': () => {
    vi.doMock('./run/timers.ts', async (original) => {
      const timers = await original<typeof Timers>()
      const fireDue: typeof Timers.fireDue = (draft) => {
        const before = { ...draft.state.open }
        timers.fireDue(draft)
        for (const [id, open] of Object.entries(before))
          if (open.alarms && Object.hasOwn(draft.state.open, id)) draft.state.open[id] = open
      }
      return { ...timers, fireDue }
    })
  },
  'a list forgets an item that failed': () => {
    vi.doMock('./run/items.ts', async (original) => {
      const items = await original<typeof Items>()
      const loseItem: typeof Items.loseItem = (draft, step, open, item) => {
        const { [item]: _, ...rest } = open.each?.open ?? {}
        if (open.each) draft.state.open[step.id] = { ...open, each: { ...open.each, open: rest } }
      }
      return { ...items, loseItem }
    })
  },
}

beforeEach(() => {
  vi.resetModules()
})
// The parts with a mistake must be gone too, before other files of this worker load the reducer.
afterEach(() => {
  vi.resetModules()
  vi.doUnmock('./run/join.ts')
  vi.doUnmock('./run/admit.ts')
  vi.doUnmock('./run/close.ts')
  vi.doUnmock('./run/calls.ts')
  vi.doUnmock('./run/timers.ts')
  vi.doUnmock('./run/items.ts')
})

test.each(Object.entries(faults))(
  'it is noticed when %s',
  async (name, plant) => {
    plant()
    const { reduce } = await import('./run.ts')
    const runs = watchedRuns(reduce, runnables(), () => undefined)
    const { numRuns, errorInstance } = fc.check(runs, { numRuns: cases, endOnFailure: true })
    // oxlint-disable-next-line no-console -- how soon a fault shows says how sharp the properties are
    console.info(`${name}: ${String(errorInstance)} in case ${numRuns}`)
    expect(errorInstance).toEqual(expect.objectContaining({ message: expect.stringMatching(/^broken: /) }))
  },
  60_000,
)
