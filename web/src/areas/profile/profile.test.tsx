import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { spec, texts } from './profile.texts.ts'
import { openProfile, PERSON } from './testing/open-profile.tsx'
import { profile } from './testing/sample-profile.ts'

const AVAILABLE = 'POST /v1/auth/is-available/'
const CHANGE_EMAIL = 'POST /v1/auth/change-email/'
const PASSWORD = `POST ${PERSON}password/`
const SESSIONS = 'GET /v1/auth/sessions/'

async function edit(page: ReturnType<typeof openProfile>) {
  fireEvent.click(await page.findByRole('button', { name: texts.edit }))
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const press = (page: ReturnType<typeof openProfile>, name: string) =>
  fireEvent.click(page.getByRole('button', { name: new RegExp(`^${name}`) }))

test('the password is changed at any time, the e-mail address only while editing', async () => {
  const page = openProfile()
  await page.findByRole('button', { name: texts.edit })
  expect(page.queryByRole('button', { name: spec.changeEmail })).toBeNull()
  expect(page.getByRole('button', { name: spec.changePassword })).toBeTruthy()
  await edit(page)
  expect(page.getByRole('button', { name: spec.changeEmail })).toBeTruthy()
  expect(page.getByRole('button', { name: spec.changePassword })).toBeTruthy()
})

test('whom the organisation signs in is told why neither can be changed', async () => {
  const page = openProfile({ profile: { auth_type: 'sso_okta', has_password: false } })
  await edit(page)
  expect(page.queryByRole('button', { name: spec.changeEmail })).toBeNull()
  expect(page.queryByRole('button', { name: spec.changePassword })).toBeNull()
  expect(page.getAllByText(texts.personal.singleSignOn)).toHaveLength(2)
})

test('a new address is checked first, then updated; typing again asks for the check again', async () => {
  const page = openProfile({
    answers: { [AVAILABLE]: { body: { available: true } }, [CHANGE_EMAIL]: { body: { status: 'ok' } } },
  })
  await edit(page)
  press(page, spec.changeEmail)
  const field = page.getByLabelText(texts.email.field)
  type(field, profile().email.toUpperCase())
  press(page, texts.email.check)
  expect(page.getByText(spec.sameEmail)).toBeTruthy()

  type(field, 'maya@okafor.example')
  press(page, texts.email.check)
  expect((await page.findAllByText(spec.emailFree)).length).toBeGreaterThan(0)
  expect(page.getByRole('button', { name: spec.updateEmail })).toBeTruthy()
  type(field, 'maya@okafor.example2')
  expect(page.queryByRole('button', { name: spec.updateEmail })).toBeNull()

  type(field, 'maya@okafor.example')
  press(page, texts.email.check)
  await page.findAllByText(spec.emailFree)
  press(page, spec.updateEmail)
  await waitFor(() =>
    expect(page.server.sent(CHANGE_EMAIL)).toEqual([{ email: 'maya@okafor.example', old_email: profile().email }]),
  )
  expect(page.toasts).toEqual([texts.email.sent('maya@okafor.example')])
})

test.each([
  ['taken', { body: { available: false } }, spec.emailTaken],
  ['in conflict', refusal(409, 'account_exists', 'other words'), spec.emailTaken],
  ["refused in the server's words", refusal(422, 'not_allowed', 'Use your work address'), 'Use your work address'],
  ['not to be checked', { status: 502, body: {} }, spec.emailCheckFailed],
])('an address that is %s says so', async (_, answer, words) => {
  const page = openProfile({ answers: { [AVAILABLE]: answer } })
  await edit(page)
  press(page, spec.changeEmail)
  type(page.getByLabelText(texts.email.field), 'maya@okafor.example')
  press(page, texts.email.check)
  expect(await page.findByText(words)).toBeTruthy()
})

async function fillPassword(page: ReturnType<typeof openProfile>, now: string, next: string, again: string) {
  fireEvent.click(await page.findByRole('button', { name: spec.changePassword }))
  type(page.getByLabelText(texts.password.current), now)
  type(page.getByLabelText(texts.password.new), next)
  type(page.getByLabelText(texts.password.confirm), again)
  fireEvent.click(page.getAllByRole('button', { name: spec.changePassword }).at(-1) ?? document.body)
}

test.each([
  ['', '', '', [spec.currentRequired, spec.newRequired]],
  ['lighthouse', 'short', 'short', [spec.tooShort]],
  ['lighthouse', 'Breakwater#26', 'Breakwater', [spec.mismatch]],
])('passwords %o, %o, %o are refused before any call', async (now, next, again, words) => {
  const page = openProfile()
  await fillPassword(page, now, next, again)
  for (const word of words) expect(page.getByText(word)).toBeTruthy()
  expect(page.server.sent(PASSWORD)).toEqual([])
})

test.each([
  ['a wrong present password', refusal(422, 'invalid_password', 'other words'), spec.wrongPassword],
  ['anything else', { status: 500, body: {} }, spec.passwordFailed],
])('%s is said in the words of the specification', async (_, answer, words) => {
  const page = openProfile({ answers: { [PASSWORD]: answer } })
  await fillPassword(page, 'lighthouse', 'Breakwater#26', 'Breakwater#26')
  expect(await page.findByText(words)).toBeTruthy()
})

test('a changed password is said and its form is gone', async () => {
  const page = openProfile({ answers: { [PASSWORD]: { body: { status: 'ok' } } } })
  await fillPassword(page, 'lighthouse', 'Breakwater#26', 'Breakwater#26')
  await waitFor(() => expect(page.toasts).toEqual([spec.passwordChanged]))
  expect(page.queryByLabelText(texts.password.current)).toBeNull()
})

test('subscription and deletion are for people without an organisation; others can leave', async () => {
  const solo = openProfile({ user: { organization_id: null } })
  expect(await solo.findByRole('link', { name: spec.updatePlan })).toHaveProperty('pathname', '/subscription/update')
  expect(solo.getByRole('button', { name: spec.deleteAccount })).toBeTruthy()
  solo.unmount()
  const member = openProfile()
  expect(await member.findByRole('button', { name: texts.more.leaveButton })).toBeTruthy()
  expect(member.queryByText(texts.subscription.title)).toBeNull()
  expect(member.queryByRole('button', { name: spec.deleteAccount })).toBeNull()
})

test('the last owner cannot leave and is told why', async () => {
  const page = openProfile({
    answers: { [`POST /v1/org/${openProfile.orgId}/leave/`]: refusal(409, 'last_owner', 'other words') },
  })
  fireEvent.click(await page.findByRole('button', { name: texts.more.leaveButton }))
  fireEvent.click(within(page.getByRole('alertdialog')).getByRole('button', { name: texts.more.leaveButton }))
  await waitFor(() => expect(page.descriptions).toEqual([texts.more.lastOwner]))
})

test('the present device has no way to be signed out; devices that cannot be loaded are asked for again', async () => {
  const page = openProfile()
  expect(await page.findByText(texts.devices.thisDevice)).toBeTruthy()
  const buttons = page.getAllByRole('button', { name: /^Sign out/ }).map((button) => button.textContent)
  expect(buttons).toEqual([texts.devices.signOutOthers, texts.devices.signOut])
  page.unmount()
  const failing = openProfile({ answers: { [SESSIONS]: refusal(500, 'internal', 'no') } })
  const devices = within(await failing.findByRole('region', { name: texts.devices.title }))
  expect(await devices.findByText(texts.devices.failed)).toBeTruthy()
  failing.server.change(SESSIONS, { body: [] })
  fireEvent.click(devices.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(devices.queryByText(texts.devices.failed)).toBeNull())
})

test('a subscription that cannot be loaded says so where it would stand', async () => {
  const page = openProfile({
    user: { organization_id: null },
    answers: { 'GET /v1/subscriptions/me/': refusal(500, 'internal', 'no') },
  })
  expect(await page.findByText(texts.subscription.failed)).toBeTruthy()
  expect(page.getByRole('button', { name: texts.edit })).toBeTruthy()
})

test('a profile that could not be loaded says so and can be asked for again', async () => {
  const page = openProfile({ answers: { [`GET ${PERSON}`]: refusal(500, 'internal', 'no') } })
  expect(await page.findByText(texts.failed)).toBeTruthy()
  page.server.change(`GET ${PERSON}`, { body: profile() })
  press(page, 'Try Again')
  expect(await page.findByRole('button', { name: texts.edit })).toBeTruthy()
})

test('a username that is taken is said under its field, and nothing is lost', async () => {
  const taken = 'This username is taken. Choose another.'
  const page = openProfile({
    answers: {
      [`PATCH ${PERSON}`]: refusal(409, 'username_taken', taken, { errors: [{ path: 'username', message: taken }] }),
    },
  })
  await edit(page)
  const field = page.getByLabelText(texts.personal.username)
  type(field, 'theo')
  press(page, texts.save)
  expect(await page.findByText(taken)).toBeTruthy()
  expect(field).toHaveProperty('value', 'theo')
})

test('a photo that is no picture is refused before it can be cropped', async () => {
  const page = openProfile()
  await edit(page)
  const input = page.container.querySelector('input[type=file]')
  if (!input) throw new Error('there is nothing to choose a file with')
  fireEvent.change(input, { target: { files: [new File(['a'], 'a.txt', { type: 'text/plain' })] } })
  await waitFor(() => expect(page.toasts).toEqual([spec.notAnImage]))
  expect(page.queryByRole('dialog')).toBeNull()
})
