import type { Plan } from '../plan.ts'
import type { World } from './world.ts'

const kinds = [
  'parallel',
  'condition',
  'join',
  'wait',
  'subworkflow',
  'for each',
  'waits',
  'approval',
  'tool',
  'return',
]
const sums = [
  'events',
  'dropped',
  'joins',
  'returns',
  'incidents',
  'items',
  'alarms',
  'children',
  'cancelled',
  'refused',
]

/** What was generated and what happened: half of what a random test says. */
export class Figures {
  readonly counts = new Map<string, number>()
  #cases = 0

  add(name: string, by: number | boolean): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + Number(by))
  }

  document({ steps, type }: Plan): void {
    this.#cases += 1
    const has = (kind: string) => steps.some((step) => step.type === kind)
    const outs = steps.flatMap((step) => step.outs.map((out) => ({ ...out, from: step.id })))
    const sources = (position: number) =>
      new Set(outs.filter(({ back, to }) => !back && to.includes(position)).map(({ from }) => from)).size
    const listed = steps.some(({ each }) => each !== undefined)
    this.add('parallel', type === 'parallel')
    for (const kind of ['condition', 'approval', 'wait', 'tool', 'subworkflow']) this.add(kind, has(kind))
    this.add('for each', listed)
    this.add('waits', listed || has('wait') || has('subworkflow'))
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
    return Math.round((100 * (this.counts.get(name) ?? 0)) / this.#cases)
  }

  get text(): string {
    const shares = kinds.map((kind) => `${kind} ${this.share(kind)}%`)
    const totals = sums.map((sum) => `${this.counts.get(sum) ?? 0} ${sum}`)
    return `${this.#cases} workflows (${shares.join(', ')}); ${totals.join(', ')}`
  }
}
