import { expect, test } from 'vitest'
import { put, rebased } from './step-context.ts'
import { documentOf } from './testing/open-step.tsx'

test('a change that was thought of one letter ago keeps the letter', () => {
  const before = documentOf([{ id: 'a', type: 'manual', name: 'Pay', priority: 'high' }]).steps['a']
  if (!before) throw new Error('no step')
  const now = { ...before, name: 'Pays' }
  expect(rebased(before, put(before, 'due', { in: '1d' }), now)).toEqual({ ...now, due: { in: '1d' } })
  expect(rebased(before, put(before, 'priority', undefined), now)).not.toHaveProperty('priority')
})
