import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { expect, test } from 'vitest'
import { person } from '../../shared/testing/person.ts'
import { createItems } from './create-items.ts'
import { SECTIONS } from './nav-items.ts'

const as = (role: RoleName) => person({ role, permissions: [...(builtinRole(role)?.permissions ?? [])] })

test('of the groups only the work is open at first', () => {
  expect(SECTIONS.map(({ label, open }) => [label, open])).toEqual([
    ['Workflow Management', true],
    ['Insights', false],
    ['Configuration', false],
    ['Organization', false],
  ])
})

test('only what a person may begin is offered as new', () => {
  const labels = (role: RoleName) => createItems(as(role)).map(({ label }) => label)
  expect(labels('member')).toEqual(['Instance', 'Workflow', 'Form', 'Website', 'Report', 'Upload document'])
  expect(labels('viewer')).toEqual([])
})
