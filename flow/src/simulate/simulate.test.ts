import { describe, expect, test } from 'vitest'
import type { Field } from '../document.ts'
import { isoInstant, parseInstant } from '../eval.ts'
import { approval, condition, manual, subworkflow, tool, wait, workflow } from '../testing/make.ts'
import type { Script } from './script.ts'
import { simulate } from './simulate.ts'

const at = parseInstant('2026-11-16T09:00:00Z') ?? 0
const amount: Field = { name: 'amount', type: 'currency', label: 'Amount', required: true, min: 0 }

const invoice = workflow(
  'sequential',
  manual('enter', ['size'], { fields: [amount] }),
  condition('size', [['board']], ['lead'], { branches: [{ when: 'vars.amount > 5000', next: ['board'] }] }),
  approval('lead', ['pay'], { rule: 'first' }),
  approval('board', ['pay'], { rule: 2, approvers: [{ person: 'a' }, { person: 'b' }, { person: 'c' }] }),
  tool('pay', ['mail'], { output: { payment_id: 'string' }, on_failure: { next: ['by_hand'] } }),
  wait('mail', [], { for: '2d', end_outcome: 'paid' }),
  manual('by_hand', [], { end_outcome: 'paid_by_hand' }),
)

function play(script: Script, doc = invoice) {
  const played = simulate(doc, script, { at, starter: 'ana' })
  if (!played.ok) throw new Error(JSON.stringify(played.problems))
  return played
}
const opened = ({ turns }: ReturnType<typeof play>) =>
  turns.flatMap(({ commands }) => commands.flatMap((one) => (one.c === 'open' ? [one.step] : [])))

describe('a simulation', () => {
  test('goes the way of the answers, with its own clock', () => {
    const small = play({ answers: { enter: [{ values: { amount: 10 } }] } })
    expect(opened(small)).toEqual(['enter', 'size', 'lead', 'pay', 'mail'])
    expect([small.state.outcome, isoInstant(small.turns.at(-1)?.at ?? 0)]).toEqual(['paid', '2026-11-18T09:00:00.000Z'])
    expect(small.vars).toEqual({ amount: 10, payment_id: 'sample' })
    expect(opened(play({ answers: { enter: [{ values: { amount: 9000 } }] } }))).toContain('board')
  })

  test('answers each run of a step by its turn', () => {
    const played = play({
      answers: {
        enter: [{ values: { amount: 1 } }, { values: { amount: 2 } }],
        lead: [{ decisions: ['reject'] }, { decisions: ['approve'] }],
        pay: [{ ok: false, code: 'timeout' }],
      },
    })
    expect(opened(played)).toEqual(['enter', 'size', 'lead', 'enter', 'size', 'lead', 'pay', 'by_hand'])
    expect([played.vars.amount, played.state.outcome]).toEqual([2, 'paid_by_hand'])
  })

  test('says what it waits for when the script ends', () => {
    const played = play({ otherwise: 'stop', answers: { enter: [{ values: { amount: 6000 } }] } })
    expect(played.awaits).toEqual([{ step: 'board', round: 1, run: 0, what: 'decision', slot: 0 }])
    expect(play({ otherwise: 'stop' }).awaits).toEqual([{ step: 'enter', round: 1, run: 0, what: 'task' }])
  })

  test('lets alarms go off while somebody takes their time', () => {
    const doc = workflow(
      'sequential',
      manual('slow', [], {
        due: { in: '1d' },
        escalation: [
          { from: 'due', after: '-1h', act: 'remind' },
          { from: 'due', after: '1d', act: 'remind' },
        ],
      }),
    )
    const reminded = (takes: string) =>
      play({ answers: { slow: [{ takes }] } }, doc).turns.filter(({ commands }) =>
        commands.some(({ c }) => c === 'remind'),
      ).length
    expect([reminded('1h'), reminded('2d'), reminded('1w')]).toEqual([0, 1, 2])
  })

  test('runs a step for each entry and gathers the answers as lists', () => {
    const doc = workflow(
      'sequential',
      manual('list', ['each'], {
        fields: [
          {
            name: 'lines',
            type: 'table',
            label: 'Lines',
            required: true,
            columns: [{ name: 'who', type: 'text', label: 'Who' }],
          },
        ],
      }),
      manual('each', ['buy'], {
        assignee: { expr: 'item.who' },
        each: { list: 'vars.lines', order: 'in_order', until: 'all' },
        fields: [{ name: 'tag', type: 'text', label: 'Tag', required: true }],
      }),
      subworkflow('buy', ['check'], { input: { what: '{{vars.tag}}' }, output: { price: 'total' } }),
      condition('check', [['list']], [], {
        branches: [{ when: 'size(vars.tag) < 2', next: ['list'] }],
        end_outcome: 'bought',
      }),
    )
    const played = play(
      { answers: { list: [{ values: { lines: [{ who: 'x' }, { who: 'y' }] } }], buy: [{ values: { price: 12 } }] } },
      doc,
    )
    expect(played.vars).toMatchObject({ tag: ['Sample tag', 'Sample tag'], price: 12 })
    expect([played.state.status, played.state.outcome]).toEqual(['completed', 'bought'])
  })

  test('stops at an expression that has no value, and waits for an operator', () => {
    const doc = workflow(
      'sequential',
      manual('a', ['b'], { fields: [{ name: 'd', type: 'number', label: 'D', required: true }] }),
      condition('b', [['c']], [], { branches: [{ when: '[1, 2][int(vars.d)] == 1', next: ['c'] }], end_outcome: 'x' }),
      manual('c'),
    )
    const played = play({ answers: { a: [{ values: { d: 7 } }] } }, doc)
    expect(played.awaits).toEqual([{ step: 'b', round: 1, run: 0, what: 'operator' }])
  })

  test('is the same every time', () => {
    expect(JSON.stringify(play({}))).toBe(JSON.stringify(play({})))
  })
})

test('what does not compile is not played', () => {
  expect(simulate(workflow('sequential', manual('a', ['gone'])), {}, { at })).toMatchObject({
    ok: false,
    problems: [{ code: 'next_unknown' }],
  })
})
