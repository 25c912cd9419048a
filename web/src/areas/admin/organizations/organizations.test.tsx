import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { texts as logTexts } from '../staff-log/staff-log.texts.ts'
import { ORGANIZATIONS, openAdmin } from '../testing/open-admin.tsx'
import { controlledOrg, idOf, staffLogEntry } from '../testing/sample-admin.ts'
import { spec, texts } from './organizations.texts.ts'

const ONE = `GET /v1/org/org-control/${idOf(21)}/`
const ACTIVITY = `GET /v1/auth/staff-log/?about=${idOf(21)}&limit=50`

const ACTIVITIES = [
  staffLogEntry(),
  staffLogEntry({ at: '2026-11-10T09:00:00Z', act: 'organization.role_changed', data: { after: { is_admin: false } } }),
]

const day = (date: string, people: number) => ({
  day: date,
  people,
  started: 3,
  ended: 2,
  late: 1,
  automations_done: 9,
  automations_failed: 1,
  automations_stopped: 0,
  refused_sign_ins: 21,
})

const whole = (differences: object = {}) => ({
  ...controlledOrg(),
  time_zone: 'Europe/Amsterdam',
  plan: 'Business',
  subscription: 'active',
  last_active: '2026-11-11',
  auto_renew: true,
  canceled_at: null,
  period: { from: '2026-03-03', to: '2027-03-03' },
  usage: {
    people: { used: 24, limit: 50 },
    storage: { used: 1_073_741_824, limit: null },
    runs: { used: 188, limit: 2_000 },
  },
  days: [day('2026-11-10', 4), day('2026-11-11', 8)],
  automations_stopped: 3,
  oldest_duty: null,
  audit: { rows: 120, sealed_at: '2026-11-11T08:00:00Z', signed_rows: 118, signed_at: '2026-10-11T08:00:00Z' },
  ...differences,
})

const openOne = (answers: NonNullable<Parameters<typeof openAdmin>[0]>['answers'] = {}) =>
  openAdmin({
    address: `/home?tab=organizations&org=${idOf(21)}`,
    answers: { [ONE]: { body: whole() }, [ACTIVITY]: { body: ACTIVITIES }, ...answers },
  })

