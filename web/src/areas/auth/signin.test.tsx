import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { texts as formTexts } from '../../shared/form/form.texts.ts'
import { refusal, serve, signedOut } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { spec, texts } from './auth.texts.ts'
import { open } from './testing/open.tsx'

const LOGIN = 'POST /v1/auth/login/'
const NONCE = 'GET /v1/auth/google/nonce/'
const user = person()
const base = { 'GET /v1/auth/me/': signedOut, [NONCE]: refusal(503, 'unavailable', 'Not now') }

async function fillIn(address = '/signin') {
  const page = open(address)
  const username = await page.findByLabelText(texts.username)
  const password = page.getByLabelText(texts.password)
  const button = page.getByRole('button', { name: new RegExp(spec.login) })
  fireEvent.change(username, { target: { value: ' maya ' } })
  fireEvent.change(password, { target: { value: 'harbor-vale' } })
  return { ...page, username, password, button, send: () => fireEvent.click(button) }
}

test('signing in leads to the page asked for', async () => {
  const server = serve({ ...base, [LOGIN]: { body: { user, second_factor: null } } })
  const page = await fillIn('/signin?redirect=%2Ftasks%2F7%3Ftab%3Dfiles')
  page.send()
  await waitFor(() => expect(page.address()).toBe('/tasks/7?tab=files'))
  expect(server.sent(LOGIN)).toEqual([{ username: ' maya ', password: 'harbor-vale' }])
})

test('an address elsewhere is never followed', async () => {
  serve({ ...base, [LOGIN]: { body: { user, second_factor: null } } })
  const page = await fillIn('/signin?redirect=%2F%2Fother.example')
  page.send()
  await waitFor(() => expect(page.address()).toBe('/home'))
})

test('while busy the button keeps the focus, the fields are read-only and nothing is sent twice', async () => {
  const server = serve({ ...base, [LOGIN]: 'silent' })
  const page = await fillIn()
  page.button.focus()
  page.send()
  await waitFor(() => expect(page.button.getAttribute('aria-busy')).toBe('true'))
  page.send()
  expect(page.button.textContent).toContain(spec.signingIn)
  expect(document.activeElement).toBe(page.button)
  expect(page.username.closest('form')?.getAttribute('aria-busy')).toBe('true')
  for (const field of [page.username, page.password]) expect(field).toHaveProperty('readOnly', true)
  await waitFor(() => expect(server.sent(LOGIN)).toHaveLength(1))
})

test('empty fields are named, the first gets the focus, and no call is made', async () => {
  const server = serve(base)
  const page = open('/signin')
  fireEvent.click(await page.findByRole('button', { name: new RegExp(spec.login) }))
  expect(page.getByText(texts.enterUsername)).toBeTruthy()
  expect(page.getByText(texts.enterPassword)).toBeTruthy()
  expect(document.activeElement).toBe(page.getByLabelText(texts.username))
  expect(server.sent(LOGIN)).toEqual([])
})

test.each([
  ["the server's words", refusal(403, 'suspended', 'Your access was suspended'), 'Your access was suspended'],
  ['what to check', refusal(401, 'wrong_credentials', 'Not right'), texts.loginHint],
  ["the specification's words without any", { status: 502, body: {} }, spec.loginFailed],
] as const)('a refusal shows %s', async (_, answer, words) => {
  serve({ ...base, [LOGIN]: answer })
  const page = await fillIn()
  page.send()
  expect((await page.findByRole('alert')).textContent).toContain(words)
})

test('without a connection it says what to do', async () => {
  serve({ ...base, [LOGIN]: 'unreachable' })
  const page = await fillIn()
  page.send()
  const alert = await page.findByRole('alert')
  expect(alert.textContent).toContain(spec.loginFailed)
  expect(alert.textContent).toContain(formTexts.unreachable)
})

test('after too many tries the seconds count down and the form waits for them', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const throttled = {
    ...refusal(429, 'rate_limited', 'Too many attempts. Wait 3 seconds.'),
    headers: { 'retry-after': '3' },
  }
  const server = serve({ ...base, [LOGIN]: throttled })
  const page = await fillIn()
  page.send()
  expect(await page.findAllByText('Too many attempts. Wait 3 seconds.')).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2_000)
  await page.findByText('Too many attempts. Wait 1 second.')
  page.send()
  expect(server.sent(LOGIN)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  await waitFor(() => expect(page.queryByRole('alert')).toBeNull())
  page.send()
  await waitFor(() => expect(server.sent(LOGIN)).toHaveLength(2))
})

test('a provider that cannot be loaded leaves a quiet line, and the password works', async () => {
  serve({ ...base, [LOGIN]: { body: { user, second_factor: null } } })
  const page = await fillIn()
  expect(await page.findByText(texts.googleUnavailable)).toBeTruthy()
  page.send()
  await waitFor(() => expect(page.address()).toBe('/home'))
})

test('an account that belongs to a password is not opened by the provider: it says how to connect the two', async () => {
  let press: ((answer: { credential: string }) => void) | undefined
  const initialize = (options: { callback: typeof press }) => {
    press = options.callback
  }
  vi.stubGlobal('google', { accounts: { id: { initialize, renderButton: () => undefined } } })
  const detail = 'This address has an account. Sign in with your password and connect Google in your profile.'
  serve({
    ...base,
    [NONCE]: { body: { nonce: 'one', client_id: 'client', script_url: 'https://id.example/other.js' } },
    'POST /v1/auth/google/callback/': refusal(401, 'provider_refused', spec.googleFailed, { detail }),
  })
  const page = open('/signin')
  await waitFor(() => expect(document.querySelector('script[src="https://id.example/other.js"]')).toBeTruthy())
  document.querySelector('script[src="https://id.example/other.js"]')?.dispatchEvent(new Event('load'))
  await waitFor(() => expect(press).toBeDefined())
  press?.({ credential: 'signed' })
  const alert = await page.findByRole('alert')
  expect(alert.textContent).toContain(spec.googleFailed)
  expect(alert.textContent).toContain(detail)
  expect(page.address()).toBe('/signin')
})

test("the provider's credential is sent; a refused one costs the nonce, so a new one is fetched", async () => {
  let press: ((answer: { credential: string }) => void) | undefined
  const nonces: string[] = []
  vi.stubGlobal('google', {
    accounts: {
      id: {
        initialize: (options: { nonce: string; callback: typeof press }) => {
          nonces.push(options.nonce)
          press = options.callback
        },
        renderButton: () => undefined,
      },
    },
  })
  const callback = 'POST /v1/auth/google/callback/'
  const nonce = (nonce: string) => ({
    body: { nonce, client_id: 'client', script_url: 'https://id.example/script.js' },
  })
  const server = serve({ ...base, [NONCE]: nonce('one'), [callback]: { status: 502, body: {} } })
  const page = open('/signin')
  await waitFor(() => expect(document.querySelector('script[src="https://id.example/script.js"]')).toBeTruthy())
  document.querySelector('script[src="https://id.example/script.js"]')?.dispatchEvent(new Event('load'))
  await waitFor(() => expect(nonces).toEqual(['one']))
  server.change(NONCE, nonce('two'))
  press?.({ credential: 'signed' })
  expect((await page.findByRole('alert')).textContent).toContain(spec.googleFailed)
  expect(server.sent(callback)).toEqual([{ token: 'signed' }])
  await waitFor(() => expect(nonces).toEqual(['one', 'two']))
  server.change(callback, { body: { user, second_factor: null } })
  press?.({ credential: 'signed again' })
  await waitFor(() => expect(page.address()).toBe('/home'))
})
