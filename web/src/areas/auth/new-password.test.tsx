import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, serve, signedOut } from '../../shared/testing/fake-server.ts'
import { spec, texts } from './auth.texts.ts'
import { open } from './testing/open.tsx'

const SIGNUP = 'POST /v1/auth/signup/'
const RESET = 'POST /v1/auth/reset-password/'
const verified = (purpose: string) => ({
  'GET /v1/auth/me/': signedOut,
  'POST /v1/auth/verify-email/': { body: { purpose, email: 'amara@harbor.example', invitation: null } },
})
const signUp = { path: '/signup/abc', purpose: 'sign_up', call: SIGNUP, submit: spec.register }
const reset = { path: '/reset-password/abc', purpose: 'reset_password', call: RESET, submit: spec.resetPassword }

async function fillIn({ path, submit }: { path: string; submit: string }, password: string, confirm: string) {
  const page = open(path)
  const confirmField = await page.findByLabelText(texts.confirmPassword)
  const username = page.queryByLabelText(texts.username)
  if (username) fireEvent.change(username, { target: { value: 'amara' } })
  const name = page.queryByLabelText(texts.yourName)
  if (name) fireEvent.change(name, { target: { value: ' Amara Diallo ' } })
  fireEvent.change(page.getByLabelText(texts.password), { target: { value: password } })
  fireEvent.change(confirmField, { target: { value: confirm } })
  return {
    ...page,
    confirmField,
    send: () => fireEvent.click(page.getByRole('button', { name: new RegExp(submit) })),
  }
}

test.each([signUp, reset])('passwords that differ make no call at $path', async (form) => {
  const server = serve(verified(form.purpose))
  const page = await fillIn(form, 'Quayside7', 'Quayside8')
  page.send()
  expect(page.getByText(spec.mismatch)).toBeTruthy()
  expect(document.activeElement).toBe(page.confirmField)
  expect(server.sent(form.call)).toEqual([])
})

test('the mismatch is named after leaving the field, and the match at once', async () => {
  serve(verified('sign_up'))
  const page = await fillIn(signUp, 'Quayside7', 'Quay')
  expect(page.queryByText(spec.mismatch)).toBeNull()
  fireEvent.blur(page.confirmField)
  expect(page.getByText(spec.mismatch)).toBeTruthy()
  fireEvent.change(page.confirmField, { target: { value: 'Quayside7' } })
  expect(page.queryByText(spec.mismatch)).toBeNull()
  expect(page.getByText(texts.passwordsMatch)).toBeTruthy()
})

test.each([signUp, reset])('a short password makes no call at $path', async (form) => {
  const server = serve(verified(form.purpose))
  const page = await fillIn(form, 'short', 'short')
  page.send()
  expect(page.getByText(texts.passwordTooShort)).toBeTruthy()
  expect(server.sent(form.call)).toEqual([])
})

test('strength is advice: a plain long password is sent', async () => {
  const server = serve({ ...verified('sign_up'), [SIGNUP]: { status: 201, body: { username: 'amara' } } })
  const page = await fillIn(signUp, 'quaysidequay', 'quaysidequay')
  page.send()
  await waitFor(() => expect(page.address()).toBe('/signin'))
  expect(await page.findByLabelText(texts.username), 'only the password is left to type').toHaveProperty(
    'value',
    'amara@harbor.example',
  )
  expect(page.toasts).toEqual([spec.signupDone])
  expect(server.sent(SIGNUP)).toEqual([
    {
      name: 'Amara Diallo',
      username: 'amara',
      password: 'quaysidequay',
      verification_string: 'abc',
      auth_type: 'custom_individual',
    },
  ])
})

test('signing up shows for which address, and asks for a name', async () => {
  const server = serve(verified('sign_up'))
  const page = await fillIn(signUp, 'Quayside7', 'Quayside7')
  expect(page.getByText('amara@harbor.example')).toBeTruthy()
  const name = page.getByLabelText(texts.yourName)
  fireEvent.change(name, { target: { value: ' ' } })
  page.send()
  expect(page.getByText(texts.enterName)).toBeTruthy()
  expect(document.activeElement).toBe(name)
  expect(server.sent(SIGNUP)).toEqual([])
})

test('a new password leads to the sign-in page', async () => {
  const server = serve({ ...verified('reset_password'), [RESET]: { body: { status: 'ok' } } })
  const page = await fillIn(reset, 'Quayside7', 'Quayside7')
  page.send()
  await waitFor(() => expect(page.address()).toBe('/signin'))
  expect(page.toasts).toEqual([spec.resetDone])
  expect(server.sent(RESET)).toEqual([{ password: 'Quayside7', verification_string: 'abc' }])
})

test("the server's words about a field stand under it, and it gets the focus", async () => {
  const errors = [{ path: 'username', message: 'This username is taken' }]
  serve({ ...verified('sign_up'), [SIGNUP]: refusal(422, 'invalid_request', 'Check the fields', { errors }) })
  const page = await fillIn(signUp, 'Quayside7', 'Quayside7')
  page.send()
  expect(await page.findByText('This username is taken')).toBeTruthy()
  expect(document.activeElement).toBe(page.getByLabelText(texts.username))
})

test.each([
  [signUp, spec.signupFailed],
  [reset, spec.resetFailed],
])('without a connection $0.path says what failed', async (form, words) => {
  serve({ ...verified(form.purpose), [form.call]: 'unreachable' })
  const page = await fillIn(form, 'Quayside7', 'Quayside7')
  page.send()
  expect((await page.findByRole('alert')).textContent).toContain(words)
})

const UNDO = 'POST /v1/auth/undo-email/'
const undo = { path: '/undo-email/abc', submit: texts.undo.submit }

test('"This wasn’t me" says what will happen, takes a new password, and leads to the sign-in page', async () => {
  const server = serve({ ...verified('undo_email'), [UNDO]: { body: { status: 'ok' } } })
  const page = await fillIn(undo, 'Quayside7', 'Quayside7')
  expect(page.getByRole('heading', { name: texts.undo.title })).toBeTruthy()
  expect(page.getByText('amara@harbor.example')).toBeTruthy()
  expect(server.sent(UNDO), 'opening the page changes nothing').toEqual([])
  page.send()
  await waitFor(() => expect(page.address()).toBe('/signin'))
  expect(server.sent(UNDO)).toEqual([{ password: 'Quayside7', verification_string: 'abc' }])
  expect(page.toasts).toEqual([texts.undo.done])
})

test.each([
  ['refused', refusal(409, 'address_taken', 'Another account uses this address now.'), /Another account uses/],
  ['failed', { status: 502, body: {} }, texts.undo.failed],
])('an undoing that %s says so, and can be sent again', async (_, answer, words) => {
  const server = serve({ ...verified('undo_email'), [UNDO]: answer })
  const page = await fillIn(undo, 'Quayside7', 'Quayside7')
  page.send()
  expect((await page.findByRole('alert')).textContent).toMatch(words)
  server.change(UNDO, { body: { status: 'ok' } })
  page.send()
  await waitFor(() => expect(page.address()).toBe('/signin'))
})

test.each([
  ['used', refusal(422, 'invalid_verification', 'no')],
  ['made for another purpose', verified('reset_password')['POST /v1/auth/verify-email/']],
])('a "This wasn’t me" link that was %s says so', async (_, answer) => {
  serve({ 'POST /v1/auth/verify-email/': answer })
  const page = open('/undo-email/abc')
  expect(await page.findByText(texts.usedUndoLink.why)).toBeTruthy()
  expect(page.queryByRole('button', { name: texts.undo.submit })).toBeNull()
})
