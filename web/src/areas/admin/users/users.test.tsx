import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { person } from '../../../shared/testing/person.ts'
import { openAdmin, USERS } from '../testing/open-admin.tsx'
import { controlledUser, idOf } from '../testing/sample-admin.ts'
import { spec, texts } from './users.texts.ts'

const ONE = 'POST /v1/auth/update-user/'
const MANY = 'POST /v1/auth/update-users/'
const CONFIRM = 'POST /v1/auth/confirm/'

const lotte = controlledUser()
const sam = controlledUser({
  id: idOf(12),
  email: 'sam@fieldnotes.example',
  name: 'Sam Oyelaran',
  organization: { id: idOf(22), name: 'Sam', kind: 'personal', role: 'owner' },
  is_beta: true,
})
const flag = (page: ReturnType<typeof openAdmin>, name: string, of = lotte) =>
  page.getByLabelText(`${name}: ${of.email}`)

const open = async (rows = [lotte, sam], answers: Parameters<typeof openAdmin>[0] = {}) => {
  const page = openAdmin({ ...answers, answers: { [USERS]: { body: rows }, ...answers.answers } })
  await page.findByText(rows[0]?.email ?? '')
  return page
}

test('a row says who waits, where, and since when; nothing can be saved before something is changed', async () => {
  const page = await open()
  const row = within(page.getByText(lotte.email).closest('tr') ?? document.body)
  for (const words of ['Lotte Vermeer', 'Kanaalbank Services', 'Nov 12, 2026'])
    expect(row.getByText(words)).toBeTruthy()
  expect(row.getByRole('button', { name: texts.update })).toHaveProperty('disabled', true)
  expect(page.getByText(texts.approvalOn)).toBeTruthy()
  expect(page.getByText(texts.personal)).toBeTruthy()
  expect(flag(page, 'Admin', sam)).toHaveProperty('disabled', true)
})

test('one row is approved with the version it was read with', async () => {
  const page = await open([lotte], {
    answers: { [ONE]: { body: { result: 'done', user: { ...lotte, is_approved: true, version: 2 } } } },
  })
  fireEvent.click(flag(page, 'Approved'))
  expect(page.getByText('1 user changed')).toBeTruthy()
  fireEvent.click(page.getByLabelText(`Update 1 flag of ${lotte.email}`))
  await waitFor(() =>
    expect(page.toasts).toEqual([{ title: spec.updated, description: 'lotte@kanaalbank.example, 1 flag' }]),
  )
  expect(page.server.sent(ONE)).toEqual([
    expect.objectContaining({ user_id: lotte.id, is_approved: true, is_admin: false, version: 1, reason: '' }),
  ])
  await waitFor(() => expect(page.queryByText('1 user changed')).toBeNull())
})

test('a flag put back as it was is no change', async () => {
  const page = await open()
  fireEvent.click(flag(page, 'Beta'))
  fireEvent.click(flag(page, 'Beta'))
  expect(page.queryByText(/changed, /)).toBeNull()
})

test('a failed update says so, keeps the change and offers it again', async () => {
  const page = await open([lotte], { answers: { [ONE]: 'unreachable' } })
  fireEvent.click(flag(page, 'Approved'))
  fireEvent.click(page.getByLabelText(/^Update 1 flag/))
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([spec.notUpdated]))
  expect(flag(page, 'Approved')).toHaveProperty('checked', true)
  page.toasts[0]?.press?.()
  await waitFor(() => expect(page.server.sent(ONE)).toHaveLength(2))
})

test('a user whom somebody else changed first shows what they did', async () => {
  const said = 'Ravi changed this user in the meantime. Check the row and try again.'
  const page = await open([lotte], { answers: { [ONE]: refusal(409, 'stale_version', said) } })
  fireEvent.click(flag(page, 'Approved'))
  page.server.change(USERS, { body: [{ ...lotte, is_beta: true, version: 2 }] })
  fireEvent.click(page.getByLabelText(/^Update 1 flag/))
  await waitFor(() => expect(page.toasts).toMatchObject([{ title: spec.notUpdated, description: said }]))
  await waitFor(() => expect(flag(page, 'Beta')).toHaveProperty('checked', true))
  expect(flag(page, 'Approved')).toHaveProperty('checked', false)
})

