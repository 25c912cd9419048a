import { fireEvent, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { LOG, openAdmin } from '../testing/open-admin.tsx'
import { idOf, staffLogEntry } from '../testing/sample-admin.ts'
import { texts } from './staff-log.texts.ts'

const VERIFY = 'POST /v1/auth/staff-log/verify/'
const open = (answers: NonNullable<Parameters<typeof openAdmin>[0]>['answers'] = {}) =>
  openAdmin({ address: '/home?tab=log', answers })

const flags = { before: { is_approved: false, is_beta: true }, after: { is_approved: true, is_beta: false } }
const ROWS = [
  staffLogEntry({ act: 'person.updated', entity_name: 'Nadia Flores', data: { ...flags, reason: 'ticket 4418' } }),
  staffLogEntry({ at: '2026-11-11T09:00:00Z', act: 'person.internal_asked', data: { after: { is_internal: true } } }),
  staffLogEntry({
    at: '2026-11-10T10:00:00Z',
    act: 'organization.role_changed',
    data: { person: idOf(11), after: { is_admin: true }, reason: 'The owner asked us' },
  }),
  staffLogEntry({ at: '2026-11-10T09:00:00Z', act: 'subscriptions.exported', entity_name: null, seq: null }),
  staffLogEntry({ at: '2026-11-09T10:00:00Z', act: 'subscriptions.exported', entity_name: null, data: { rows: 309 } }),
  staffLogEntry({
    at: '2026-11-09T09:30:00Z',
    act: 'person.updated',
    data: { before: { is_internal: false }, after: { is_internal: true }, confirmed: true },
  }),
  staffLogEntry({ at: '2026-11-09T09:00:00Z', act: 'rocket.launched', actor: null }),
]

test('a row says who did what, about whom and why', async () => {
  const page = open({ [LOG]: { body: ROWS } })
  const [first, second, role, third, counted, confirmed, last] = (await page.findAllByRole('row'))
    .slice(1)
    .map((row) => within(row))
  for (const words of ['Ida Brandt', 'turned on Approved and turned off Beta for', 'Nadia Flores', 'ticket 4418'])
    expect(first?.getByText(words)).toBeTruthy()
  expect(second?.getByText('requested: turned on Internal for')).toBeTruthy()
  for (const words of ['turned on Admin for a member of', 'Kanaalbank Services', 'The owner asked us'])
    expect(role?.getByText(words)).toBeTruthy()
  expect(third?.getByText('email_subscriptions.csv')).toBeTruthy()
  expect(third?.getByText(texts.sealing)).toBeTruthy()
  expect(counted?.getByText('exported 309 rows to')).toBeTruthy()
  expect(confirmed?.getByText('confirmed: turned on Internal for')).toBeTruthy()
  expect(last?.getByText('rocket.launched')).toBeTruthy()
  expect(last?.getByText(texts.nobody)).toBeTruthy()
})

test('the chain is verified, and the first broken row is named', async () => {
  const whole = { checked: 7, rows: 7, next: null, broken: null, pending: 0, signed_head: null }
  const page = open({ [LOG]: { body: [staffLogEntry()] }, [VERIFY]: { body: whole } })
  fireEvent.click(await page.findByRole('button', { name: texts.verify }))
  expect(await page.findByText('All 7 rows are intact')).toBeTruthy()
  const broken = { seq: 3, reason: 'changed', expected_hash: 'aa', found_hash: 'bb' }
  page.server.change(VERIFY, { body: { ...whole, broken } })
  fireEvent.click(page.getByRole('button', { name: texts.verify }))
  expect(await page.findByText('The chain breaks at row 3')).toBeTruthy()
  page.server.change(VERIFY, refusal(500, 'internal', 'no'))
  fireEvent.click(page.getByRole('button', { name: texts.verify }))
  expect(await page.findByRole('alert')).toBeTruthy()
})

test('an empty log, and one that loads, say so', async () => {
  const empty = open({ [LOG]: { body: [] } })
  expect(await empty.findByText(texts.empty)).toBeTruthy()
  empty.unmount()
  const loading = open({ [LOG]: 'silent' })
  expect(await loading.findByText(texts.loading)).toBeTruthy()
})

test('a log that failed can be asked for again', async () => {
  const page = open({ [LOG]: refusal(500, 'internal', 'no') })
  expect(await page.findByText(texts.failed)).toBeTruthy()
  page.server.change(LOG, { body: [staffLogEntry({ entity_id: idOf(21) })] })
  fireEvent.click(page.getByRole('button', { name: 'Try Again' }))
  expect(await page.findByText('opened the page for')).toBeTruthy()
})
