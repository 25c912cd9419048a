import { describe, expect, test } from 'vitest'
import type { FlowDoc } from '../document.ts'
import { parseInstant } from '../eval.ts'
import { approval, manual, tool, wait, workflow } from '../testing/make.ts'
import { type Move, play } from './play.ts'

const at = parseInstant('2026-11-16T09:00:00Z') ?? 0
const day = 86_400_000

const doc = workflow(
  'parallel',
  manual('a', ['b', 'c'], { fields: [{ name: 'note', type: 'text', label: 'Note' }] }),
  approval('b', ['d'], { rule: 'all', approvers: [{ person: 'x' }, { person: 'y' }] }),
  wait('c', ['d'], { for: '2d' }),
  tool('d', [], { output: { id: 'string' } }),
)

function played(moves: Move[], of: FlowDoc = doc) {
  const result = play(of, {}, moves, { at })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result
}
const answer = (step: string, given: Extract<Move, { kind: 'answer' }>['answer'] = {}, slot?: number): Move => ({
  kind: 'answer',
  of: { step, round: 1, ...(slot !== undefined && { slot }) },
  answer: given,
})
const waits = (moves: Move[]) =>
  played(moves).awaits.map(({ step, slot }) => (slot === undefined ? step : [step, slot]))

describe('playing move by move', () => {
  test('nothing happens that was not asked for', () => {
    expect(waits([])).toEqual(['a'])
    expect(waits([answer('a')])).toEqual([['b', 0], 'c'])
    expect(played([answer('a')])).toMatchObject({ now: at, wakes: at + 2 * day, vars: {}, made: [1, 1] })
  })

  test('people decide one by one, in any order with time', () => {
    const half = [answer('a'), answer('b', { decisions: ['approve'] }, 0)]
    expect(waits(half)).toEqual([['b', 1], 'c'])
    const later: Move[] = [...half, { kind: 'time', to: at + 2 * day }]
    expect(waits(later)).toEqual([['b', 1]])
    const end = played([...later, answer('b', { decisions: ['approve'] }, 1), answer('d', { values: { id: '7' } })])
    expect(end).toMatchObject({ now: at + 2 * day, vars: { id: '7' }, awaits: [], made: [1, 1, 1, 1, 1, 1] })
    expect(end.state.status).toBe('completed')
  })

  test('a failed run waits for an operator', () => {
    const only = workflow('sequential', tool('t', [], {}))
    const of = { step: 't', round: 1 }
    const failed: Move[] = [{ kind: 'answer', of, answer: { ok: false } }]
    expect(played(failed, only).awaits).toMatchObject([{ step: 't', what: 'operator' }])
    expect(played([...failed, { kind: 'retry', of }], only).awaits).toMatchObject([{ step: 't', what: 'tool' }])
    expect(played([...failed, { kind: 'override', of, outcome: 'done' }], only).state.status).toBe('completed')
  })

  test('a move for something that is not open makes no turn', () => {
    expect(played([answer('d')])).toMatchObject({ made: [1, 0] })
  })
})
