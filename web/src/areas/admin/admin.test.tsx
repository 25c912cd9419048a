import { focusManager } from '@tanstack/react-query'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { spec, texts } from './admin.texts.ts'
import { texts as helpTexts } from './help/staff-help.texts.ts'
import { COUNTS, openAdmin, USERS } from './testing/open-admin.tsx'
import { controlledUser } from './testing/sample-admin.ts'

test('staff see four tabs with what waits in each, the approvals first', async () => {
  const page = openAdmin()
  const nav = within(await page.findByRole('navigation', { name: texts.parts }))
  await waitFor(() =>
    expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Pending User Approvals2',
      'Organizations1,000+',
      'Feedback & Queries5',
      'Email Subscriptions312',
    ]),
  )
  expect(page.getByRole('heading', { level: 1, name: spec.tabs.approvals })).toBeTruthy()
  expect(nav.getByRole('link', { name: /Pending/ }).getAttribute('aria-current')).toBe('page')
})

test.each([
  ['organizations', spec.tabs.organizations],
  ['feedback', spec.tabs.feedback],
  ['subscriptions', spec.tabs.subscriptions],
  ['log', texts.staffLog],
  ['nonsense', spec.tabs.approvals],
])('the address ?tab=%s opens %s', async (tab, title) => {
  const page = openAdmin({ address: `/home?tab=${tab}` })
  expect(await page.findByRole('heading', { level: 1, name: title })).toBeTruthy()
})

test('the tabs are there without their numbers where those could not be counted', async () => {
  const page = openAdmin({ answers: { [COUNTS]: refusal(500, 'internal', 'no') } })
  expect(await page.findByRole('link', { name: spec.tabs.feedback })).toBeTruthy()
})

test('what is recorded as read is not read again because the window is looked at', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const page = openAdmin({ answers: { [USERS]: { body: [controlledUser()] } } })
  await page.findByText('lotte@kanaalbank.example')
  await page.findByRole('link', { name: /Feedback & Queries5/ })
  const readings = () => [COUNTS, USERS].map((call) => page.server.sent(call).length)
  const before = readings()
  vi.setSystemTime(Date.now() + 3_600_000)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  // What is asked for then is asked a turn later.
  await new Promise((resolve) => setTimeout(resolve))
  expect(readings()).toEqual(before)
  focusManager.setFocused(undefined)
})

test('help opens by its button and by F1, and says what staff may and may not see', async () => {
  const page = openAdmin()
  fireEvent.click(await page.findByRole('button', { name: helpTexts.open }))
  const dialog = within(await page.findByRole('dialog', { name: helpTexts.title }))
  for (const { title } of Object.values(helpTexts.sections)) expect(dialog.getByText(title)).toBeTruthy()
  expect(dialog.getByText(/Undo in the message puts a removed address back/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  fireEvent.keyDown(document.body, { key: 'F1' })
  expect(await page.findByRole('dialog', { name: helpTexts.title })).toBeTruthy()
})

test('everyone else reads that they may not be here, and can leave after a question', async () => {
  const page = openAdmin({ user: { is_internal: false } })
  expect(await page.findByRole('heading', { level: 1, name: spec.denied })).toBeTruthy()
  for (const words of [spec.deniedText, spec.deniedAdvice]) expect(page.getByText(words)).toBeTruthy()
  expect(page.server.sent(COUNTS)).toEqual([])
  expect(page.queryByRole('navigation')).toBeNull()
  fireEvent.click(page.getByRole('button', { name: spec.logOut }))
  const dialog = within(await page.findByRole('alertdialog', { name: spec.logOutQuestion }))
  expect(page.leave).not.toHaveBeenCalled()
  fireEvent.click(dialog.getByRole('button', { name: spec.logOut }))
  await waitFor(() => expect(page.leave).toHaveBeenCalledOnce())
})

test('staff without a second factor set it up before anything opens', async () => {
  const page = openAdmin({ user: { two_factor_enabled: false } })
  expect(await page.findByRole('heading', { level: 1, name: texts.twoFactors.title })).toBeTruthy()
  expect(await page.findByText(texts.twoFactors.failed)).toBeTruthy()
  expect(page.server.sent(COUNTS)).toEqual([])
  page.unmount()
  const answers = { [`GET /v1/auth/${person().id}/`]: 'silent' } as const
  const loading = openAdmin({ user: { two_factor_enabled: false }, answers })
  expect(await loading.findByText(texts.twoFactors.loading)).toBeTruthy()
})

test('leaving a tab or logging out says that changes are not saved', async () => {
  const page = openAdmin({ answers: { [USERS]: { body: [controlledUser()] } } })
  fireEvent.click(await page.findByRole('checkbox', { name: 'Approved: lotte@kanaalbank.example' }))
  fireEvent.click(page.getByRole('button', { name: spec.logOut }))
  const question = within(await page.findByRole('alertdialog'))
  expect(question.getByText('Changes to 1 user aren’t saved.')).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())

  fireEvent.click(page.getByRole('link', { name: /Feedback/ }))
  const guard = within(await page.findByRole('alertdialog'))
  fireEvent.click(guard.getByRole('button', { name: 'Discard changes' }))
  expect(await page.findByRole('heading', { level: 1, name: spec.tabs.feedback })).toBeTruthy()
})
