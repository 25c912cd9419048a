import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, serve, signedOut } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { spec, texts } from './auth.texts.ts'
import { open } from './testing/open.tsx'

const ME = 'GET /v1/auth/me/'
const CHECK = 'POST /v1/auth/verify-email/'
const JOIN = 'POST /v1/auth/join/'
const refused = refusal(404, 'not_found', 'This was not found')
const invitation = { organization: 'Harbor & Vale', role: 'Member', invited_by: 'Maya Okafor', has_account: true }
const valid = (purpose: string, more: object = {}) => ({
  body: { purpose, email: 'amara@harbor.example', invitation: null, ...more },
})
const amara = person({ username: 'amara', email: 'Amara@harbor.example' })

test.each([
  ['refused', refused],
  ['made for another purpose', valid('reset_password')],
])('a sign-up link that is %s leads to the sign-in page with the reason', async (_, answer) => {
  serve({ [ME]: signedOut, [CHECK]: answer })
  const page = open('/signup/abc')
  await waitFor(() => expect(page.address()).toBe('/signin'))
  expect(page.toasts).toEqual([spec.outdatedLink])
})

test('an address without a string leads to the sign-in page with the reason', async () => {
  const server = serve({ [ME]: signedOut })
  const page = open('/signup')
  await waitFor(() => expect(page.address()).toBe('/signin'))
  expect(page.toasts).toEqual([spec.invalidLink])
  expect(server.sent(CHECK)).toEqual([])
})

test.each([
  ['/reset-password/abc', texts.usedResetLink],
  ['/undo-email/abc', texts.usedUndoLink],
])('a used link at %s says so, and what to do instead', async (path, { why, way }) => {
  serve({ [CHECK]: valid('sign_up') })
  const page = open(path)
  expect(await page.findByRole('heading', { name: spec.invalidLink })).toBeTruthy()
  expect(page.getByText(why)).toBeTruthy()
  expect(page.getByRole('link', { name: way }).getAttribute('href')).toBe('/forgot-password')
})

test.each([
  ['/reset-password/abc', 'reset_password'],
  ['/signup/abc', 'sign_up'],
])('no answer is not a bad link: at %s it can be asked again', async (path, purpose) => {
  const server = serve({ [ME]: signedOut, [CHECK]: 'unreachable' })
  const page = open(path)
  const again = await page.findByRole('button', { name: spec.tryAgain })
  expect(page.getByRole('heading', { name: texts.linkNotChecked })).toBeTruthy()
  server.change(CHECK, valid(purpose))
  fireEvent.click(again)
  expect(await page.findByLabelText(texts.confirmPassword)).toBeTruthy()
})

test('an e-mail address is verified once, and the result is a status', async () => {
  const server = serve({ [CHECK]: valid('change_email') })
  const page = open('/verify/abc')
  expect((await page.findByText(spec.emailVerified)).tagName).toBe('OUTPUT')
  expect(page.getByRole('link', { name: spec.continueToWorkspace }).getAttribute('href')).toBe('/signin')
  expect(server.sent(CHECK)).toHaveLength(1)
})

test('while an address is being verified it says so', async () => {
  serve({ [CHECK]: 'silent' })
  expect(await open('/verify/abc').findByText(spec.verifyingEmail)).toBeTruthy()
})

test('a verification that failed can be tried again', async () => {
  const server = serve({ [CHECK]: refused })
  const page = open('/verify/abc')
  expect(await page.findByText(spec.emailNotVerified)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: spec.tryAgain }))
  await waitFor(() => expect(server.sent(CHECK)).toHaveLength(2))
})

test('an invitation of a known person asks them to sign in and comes back', async () => {
  serve({ [ME]: signedOut, [CHECK]: valid('invitation', { invitation }) })
  const page = open('/signup/abc')
  const link = await page.findByRole('link', { name: texts.signInToJoin })
  expect(page.getByText('You’re joining Harbor & Vale as Member')).toBeTruthy()
  expect(link.getAttribute('href')).toBe('/signin?redirect=%2Fsignup%2Fabc')
})

test('an invited person without an account reads where they are going, and makes one', async () => {
  serve({ [ME]: signedOut, [CHECK]: valid('invitation', { invitation: { ...invitation, has_account: false } }) })
  const page = open('/signup/abc')
  expect(await page.findByText('You’re joining Harbor & Vale as Member')).toBeTruthy()
  expect(page.getByText(texts.invitedBy('Maya Okafor'))).toBeTruthy()
  expect(page.getByRole('heading', { name: texts.signupTitle })).toBeTruthy()
  expect(page.getByLabelText(texts.confirmPassword)).toBeTruthy()
})

test('signed in as that person, they join and go home', async () => {
  const server = serve({
    [ME]: { body: amara },
    [CHECK]: valid('invitation', { invitation }),
    [JOIN]: { body: { user: amara } },
  })
  const page = open('/signup/abc')
  fireEvent.click(await page.findByRole('button', { name: /Join/ }))
  await waitFor(() => expect(page.address()).toBe('/home'))
  expect(server.sent(JOIN)).toEqual([{ verification_string: 'abc' }])
})

test("someone else's link asks nothing of who is signed in", async () => {
  serve({ [ME]: { body: { ...amara, email: 'maya@harbor.example' } }, [CHECK]: valid('invitation', { invitation }) })
  const page = open('/signup/abc')
  expect(await page.findByRole('heading', { name: texts.otherPersonTitle })).toBeTruthy()
  expect(page.queryByRole('button', { name: /Join/ })).toBeNull()
  expect(page.getByRole('button', { name: texts.logOut })).toBeTruthy()
  expect(document.title).toBe(texts.pageTitle(texts.otherPersonTitle))
})