test('what is ticked while a row is saved stays, as a change of the row as it was saved', async () => {
  const saved = { ...lotte, is_approved: true, version: 2 }
  const page = await open([lotte, sam], { answers: { [ONE]: { body: { result: 'done', user: saved } } } })
  fireEvent.click(flag(page, 'Approved'))
  fireEvent.click(page.getByLabelText(/^Update 1 flag/))
  fireEvent.click(flag(page, 'Developer'))
  fireEvent.click(flag(page, 'Approved'))
  page.server.change(USERS, { body: [saved, sam] })
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([spec.updated]))
  await waitFor(() => expect(page.getByLabelText(/^Update 2 flags/).getAttribute('aria-busy')).toBeNull())
  fireEvent.click(page.getByLabelText(/^Update 2 flags/))
  await waitFor(() => expect(page.server.sent(ONE)).toHaveLength(2))
  expect(page.server.sent(ONE)[1]).toMatchObject({ is_approved: false, is_developer: true, version: 2 })
})

test('what is ticked while several are saved stays, too', async () => {
  const saved = [lotte, sam].map((user) => ({ ...user, is_approved: true, version: 2 }))
  const results = saved.map((user) => ({ user_id: user.id, result: 'done', code: null, message: null, user }))
  const page = await open([lotte, sam], { answers: { [MANY]: { body: results } } })
  fireEvent.click(flag(page, 'Approved'))
  fireEvent.click(flag(page, 'Approved', sam))
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  fireEvent.click(flag(page, 'Developer', sam))
  page.server.change(USERS, { body: saved })
  await waitFor(() => expect(page.toasts).toEqual([{ title: '2 users updated', description: '2 flags' }]))
  expect(await page.findByText('1 user changed')).toBeTruthy()
  expect(flag(page, 'Developer', sam)).toHaveProperty('checked', true)
})

