import { fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { texts } from './notifications.texts.ts'
import { kinds, ORG, OWN, openNotifications, orgSettings, settings } from './testing/open-notifications.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const open = (answers: Parameters<typeof openNotifications>[1] = {}) =>
  openNotifications('/profile/notifications', { [`GET ${OWN}`]: { body: settings() }, ...answers })
const cell = (kind: keyof typeof texts.kinds, column: string) => texts.table.cell(texts.kinds[kind][0], column)

test('a choice is saved as it is made, and the page says when', async () => {
  const changed = settings({ kinds: kinds([{ kind: 'mention', inbox: false, own: true }]) })
  const page = open({ [`PUT ${OWN}`]: { body: changed } })
  fireEvent.click(await page.findByRole('checkbox', { name: cell('mention', texts.table.inbox) }))
  await waitFor(() => expect(page.getByRole('status').textContent).toMatch(/^Saved at /))
  expect(page.server.sent(`PUT ${OWN}`)).toEqual([
    { kinds: [{ kind: 'mention', inbox: false, email: 'digest', desktop: true }] },
  ])
  const row = page.getByRole('checkbox', { name: cell('mention', texts.table.inbox) }).closest('tr')
  expect(row && within(row).getByText(texts.table.yours)).toBeTruthy()
})

test('what needs somebody has no box for the inbox, and security none at all', async () => {
  const page = open()
  await page.findByText(texts.kinds.approval[0])
  expect(page.queryByRole('checkbox', { name: cell('approval', texts.table.inbox) })).toBeNull()
  expect(page.getByRole('checkbox', { name: cell('approval', texts.table.desktop) })).toBeTruthy()
  expect(page.queryByRole('checkbox', { name: cell('security', texts.table.desktop) })).toBeNull()
  expect(page.getByText(texts.table.fixed)).toBeTruthy()
})

test('a choice that is not saved goes back, with the reason', async () => {
  const page = open({ [`PUT ${OWN}`]: refusal(409, 'locked', 'Your organization decides this') })
  fireEvent.click(await page.findByRole('checkbox', { name: cell('mention', texts.table.inbox) }))
  await waitFor(() => expect(page.toasts).toEqual([texts.notSaved]))
  await waitFor(() =>
    expect(page.getByRole('checkbox', { name: cell('mention', texts.table.inbox), checked: true })).toBeTruthy(),
  )
})

test('quiet hours are switched on with the times that are shown', async () => {
  const quiet = { on: true, from: '18:30', to: '08:00', weekends: true, let_due_through: true }
  const page = open({ [`PUT ${OWN}`]: { body: settings({ quiet }) } })
  const [toggle] = await page.findAllByRole('switch', { name: texts.quiet.title })
  if (toggle) fireEvent.click(toggle)
  await waitFor(() => expect(page.server.sent(`PUT ${OWN}`)).toEqual([{ quiet }]))
  expect(page.getByText('Amsterdam time')).toBeTruthy()
  expect(page.getByLabelText(texts.quiet.from)).toHaveProperty('value', expect.stringMatching(/^6:30\sPM$/))
})

test('last week is counted, and what the organization’s defaults would have sent', async () => {
  const page = open()
  expect(await page.findByText('64')).toBeTruthy()
  expect(page.getByText(/would have sent 38 emails/)).toBeTruthy()
})

test('the browser asks for permission only when the switch is pressed', async () => {
  const requestPermission = vi.fn(() => {
    Fake.permission = 'granted'
    return Promise.resolve('granted')
  })
  class Fake {
    static permission = 'default'
    static requestPermission = requestPermission
    static shown: string[] = []
    constructor(title: string) {
      Fake.shown.push(title)
    }
    addEventListener() {}
  }
  vi.stubGlobal('Notification', Fake)
  const page = open()
  const toggle = await page.findByRole('switch', { name: new RegExp(`^${texts.device.name}`) })
  expect(requestPermission).not.toHaveBeenCalled()
  expect(page.getByRole('button', { name: texts.device.test }).hasAttribute('disabled')).toBe(true)
  fireEvent.click(toggle)
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
  fireEvent.click(page.getByRole('button', { name: texts.device.test }))
  expect(Fake.shown).toEqual([texts.device.testTitle])
})

const FOLLOW = '/v1/workflows/01890000-0000-7000-8000-000000000011/follow/'
const lease = { id: '01890000-0000-7000-8000-000000000011', name: 'Lease', prefix: 'LSE' }
const following = (more: object = {}) =>
  open({
    [`GET ${OWN}`]: { body: settings({ follows: [{ workflow: lease, level: 'everything', until: null }] }) },
    ...more,
  })

test('a workflow is muted until a day, which begins where the person is', async () => {
  const followed = { workflow: lease, level: 'muted', until: '2030-05-01T22:00:00.000Z' }
  const page = following({ [`PUT ${FOLLOW}`]: { body: { data: followed } } })
  fireEvent.click(await page.findByRole('combobox', { name: texts.follows.level('Lease') }))
  const option = await page.findByRole('option', { name: texts.follows.muteUntil })
  fireEvent.pointerDown(option)
  fireEvent.mouseUp(option)
  fireEvent.click(option)
  const dialog = await page.findByRole('dialog', { name: texts.follows.untilTitle('Lease') })
  const day = within(dialog).getByLabelText(texts.follows.untilLabel)
  const mute = within(dialog).getByRole('button', { name: texts.follows.mute })
  fireEvent.change(day, { target: { value: '2020-01-01' } })
  fireEvent.click(mute)
  expect(await within(dialog).findByText(texts.follows.untilMissing)).toBeTruthy()
  page.server.change(`GET ${OWN}`, { body: settings({ follows: [followed] }) })
  fireEvent.change(day, { target: { value: '2030-05-02' } })
  fireEvent.click(mute)
  await waitFor(() => expect(page.server.sent(`PUT ${FOLLOW}`)).toEqual([{ level: 'muted', until: followed.until }]))
  const level = page.getByRole('combobox', { name: texts.follows.level('Lease') })
  await waitFor(() => expect(level.textContent).toContain(texts.follows.mutedUntil('May 2, 2030')))
})

test('a workflow is neither followed nor muted any longer once it is removed', async () => {
  const page = following({ [`DELETE ${FOLLOW}`]: { body: { id: lease.id } } })
  const remove = await page.findByRole('button', { name: texts.follows.remove('Lease') })
  page.server.change(`GET ${OWN}`, { body: settings() })
  fireEvent.click(remove)
  expect(await page.findByText(texts.follows.none)).toBeTruthy()
  await waitFor(() => expect(page.server.sent(`DELETE ${FOLLOW}`)).toHaveLength(1))
})

test('what could not be loaded is tried again', async () => {
  const page = open({ [`GET ${OWN}`]: 'unreachable' })
  expect(await page.findByText(texts.failed)).toBeTruthy()
  page.server.change(`GET ${OWN}`, { body: settings() })
  fireEvent.click(page.getByRole('button', { name: /Try Again/i }))
  expect(await page.findByText(texts.table.title)).toBeTruthy()
})

const openOrg = (
  answers: Parameters<typeof openNotifications>[1] = {},
  differences: Parameters<typeof openNotifications>[2] = {},
) =>
  openNotifications('/org-profile/notifications', { [`GET ${ORG}`]: { body: orgSettings() }, ...answers }, differences)

test('an organization locks a kind, and keeps names out of mails', async () => {
  const page = openOrg({ [`PUT ${ORG}`]: { body: orgSettings({ names_in_mails: false }) } })
  fireEvent.click(await page.findByRole('checkbox', { name: cell('mention', texts.table.canChange) }))
  fireEvent.click(page.getByRole('switch', { name: new RegExp(`^${texts.mail.names}`) }))
  await waitFor(() =>
    expect(page.server.sent(`PUT ${ORG}`)).toEqual([
      { kinds: [{ kind: 'mention', inbox: true, email: 'digest', desktop: true, can_change: false }] },
      { names_in_mails: false },
    ]),
  )
})

test('whoever may not manage the organization is told so', async () => {
  const without = openOrg({}, { permissions: [] })
  expect(await without.findByText('Access restricted')).toBeTruthy()
  without.unmount()
  const refused = openOrg({ [`GET ${ORG}`]: refusal(403, 'forbidden', 'Your role doesn’t allow this') })
  expect(await refused.findByText('Access restricted')).toBeTruthy()
})
