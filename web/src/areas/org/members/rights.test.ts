import { expect, test } from 'vitest'
import { as, member } from '../testing/open-people.tsx'
import { actsOn, actsOnAll, rightsOf } from './rights.ts'
import { statusNote } from './status-cell.tsx'

const admin = rightsOf(as('admin'))
const ana = member(1, 'Ana Sousa', 'member')
const helena = member(2, 'Helena Vale', 'owner')
const kofi = member(3, 'Kofi Mensah', 'member', { status: 'invited' })
const daniel = member(4, 'Daniel Marsh', 'member', { status: 'suspended' })

test.each([
  ['an active member', ana, ['team', 'role', 'remove', 'suspend']],
  ['an invited one', kofi, ['team', 'role', 'resend', 'revoke']],
  ['a suspended one', daniel, ['team', 'role', 'remove', 'reactivate']],
  ['somebody mightier', helena, ['team']],
  ['oneself', { ...ana, id: admin.self }, ['team', 'role']],
])('what an admin may do to %s', (_, who, acts) => {
  expect([...actsOn(who, admin)]).toEqual(acts)
})

test('whoever may not manage members may do nothing to them', () => {
  expect(actsOn(ana, rightsOf(as('manager'))).size).toBe(0)
})

test('together only what fits every one of them', () => {
  expect([...actsOnAll([ana, daniel], admin)]).toEqual(['team', 'role', 'remove'])
  expect([...actsOnAll([ana, kofi], admin)]).toEqual(['team', 'role', 'remove'])
  expect([...actsOnAll([ana, helena], admin)]).toEqual(['team'])
  expect(actsOnAll([], admin).size).toBe(0)
})

const NOW = Date.parse('2026-11-12T22:30:00Z')
const invited = (until: string) => ({ ...kofi, invitation_expires_at: until })

test.each([
  ['2026-11-12T22:00:00Z', 'Link expired', true],
  ['2026-11-12T22:45:00Z', 'Expires today', false],
  ['2026-11-12T23:30:00Z', 'Expires tomorrow', false],
  ['2026-11-18T12:00:00Z', 'Expires in 6 days', false],
])('an invitation that ends %s says %s, by days of the reader', (until, text, late) => {
  expect(statusNote(invited(until), 'Europe/Amsterdam', NOW)).toEqual({ text, late })
})

test('a suspension says since when', () => {
  const since = (at: string) => statusNote({ ...daniel, suspended_at: at }, 'UTC', NOW)?.text
  expect(since('2026-11-06T10:00:00Z')).toBe('Since Nov 6')
  expect(since('2025-11-06T10:00:00Z')).toBe('Since Nov 6, 2025')
  expect(statusNote(ana, 'UTC', NOW)).toBeUndefined()
})
