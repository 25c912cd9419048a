import { expect, test } from 'vitest'
import { row } from '../testing/sample-tasks.ts'
import { displayStatus } from './task-status.tsx'

const noon = Date.parse('2026-11-12T12:00:00Z')

test('what falls due while the page stands open turns overdue; what is done or failed does not', () => {
  const open = row(1, 'x', { overdue_at: '2026-11-12T12:00:00Z' })
  expect(displayStatus(open, noon - 1)).toBe('pending')
  expect(displayStatus(open, noon)).toBe('overdue')
  expect(displayStatus({ ...open, state: 'completed' }, noon)).toBe('completed')
  expect(displayStatus({ ...open, state: 'failed' }, noon)).toBe('failed')
})
