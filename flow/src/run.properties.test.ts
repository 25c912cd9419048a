import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Plan } from './plan.ts'
import { reduce } from './run.ts'
import { plans, watchedRuns } from './testing/runs.ts'
import type { World } from './testing/world.ts'

const cases = 5000

class Figures {
  readonly counts = new Map<string, number>()

  add(name: string, by: number | boolean): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + Number(by))
  }

  document({ steps, type }: Plan): void {
    const has = (kind: string) => steps.some((step) => step.type === kind)
    const outs = steps.flatMap((step) => step.outs.map((out) => ({ ...out, from: step.id })))
    const sources = (position: number) =>
      new Set(outs.filter(({ back, to }) => !back && to.includes(position)).map(({ from }) => from)).size
    this.add('parallel', type === 'parallel')
    for (const kind of ['condition', 'approval', 'wait', 'tool']) this.add(kind, has(kind))
    this.add('join', type === 'parallel' && steps.some((_, position) => sources(position) > 1))
    this.add(
      'return',
      outs.some(({ back }) => back),
    )
  }

  run({ tally, state }: World): void {
    for (const [name, count] of Object.entries(tally)) this.add(name, count)
    this.add('cancelled', state.status === 'cancelled')
  }

  share(name: string): number {
    return Math.round((100 * (this.counts.get(name) ?? 0)) / cases)
  }

  get text(): string {
    const kinds = ['parallel', 'condition', 'join', 'wait', 'approval', 'tool', 'return']
    const sums = ['events', 'dropped', 'joins', 'returns', 'incidents', 'cancelled', 'refused']
    const shares = kinds.map((kind) => `${kind} ${this.share(kind)}%`)
    const totals = sums.map((sum) => `${this.counts.get(sum) ?? 0} ${sum}`)
    return `${cases} workflows (${shares.join(', ')}); ${totals.join(', ')}`
  }
}

test('every random run keeps the promises of control flow at every turn and comes to its end', () => {
  const figures = new Figures()
  const property = watchedRuns(
    reduce,
    plans(() => figures.add('refused', 1)),
    (world, plan) => {
      figures.document(plan)
      figures.run(world)
    },
  )
  fc.assert(property, { numRuns: cases })
  // oxlint-disable-next-line no-console -- what was tried is half of what a random test says
  console.info(figures.text)
  for (const [kind, least] of Object.entries({ condition: 25, join: 25, wait: 25, return: 20 }))
    expect(figures.share(kind), `share of workflows with a ${kind}`).toBeGreaterThan(least)
  for (const kind of ['dropped', 'joins', 'returns', 'incidents', 'cancelled'])
    expect(figures.counts.get(kind), kind).toBeGreaterThan(cases / 100)
}, 60_000)
