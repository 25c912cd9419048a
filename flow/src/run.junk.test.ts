import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { branchOf, dueOf, evaluate, fill, plainCalendar } from './eval.ts'
import { type Event, newState, reduce } from './run.ts'
import { casesOf } from './testing/cases.ts'
import { documents } from './testing/documents.ts'
import { planOf, problemsOf } from './testing/make.ts'

const number = fc.constantFrom(0, 1, 2, 3, -1, 1.5, 1e9, Number.NaN)
const word = fc.constantFrom('done', 'approved', 'rejected', 'failed', 'b0', 'else', '__proto__', 'toString', '')
const step = fc.constantFrom('10', 'constructor', 'b', '__proto__', 'toString', 'nobody')
const alarm = fc.array(fc.tuple(number, number), { maxLength: 2 })

/** Events in which every part is of the right type and most make no sense. */
const junk: fc.Arbitrary<Event> = fc
  .record({
    at: number,
    step,
    round: number,
    item: fc.option(number, { nil: undefined }),
    slot: number,
    attempt: number,
  })
  .chain(({ slot, attempt, ...address }) => {
    const by = 'x'
    return fc.oneof(
      fc.constantFrom<Event>(
        { at: address.at, t: 'start' },
        { at: address.at, t: 'tick' },
        { at: address.at, t: 'cancel', by, reason: '' },
      ),
      fc.constant<Event>({ ...address, t: 'done', by }),
      fc.constantFrom<Event>(
        { ...address, t: 'decision', slot, decision: 'approve', by },
        { ...address, t: 'decision', slot, decision: 'changes', by },
        { ...address, t: 'decision', slot, decision: 'approve', by, asked: attempt },
        { ...address, t: 'withdrawn', asked: attempt },
        { ...address, t: 'result', attempt, ok: slot > 1, outcome: 'rejected' },
        { ...address, t: 'retry', attempt, by },
        { ...address, t: 'error', code: 'x', text: '' },
        { ...address, t: 'more' },
      ),
      word.map((outcome): Event => ({ ...address, t: 'override', outcome, by, reason: '' })),
      word.map((outcome): Event => ({ ...address, t: 'branch', outcome })),
      fc
        .tuple(alarm, number, number, number)
        .map(([alarms, until, slots, items]): Event => ({ ...address, t: 'opened', alarms, until, slots, items })),
    )
  })

test('no event makes the reducer throw, and a dropped one leaves the very same state', () => {
  fc.assert(
    fc.property(
      documents.filter((doc) => problemsOf(doc).length === 0),
      fc.array(junk, { maxLength: 30, size: 'max' }),
      (doc, events) => {
        const plan = planOf(doc)
        let state = reduce(plan, newState(plan), { at: 0, t: 'start' }).state
        for (const event of events) {
          const reduced = reduce(plan, state, event)
          if (reduced.dropped) expect(reduced.state).toBe(state)
          state = reduced.state
        }
      },
    ),
    { numRuns: casesOf(0.03) },
  )
}, 120_000)

test('expressions read no clock, no chance and no locale', () => {
  const forbidden = () => {
    throw new Error('not pure')
  }
  vi.stubGlobal('Date', forbidden)
  vi.stubGlobal('Intl', undefined)
  const random = vi.spyOn(Math, 'random').mockImplementation(forbidden)
  try {
    const scope = { vars: { d: '2026-03-01' }, now: 1_800_000_000_000, calendar: plainCalendar }
    expect(evaluate(['call', 'addBusinessDays', ['var', 'd', 'date'], ['int', '3']], scope)).toEqual({
      ok: true,
      value: '2026-03-04',
    })
    expect(branchOf([['op', '<', ['var', 'd', 'date'], ['name', 'now']]], scope)).toEqual({ ok: true, value: 'b0' })
    expect(dueOf({ in: '2bd' }, scope).ok).toBe(true)
    expect(fill({ a: 'x' }, {}, scope)).toEqual({ ok: true, value: { a: 'x' } })
  } finally {
    random.mockRestore()
    vi.unstubAllGlobals()
  }
})
