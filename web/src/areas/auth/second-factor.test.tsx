import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { texts as formTexts } from '../../shared/form/form.texts.ts'
import { refusal, serve, signedOut } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { texts as auth, spec } from './auth.texts.ts'
import { texts } from './parts/second-factor.texts.ts'
import { open } from './testing/open.tsx'

const LOGIN = 'POST /v1/auth/login/'
const SECOND = 'POST /v1/auth/second-factor/'
const base = {
  'GET /v1/auth/me/': signedOut,
  'GET /v1/auth/google/nonce/': refusal(503, 'unavailable', 'Not now'),
  [LOGIN]: { body: { user: null, second_factor: { challenge: 'c1' } } },
}
const user = person()
const wrong = refusal(422, 'wrong_code', 'This code is not right.', { errors: [{ path: 'code', message: 'no' }] })

async function toSecondStep(answers: Parameters<typeof serve>[0]) {
  const server = serve({ ...base, ...answers })
  const page = open('/signin?redirect=%2Finbox')
  fireEvent.change(await page.findByLabelText(auth.username), { target: { value: 'maya' } })
  fireEvent.change(page.getByLabelText(auth.password), { target: { value: 'harbor-vale' } })
  fireEvent.click(page.getByRole('button', { name: new RegExp(spec.login) }))
  // The second step is fetched only now.
  const first = await page.findByRole('textbox', { name: texts.code }, { timeout: 10_000 })
  const paste = (text: string) =>
    act(async () => {
      fireEvent.paste(page.getByRole('textbox', { name: texts.code }), { clipboardData: { getData: () => text } })
    })
  return { ...page, server, first, paste }
}

test('a paste fills all cells, is sent by itself and leads to the page asked for', async () => {
  const page = await toSecondStep({ [SECOND]: { body: { user } } })
  expect(document.activeElement).toBe(page.first)
  await page.paste('482 913')
  await waitFor(() => expect(page.address()).toBe('/inbox'))
  expect(page.server.sent(SECOND)).toEqual([{ challenge: 'c1', code: '482913' }])
})

test('a wrong code is said, the cells are empty again and the first has the focus', async () => {
  const page = await toSecondStep({ [SECOND]: wrong })
  await page.paste('000000')
  await page.findByText(texts.wrongCode)
  const cells = page.getAllByRole('textbox')
  expect(cells.map((cell) => (cell instanceof HTMLInputElement ? cell.value : '?')).join('')).toBe('')
  expect(document.activeElement).toBe(cells[0])
})

test('a recovery code takes the place of the cells', async () => {
  const page = await toSecondStep({ [SECOND]: { body: { user } } })
  fireEvent.click(page.getByRole('button', { name: texts.byRecovery }))
  const field = await page.findByRole('textbox', { name: texts.recoveryCode })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: ' abcd-efgh ' } })
  fireEvent.click(page.getByRole('button', { name: new RegExp(texts.continue) }))
  await waitFor(() => expect(page.address()).toBe('/inbox'))
  expect(page.server.sent(SECOND)).toEqual([{ challenge: 'c1', code: 'abcd-efgh' }])
})

test('a locked second step says until when, counts down and takes nothing meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const locked = {
    ...refusal(429, 'second_factor_locked', 'Too many wrong codes.'),
    headers: { 'retry-after': '900' },
  }
  const page = await toSecondStep({ [SECOND]: locked })
  await page.paste('000000')
  expect((await page.findByRole('alert')).textContent).toContain(texts.lockedTitle)
  expect(page.getByText(texts.lockedFor('15:00'))).toBeTruthy()
  await vi.advanceTimersByTimeAsync(61_000)
  await page.findByText(texts.lockedFor('13:59'))
  fireEvent.click(page.getByRole('button', { name: new RegExp(texts.continue) }))
  expect(page.server.sent(SECOND)).toHaveLength(1)
})

test('one can go back to the first step', async () => {
  const page = await toSecondStep({})
  fireEvent.click(page.getByRole('button', { name: texts.backToSignIn }))
  expect(await page.findByLabelText(auth.username)).toBeTruthy()
})

test('without a connection nothing is lost but the code', async () => {
  const page = await toSecondStep({ [SECOND]: 'unreachable' })
  await page.paste('482913')
  expect((await page.findByRole('alert')).textContent).toContain(formTexts.unreachable)
})
