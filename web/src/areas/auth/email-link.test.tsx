import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { texts as formTexts } from '../../shared/form/form.texts.ts'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { spec, texts } from './auth.texts.ts'
import { open } from './testing/open.tsx'

const REGISTER = 'POST /v1/auth/register-email/'
const RESET = 'POST /v1/auth/reset-password-email/'
const ok = { body: { status: 'ok' } }
const email = 'amara@harbor.example'

async function send(path: string, submit: string, value: string) {
  const page = open(path)
  const field = await page.findByLabelText(texts.email)
  fireEvent.change(field, { target: { value } })
  fireEvent.click(page.getByRole('button', { name: new RegExp(submit) }))
  return { ...page, field }
}

test.each([
  ['/register', spec.sendRegistrationLink, REGISTER, spec.registrationFailed],
  ['/forgot-password', spec.sendResetLink, RESET, spec.noUser],
])('%s refuses what is no address, before any call', async (path, submit, call, words) => {
  const server = serve({ [call]: ok })
  const page = await send(path, submit, 'amara')
  expect(page.getByText(`${words} ${texts.emailRule}`)).toBeTruthy()
  expect(page.field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(page.field)
  expect(server.sent(call)).toEqual([])
})

test.each([
  ['/register', spec.sendRegistrationLink, REGISTER, spec.registrationLinkSent],
  ['/forgot-password', spec.sendResetLink, RESET, spec.resetLinkSent],
])('%s says that the link is sent, in a toast and on the page', async (path, submit, call, words) => {
  const server = serve({ [call]: ok })
  const page = await send(path, submit, ` ${email} `)
  const heading = await page.findByRole('heading', { name: texts.sentTitle })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(page.getByText(email)).toBeTruthy()
  expect(page.toasts).toEqual([words])
  expect(server.sent(call)).toEqual([{ email }])
})

test('the link can be sent again after a minute, not before', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const server = serve({ [REGISTER]: ok })
  const page = await send('/register', spec.sendRegistrationLink, email)
  const waiting = await page.findByRole('button', { name: 'Resend link in 1:00' })
  await vi.advanceTimersByTimeAsync(18_000)
  await page.findByRole('button', { name: 'Resend link in 0:42' })
  fireEvent.click(waiting)
  expect(server.sent(REGISTER)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(42_000)
  fireEvent.click(await page.findByRole('button', { name: texts.resendLink }))
  await page.findByRole('button', { name: 'Resend link in 1:00' })
  expect(server.sent(REGISTER)).toHaveLength(2)
})

test('another address can be given', async () => {
  serve({ [REGISTER]: ok })
  const page = await send('/register', spec.sendRegistrationLink, email)
  fireEvent.click(await page.findByRole('button', { name: texts.otherEmail }))
  expect(page.getByLabelText(texts.email)).toHaveProperty('value', email)
})

test.each([
  ['/register', spec.sendRegistrationLink, REGISTER, spec.registrationFailed],
  ['/forgot-password', spec.sendResetLink, RESET, texts.linkNotSent],
])(
  '%s without a connection says what to do, and never that nobody has the address',
  async (path, submit, call, words) => {
    serve({ [call]: 'unreachable' })
    const page = await send(path, submit, email)
    const alert = await page.findByRole('alert')
    expect(alert.textContent).toContain(words)
    expect(alert.textContent).toContain(formTexts.unreachable)
    expect(page.queryByText(spec.noUser)).toBeNull()
  },
)

test('a throttled person reads how long to wait', async () => {
  serve({ [RESET]: { ...refusal(429, 'rate_limited', 'Slow down'), headers: { 'retry-after': '40' } } })
  const page = await send('/forgot-password', spec.sendResetLink, email)
  await waitFor(() => expect(page.getAllByText(formTexts.tooManyTries(40))).not.toHaveLength(0))
})