test('organizations are listed by what they say of themselves and found by the beginning of their name', async () => {
  const page = openAdmin({
    address: '/home?tab=organizations',
    answers: {
      [ORGANIZATIONS]: {
        body: [controlledOrg(), controlledOrg({ id: idOf(22), name: 'New', website: '', contact_email: '' })],
      },
      'GET /v1/org/org-control/?q=zz&limit=50': { body: [] },
      [ONE]: { body: whole() },
    },
  })
  await page.findByRole('link', { name: 'Kanaalbank Services' })
  for (const words of ['kanaalbank.example', 'hello@kanaalbank.example'])
    expect(page.getAllByText(words)).toHaveLength(1)
  expect(page.getAllByText('Wijnhaven 2, Rotterdam')).toHaveLength(2)
  expect(page.getAllByText(texts.none)).toHaveLength(4)
  const box = page.getByRole('searchbox', { name: texts.search })
  fireEvent.change(box, { target: { value: 'zz' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(await page.findByText(spec.empty)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.clearSearch }))
  fireEvent.click(await page.findByRole('link', { name: 'Kanaalbank Services' }))
  expect(await page.findByRole('heading', { level: 1, name: 'Kanaalbank Services' })).toBeTruthy()
})

test('an organization shows plan, usage against its limits, its days and what staff did', async () => {
  const page = openOne()
  expect(await page.findByRole('heading', { level: 1, name: 'Kanaalbank Services' })).toBeTruthy()
  for (const words of [
    'Finance · 11-50 · Wijnhaven 2, Rotterdam · https://kanaalbank.example · hello@kanaalbank.example · Europe/Amsterdam · since Mar 3, 2026',
    'Mar 3, 2026 – Mar 3, 2027',
    '24 of 50',
    '1 GB, no limit',
    '188 of 2,000',
    '2 of 4',
    '42',
    '118 of 120 rows signed Oct 11, 8:00 AM',
  ])
    expect(page.getByText(words)).toBeTruthy()
  expect(page.getByRole('table', { name: texts.one.days }).querySelectorAll('tbody tr')).toHaveLength(2)
  expect(page.getByText(texts.one.leftOutText)).toBeTruthy()
  expect(await page.findByText('opened this page')).toBeTruthy()
  expect(page.getByText('turned off Admin for a member')).toBeTruthy()
})

test('an organization has its logo in the list and on its page, and its initials where that cannot be shown', async () => {
  const logo = `/v1/org/org-control/${idOf(21)}/icon/0a1b2c3d/`
  const page = openAdmin({
    address: '/home?tab=organizations',
    answers: {
      [ORGANIZATIONS]: { body: [controlledOrg({ logo }), controlledOrg({ id: idOf(22), name: 'Nordlicht Studio' })] },
      [ONE]: { body: whole({ logo }) },
      [ACTIVITY]: { body: [] },
    },
  })
  const link = await page.findByRole('link', { name: /Kanaalbank Services/ })
  expect(link.querySelector('img')?.getAttribute('src')).toBe(logo)
  expect(page.getByRole('link', { name: /Nordlicht Studio/ }).textContent).toBe('NSNordlicht Studio')
  fireEvent.click(link)
  const heading = await page.findByRole('heading', { level: 1, name: 'Kanaalbank Services' })
  const shown = page.container.querySelector(`img[src="${logo}"]`)
  if (!shown) throw new Error('the logo is not shown')
  fireEvent.error(shown)
  expect(page.container.querySelector('img')).toBeNull()
  expect(heading.parentElement?.parentElement?.textContent).toContain('KS')
})

test('an organization without subscription or counted days says so', async () => {
  const nothing = { plan: null, subscription: null, auto_renew: null, period: { from: null, to: null }, days: [] }
  const audit = { rows: 0, sealed_at: null, signed_rows: 0, signed_at: null }
  const page = openOne({ [ONE]: { body: whole({ ...nothing, audit, last_active: null }) }, [ACTIVITY]: { body: [] } })
  expect(await page.findByText(texts.one.noDays)).toBeTruthy()
  expect(page.getByText(texts.one.notSigned)).toBeTruthy()
  expect(await page.findByText(texts.one.activityNone)).toBeTruthy()
})

test('an organization that loads, and what staff did there while it loads or has failed, say so', async () => {
  const loading = openOne({ [ONE]: 'silent' })
  expect(await loading.findByText(texts.one.loading)).toBeTruthy()
  loading.unmount()
  const activity = openOne({ [ACTIVITY]: 'silent' })
  expect(await activity.findByText(logTexts.loading)).toBeTruthy()
  activity.unmount()
  const failed = openOne({ [ACTIVITY]: refusal(500, 'internal', 'no') })
  expect(await failed.findByText(logTexts.failed)).toBeTruthy()
  failed.server.change(ACTIVITY, { body: ACTIVITIES })
  fireEvent.click(failed.getByRole('button', { name: 'Try Again' }))
  expect(await failed.findByText('opened this page')).toBeTruthy()
})

test('organizations that load, and a workspace without any, say so', async () => {
  const loading = openAdmin({ address: '/home?tab=organizations', answers: { [ORGANIZATIONS]: 'silent' } })
  expect(await loading.findByText(texts.loading)).toBeTruthy()
  loading.unmount()
  const empty = openAdmin({ address: '/home?tab=organizations' })
  expect(await empty.findByText(texts.emptyHint)).toBeTruthy()
})

test('one that is gone, one that failed, and a list that failed say so', async () => {
  const gone = openOne({ [ONE]: refusal(404, 'not_found', 'This organization was not found') })
  expect(await gone.findByText(texts.one.gone)).toBeTruthy()
  gone.unmount()
  const failed = openOne({ [ONE]: refusal(500, 'internal', 'no'), [ACTIVITY]: refusal(500, 'internal', 'no') })
  expect(await failed.findByText(texts.one.failed)).toBeTruthy()
  failed.server.change(ONE, { body: whole() })
  fireEvent.click(failed.getByRole('button', { name: 'Try Again' }))
  expect(await failed.findByText('24 of 50')).toBeTruthy()
  failed.unmount()
  const list = openAdmin({
    address: '/home?tab=organizations',
    answers: { [ORGANIZATIONS]: refusal(500, 'internal', 'no') },
  })
  expect(await list.findByText(spec.failed)).toBeTruthy()
})
