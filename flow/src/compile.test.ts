import { describe, expect, test } from 'vitest'
import { compile } from './compile.ts'
import { approval, condition, manual, planOf, problemsOf, tool, wait, workflow } from './testing/make.ts'

const invoice = workflow(
  'sequential',
  manual('enter', ['size']),
  condition('size', [['board']], ['lead']),
  approval('lead', ['pay'], { on_changes: { next: ['enter'] } }),
  approval('board', ['pay'], { rule: 2, on_reject: { next: ['enter'] } }),
  tool('pay', [], { on_failure: { next: ['by_hand'] } }),
  manual('by_hand', [], { end_outcome: 'paid_by_hand' }),
)

const returnsOf = (doc: Parameters<typeof planOf>[0]) => {
  const { steps } = planOf(doc)
  return steps.flatMap(({ id, outs }) =>
    outs.filter(({ back }) => back).map(({ name, to }) => `${id}·${name} → ${to.map((at) => steps[at]?.id).join()}`),
  )
}

describe('a plan', () => {
  test('finds the returns of the invoice workflow without marks, defaults included', () => {
    expect(returnsOf(invoice).sort()).toEqual([
      'board·changes → enter',
      'board·rejected → enter',
      'lead·changes → enter',
      'lead·rejected → enter',
    ])
  })

  test('lists steps so that forward edges lead down, ties in depth-first order', () => {
    expect(planOf(invoice).steps.map(({ id }) => id)).toEqual(['enter', 'size', 'board', 'lead', 'pay', 'by_hand'])
  })

  test('has the same hash however the steps are keyed, and another one when a target changes', () => {
    const { hash } = planOf(invoice)
    const reversed = { ...invoice, steps: Object.fromEntries(Object.entries(invoice.steps).reverse()) }
    expect(planOf(reversed).hash).toBe(hash)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    const other = { ...invoice, steps: { ...invoice.steps, by_hand: manual('by_hand', ['enter']) } }
    expect(planOf(other).hash).not.toBe(hash)
  })

  test('follows only the first target in a sequential workflow, and each target once in a parallel one', () => {
    const steps = [manual('a', ['b', 'c', 'b']), manual('b'), manual('c')] as const
    expect(planOf(workflow('parallel', ...steps)).steps[0]?.outs[0]?.to).toEqual([1, 2])
    expect(problemsOf(workflow('sequential', ...steps))).toEqual(['unreachable c'])
  })

  test('ends the instance when a rejection has no manual step to return to, and then offers no changes', () => {
    const { steps } = planOf(workflow('sequential', approval('ask', ['act']), manual('act')))
    expect(steps[0]?.outs.map(({ name, end }) => [name, end])).toEqual([
      ['approved', undefined],
      ['rejected', 'rejected'],
    ])
  })

  test('knows the fork whose branches a rejection cancels', () => {
    const { steps } = planOf(
      workflow('parallel', manual('a', ['b', 'c']), approval('b', ['d']), manual('c', ['d']), manual('d')),
    )
    expect(Object.fromEntries(steps.map(({ id, fork }) => [id, fork]))).toEqual({ a: -1, b: 0, c: 0, d: 0 })
  })
})

describe('a document is refused', () => {
  test('when its start, an id or a target is not there', () => {
    expect(problemsOf({ ...workflow('parallel', manual('a')), start_step: 'x', steps: {} })).toEqual(['start_missing'])
    expect(problemsOf(workflow('parallel', manual('a b')))).toEqual(['bad_id a b'])
    expect(problemsOf(workflow('parallel', manual('a', ['b'])))).toEqual(['next_unknown a'])
    const prototype = JSON.parse('{"__proto__":{"id":"__proto__","type":"manual","name":"P","next":[],"fields":[]}}')
    expect(problemsOf({ ...workflow('parallel', manual('a')), start_step: '__proto__', steps: prototype })).toEqual([
      'bad_id __proto__',
    ])
  })

  test('when a step cannot be reached', () => {
    expect(problemsOf(workflow('parallel', manual('a'), manual('b')))).toEqual(['unreachable b'])
  })

  test('when an outcome returns and also goes elsewhere', () => {
    const doc = workflow(
      'parallel',
      manual('a', ['b']),
      approval('b', [], { on_reject: { next: ['a', 'c'] } }),
      manual('c'),
    )
    expect(problemsOf(doc)).toEqual(['return_mixed b'])
  })

  test('when every way leads back to a fork', () => {
    const doc = workflow('parallel', manual('s0', ['a', 'b']), manual('a', ['s0']), manual('b'))
    expect(problemsOf(doc)).toEqual(['no_way_out s0', 'no_way_out a'])
  })

  test('when a condition after a join leads back into one branch and nothing says which edge is the return', () => {
    const loop = (back: string[]) =>
      workflow(
        'parallel',
        manual('a', ['b', 'c']),
        manual('b', ['join']),
        manual('c', ['join']),
        condition('join', [['b']], [], { back }),
      )
    expect(problemsOf(loop([]))).toEqual(['loop_two_entries join'])
    expect(problemsOf(loop(['b']))).toEqual([])
  })

  test('when a mark names a step that does not lead here, or that is reached only so', () => {
    const sideways = workflow('parallel', manual('a', ['b', 'c']), manual('b', ['c'], { back: ['c'] }), manual('c'))
    expect(problemsOf(sideways)).toContain('back_not_back b')
    const only = workflow(
      'parallel',
      manual('a', ['b']),
      condition('b', [['c']], [], { back: ['c'] }),
      manual('c', ['b']),
    )
    expect(problemsOf(only)).toContain('back_not_back b')
  })

  test('when it could turn round without waiting for anybody', () => {
    const loop = (through: Parameters<typeof workflow>[1]) =>
      problemsOf(workflow('sequential', condition('a', [['b']], []), through))
    expect(loop(tool('b', ['a']))).toEqual(['hot_loop a', 'hot_loop b'])
    expect(loop(wait('b', ['a']))).toEqual([])
  })

  test('when a condition has nothing to decide or an approval nobody to ask', () => {
    expect(problemsOf(workflow('parallel', condition('a', [], [])))).toEqual(['condition_empty a'])
    expect(problemsOf(workflow('parallel', approval('a', [], { rule: 0 })))).toEqual(['approvers_missing a'])
    expect(problemsOf(workflow('parallel', approval('a', [], { approvers: [] })))).toEqual(['approvers_missing a'])
  })
})

test('a plan of two hundred steps in forty branches still fits into the start input of an instance', () => {
  const branches = Array.from({ length: 40 }, (_, b) => Array.from({ length: 5 }, (_, n) => `b${b}-${n}`))
  const doc = workflow(
    'parallel',
    manual(
      'first',
      branches.map(([head = '']) => head),
    ),
    ...branches.flatMap((ids) => ids.map((id, n) => manual(id, [ids[n + 1] ?? 'last']))),
    manual('last'),
  )
  const compiled = compile(doc)
  expect(compiled.ok && compiled.plan.steps.length).toBe(202)
  expect(compiled.ok && JSON.stringify(compiled.plan).length).toBeLessThan(64 * 1024)
})
