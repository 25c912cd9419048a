import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GraphLink } from './rail-graph.ts'
import { layRail, type Spot } from './rail-layout.ts'

const link = (from: string, to: string, more: Partial<GraphLink> = {}): GraphLink => ({
  from,
  to,
  back: false,
  taken: false,
  ...more,
})

test('three branches stand in three lanes, and what forks and joins them in the middle', () => {
  const steps = ['intake', 'fees', 'check', 'portal', 'sign', 'ids', 'kickoff']
  const { spots, columns, lanes, ways } = layRail(steps, [
    link('intake', 'fees'),
    link('intake', 'check'),
    link('intake', 'portal'),
    link('fees', 'sign'),
    link('check', 'ids'),
    link('sign', 'kickoff'),
    link('ids', 'kickoff'),
    link('portal', 'kickoff'),
    link('sign', 'fees', { back: true }),
  ])
  expect([columns, lanes]).toEqual([4, 3])
  expect(Object.fromEntries(spots)).toEqual({
    intake: { column: 0, lane: 1 },
    fees: { column: 1, lane: 0 },
    check: { column: 1, lane: 1 },
    portal: { column: 1, lane: 2 },
    sign: { column: 2, lane: 0 },
    ids: { column: 2, lane: 1 },
    kickoff: { column: 3, lane: 1 },
  })
  // The long way stays in its lane until the last gap.
  expect(ways.find(({ from }) => from === 'portal')?.spots.map(({ lane }) => lane)).toEqual([2, 2, 1])
})

test('a step that may be left out stays in the line, and the way around it passes below', () => {
  const { spots, ways } = layRail(['a', 'b', 'c'], [link('a', 'b'), link('b', 'c'), link('a', 'c')])
  expect([...spots.values()].map(({ lane }) => lane)).toEqual([0, 0, 0])
  expect(ways.find(({ from, to }) => from === 'a' && to === 'c')?.spots[1]).toEqual({ column: 1, lane: 1 })
})

test('nothing to draw, a step alone, and links to nowhere', () => {
  expect(layRail([], []).spots.size).toBe(0)
  const { spots, ways } = layRail(['a'], [link('a', 'a'), link('a', 'gone'), link('gone', 'a')])
  expect([...spots]).toEqual([['a', { column: 0, lane: 0 }]])
  expect(ways).toEqual([])
})

const graphs = fc.integer({ min: 1, max: 24 }).chain((count) =>
  fc.record({
    steps: fc.constant(Array.from({ length: count }, (_, index) => `s${index}`)),
    links: fc.array(
      fc.tuple(fc.nat(count - 1), fc.nat(count - 1), fc.boolean(), fc.boolean()).map(([a, b, back, taken]) => ({
        from: `s${a}`,
        to: `s${b}`,
        back,
        taken,
      })),
      { maxLength: 40 },
    ),
  }),
)

const overlap = (a: Spot, b: Spot) => a.column === b.column && Math.abs(a.lane - b.lane) < 1

test('every step is drawn once, none over another nor over a way that passes it', () => {
  fc.assert(
    fc.property(graphs, ({ steps, links }) => {
      const { spots, ways, columns, lanes } = layRail(steps, links)
      expect([...spots.keys()]).toEqual(steps)
      const passing = ways.flatMap((way) => way.spots.slice(1, -1))
      const all = [...spots.values(), ...passing]
      for (const [index, spot] of all.entries()) {
        expect(spot.column).toBeLessThan(columns)
        expect(spot.lane).toBeGreaterThanOrEqual(0)
        expect(spot.lane).toBeLessThanOrEqual(lanes - 1)
        for (const other of all.slice(index + 1)) expect(overlap(spot, other)).toBe(false)
      }
      for (const { spots: passed } of ways)
        for (const [gap, spot] of passed.slice(1).entries()) expect(spot.column).toBe((passed[gap]?.column ?? 0) + 1)
    }),
    { numRuns: 300 },
  )
})

test('what happens in an instance moves no step', () => {
  fc.assert(
    fc.property(graphs, fc.infiniteStream(fc.boolean()), ({ steps, links }, coins) => {
      const happened = links.map((one) => ({ ...one, taken: Boolean(coins.next().value) }))
      expect([...layRail(steps, happened).spots]).toEqual([...layRail(steps, links).spots])
    }),
  )
})

test('no lane stays empty above the steps', () => {
  const steps = ['collect', 'known', 'prepare', 'folders', 'credit', 'note', 'approve', 'risk', 'sign', 'call']
  const { spots, ways } = layRail(steps, [
    link('collect', 'known'),
    link('collect', 'prepare'),
    link('collect', 'folders'),
    link('known', 'credit'),
    link('known', 'note'),
    link('prepare', 'approve'),
    link('credit', 'risk'),
    link('approve', 'sign'),
    ...['risk', 'note', 'sign', 'folders'].map((from) => link(from, 'call')),
  ])
  const taken = [...spots.values(), ...ways.flatMap((way) => way.spots)].map(({ lane }) => lane)
  expect(Math.min(...taken)).toBe(0)
})
