import { linksOf, type Problem, repair, validate } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { approval, manual, workflow } from '@throughline/flow/testing/make'
import { broken } from '@throughline/flow/testing/rules'
import { expect, test } from 'vitest'
import { safeRepairs } from './issues-panel.tsx'

const same = (a: Problem, b: Problem) => a.code === b.code && a.path === b.path

test('a safe repair takes its problem away, brings none that needs a choice and changes no way', () => {
  let repaired = 0
  for (const { doc } of broken) {
    const before = validate(doc)
    for (const { problem, repair: offer } of safeRepairs(before)) {
      const mended = repair(doc, offer)
      const after = validate(mended)
      expect(after.some((one) => same(one, problem))).toBe(false)
      expect(linksOf(mended)).toEqual(linksOf(doc))
      // A field without a name is not looked at further: only then is it seen that its label is empty too.
      const more = after.filter((one) => !before.some((old) => same(old, one)))
      if (problem.code !== 'bad_id') expect(safeRepairs(more)).toHaveLength(more.length)
      repaired += 1
    }
  }
  expect(repaired).toBeGreaterThan(2)
})

test('all safe repairs together do what each does alone', () => {
  const start = workflow('sequential', manual('a', ['b']), manual('b', ['c']), manual('c'))
  const doc: FlowDoc = {
    ...start,
    steps: Object.fromEntries(
      Object.entries(start.steps).map(([id, step]) => {
        const { id: own, name, next } = step
        return [id, { id: own, name, next, type: 'manual', fields: [{ name: 'x', type: 'text', label: '' }] }]
      }),
    ),
  }
  const safe = safeRepairs(validate(doc))
  expect(safe).toHaveLength(6)
  expect(validate(safe.reduce((mended, one) => repair(mended, one.repair), doc))).toEqual([])
})

test('a repair that decides something is never made unasked', () => {
  const asked = workflow(
    'sequential',
    manual('a', ['b']),
    approval('b', [], { approvers: [{ starter: true }], rule: 3 }),
  )
  expect(validate(asked).filter(({ repairs }) => repairs.length === 1).length).toBeGreaterThan(0)
  expect(safeRepairs(validate(asked))).toEqual([])
})