test('several are saved together by the keyboard, and each that was refused says why', async () => {
  const results = [
    { user_id: lotte.id, result: 'done', code: null, message: null, user: { ...lotte, is_approved: true } },
    { user_id: sam.id, result: 'refused', code: 'last_owner', message: 'This is the last owner.', user: sam },
  ]
  const page = await open([lotte, sam], { answers: { [MANY]: { body: results } } })
  fireEvent.click(flag(page, 'Approved'))
  fireEvent.click(flag(page, 'Approved', sam))
  expect(page.getByText('2 users changed')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  const dialog = within(await page.findByRole('dialog', { name: '1 of 2 users updated' }))
  expect(dialog.getByText('This is the last owner.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await page.findByText('1 user changed')).toBeTruthy()
})

test('the keyboard saves once, however long its keys are held or how often they are pressed meanwhile', async () => {
  const page = await open([lotte, sam], { answers: { [MANY]: 'silent', [ONE]: 'silent' } })
  const save = (more = {}) => fireEvent.keyDown(document.body, { key: 's', ctrlKey: true, ...more })
  fireEvent.click(flag(page, 'Approved'))
  save({ repeat: true })
  expect(page.server.sent(ONE)).toEqual([])
  save()
  fireEvent.click(flag(page, 'Approved', sam))
  save()
  save({ repeat: true })
  await waitFor(() => expect(page.server.sent(ONE)).toHaveLength(1))
  expect(page.server.sent(MANY)).toEqual([])
})

test('where both roles are changed, both are explained', async () => {
  const page = await open([lotte])
  for (const name of ['Admin', 'Internal']) fireEvent.click(flag(page, name))
  fireEvent.click(page.getByLabelText(/^Update 2 flags/))
  const dialog = await page.findByRole('dialog')
  for (const words of [texts.dialog.internalNote, texts.dialog.adminNote]) expect(dialog.textContent).toContain(words)
})

test('internal asks for a reason and a code, and says that it waits for a second member of staff', async () => {
  const page = await open([lotte], {
    answers: {
      [CONFIRM]: { body: { status: 'ok' } },
      [ONE]: { body: { result: 'asked', user: lotte } },
    },
  })
  fireEvent.click(flag(page, 'Internal'))
  fireEvent.click(page.getByLabelText(/^Update 1 flag/))
  const dialog = within(await page.findByRole('dialog', { name: 'Make Lotte Vermeer internal staff?' }))
  expect(dialog.getByText(texts.dialog.second)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: texts.dialog.submit }))
  expect(dialog.getByText(texts.dialog.enterReason)).toBeTruthy()
  expect(page.server.sent(CONFIRM)).toEqual([])
  fireEvent.change(dialog.getByLabelText(texts.dialog.reason), { target: { value: 'Joins support' } })
  const [cell] = dialog.getAllByRole('textbox').filter((each) => each.tagName === 'INPUT')
  fireEvent.paste(cell ?? document.body, { clipboardData: { getData: () => '123456' } })
  fireEvent.submit(dialog.getByLabelText(texts.dialog.reason).closest('form') ?? document.body)
  await waitFor(() => expect(page.toasts.map(({ title }) => title)).toEqual([texts.waitsForSecond]))
  expect(page.server.sent(ONE)).toEqual([expect.objectContaining({ is_internal: true, reason: 'Joins support' })])
})

test('a role in an organization asks for a reason only', async () => {
  const page = await open([lotte], { answers: { [ONE]: { body: { result: 'done', user: lotte } } } })
  fireEvent.click(flag(page, 'Admin'))
  fireEvent.click(page.getByLabelText(/^Update 1 flag/))
  const dialog = within(
    await page.findByRole('dialog', { name: 'Make Lotte Vermeer an admin of Kanaalbank Services?' }),
  )
  fireEvent.change(dialog.getByLabelText(texts.dialog.reason), { target: { value: 'Owner left' } })
  fireEvent.click(dialog.getByRole('button', { name: texts.dialog.submit }))
  await waitFor(() => expect(page.server.sent(ONE)).toHaveLength(1))
  expect(page.server.sent(ONE)).toEqual([expect.objectContaining({ is_admin: true, reason: 'Owner left' })])
})

test('what another member of staff requested is named, and one’s own flags cannot be changed', async () => {
  const asked = { wanted: true, by: 'Ravi Menon', by_id: idOf(13), at: '2026-11-12T09:00:00Z' }
  const me = controlledUser({ id: person().id, email: 'ida@throughline.example' })
  const page = await open([controlledUser({ internal_asked: asked }), me])
  expect(page.getByText('Requested by Ravi Menon')).toBeTruthy()
  for (const name of ['Approved', 'Internal', 'Beta']) expect(flag(page, name, me)).toHaveProperty('disabled', true)
  fireEvent.click(flag(page, 'Internal'))
  fireEvent.click(page.getByLabelText(/^Update 1 flag/))
  expect(await page.findByText(texts.dialog.confirms('Ravi Menon'))).toBeTruthy()
})

test.each([
  ['oneself, it still waits', person().id, texts.dialog.second],
  ['somebody of the same name, it takes effect', idOf(13), texts.dialog.confirms('Ida Brandt')],
])('where the change was requested by %s', async (_who, by_id, words) => {
  const asked = { wanted: true, by: 'Ida Brandt', by_id, at: '2026-11-12T09:00:00Z' }
  const page = await open([controlledUser({ internal_asked: asked })])
  fireEvent.click(flag(page, 'Internal'))
  fireEvent.click(page.getByLabelText(/^Update 1 flag/))
  expect(await page.findByText(words)).toBeTruthy()
})

test('people are searched and filtered on the server', async () => {
  const page = await open([lotte], {
    answers: {
      'GET /v1/auth/user-control/?status=beta&limit=50': { body: [sam] },
      'GET /v1/auth/user-control/?status=beta&q=zz&limit=50': { body: [] },
    },
  })
  fireEvent.click(page.getByRole('button', { name: texts.statuses.beta }))
  expect(await page.findByText(sam.email)).toBeTruthy()
  const box = page.getByRole('searchbox', { name: texts.search })
  fireEvent.change(box, { target: { value: 'zz' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(await page.findByText(texts.noMatches)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.clearSearch }))
  expect(await page.findByText(sam.email)).toBeTruthy()
})

test('a filter that is chosen before the search has paused stays', async () => {
  const page = await open([lotte], {
    answers: {
      'GET /v1/auth/user-control/?status=beta&limit=50': { body: [lotte, sam] },
      'GET /v1/auth/user-control/?status=beta&q=sam&limit=50': { body: [sam] },
    },
  })
  fireEvent.change(page.getByRole('searchbox', { name: texts.search }), { target: { value: 'sam' } })
  fireEvent.click(page.getByRole('button', { name: texts.statuses.beta }))
  await waitFor(() => expect(page.queryByText(lotte.email)).toBeNull())
  expect(page.getByText(sam.email)).toBeTruthy()
  expect(page.getByRole('button', { name: texts.statuses.beta }).getAttribute('aria-pressed')).toBe('true')
})

test('an empty list, one that loads and one that failed say so', async () => {
  const empty = openAdmin()
  expect(await empty.findByText(spec.empty)).toBeTruthy()
  empty.unmount()
  const loading = openAdmin({ answers: { [USERS]: 'silent' } })
  expect(await loading.findByText(texts.loading)).toBeTruthy()
  loading.unmount()
  const failed = openAdmin({ answers: { [USERS]: refusal(500, 'internal', 'no') } })
  expect(await failed.findByText(spec.failed)).toBeTruthy()
  failed.server.change(USERS, { body: [lotte] })
  fireEvent.click(failed.getByRole('button', { name: 'Try Again' }))
  expect(await failed.findByText(lotte.email)).toBeTruthy()
})
