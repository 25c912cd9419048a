import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { texts } from '../auth/parts/confirm.texts.ts'
import { texts as factor } from '../auth/parts/second-factor.texts.ts'
import { texts as profileTexts, spec } from './profile.texts.ts'
import { openProfile, PERSON } from './testing/open-profile.tsx'
import { profile } from './testing/sample-profile.ts'

const CONFIRM = 'POST /v1/auth/confirm/'
const CHANGE = 'POST /v1/auth/change-email/'
const GOOGLE = `POST ${PERSON}google/`
const NONCE = 'GET /v1/auth/google/nonce/'
const DELETE = `POST ${PERSON}delete/`
const NEXT = 'maya@okafor.example'

const ok = { body: { status: 'ok' } }
const unconfirmed = refusal(403, 'confirmation_required', 'Confirm it’s you, then try again.')
const nonceFor = (script_url: string) => ({ body: { nonce: 'n1', client_id: 'c1', script_url } })

type Wish = NonNullable<Parameters<typeof openProfile>[0]>

/** Up to the dialog that asks for the confirmation. */
async function change(wish: Wish = {}) {
  const page = openProfile({
    ...wish,
    answers: { 'POST /v1/auth/is-available/': { body: { available: true } }, [CHANGE]: unconfirmed, ...wish.answers },
  })
  fireEvent.click(await page.findByRole('button', { name: profileTexts.edit }))
  fireEvent.click(page.getByRole('button', { name: spec.changeEmail }))
  fireEvent.change(page.getByLabelText(profileTexts.email.field), { target: { value: NEXT } })
  fireEvent.click(page.getByRole('button', { name: profileTexts.email.check }))
  fireEvent.click(await page.findByRole('button', { name: spec.updateEmail }))
  const dialog = within(await page.findByRole('dialog', { name: texts.title }))
  return { ...page, dialog }
}
type Page = Awaited<ReturnType<typeof change>>

function sayPassword({ dialog }: Pick<Page, 'dialog'>, password: string) {
  const field = dialog.getByLabelText(texts.password)
  fireEvent.change(field, { target: { value: password } })
  const form = field.closest('form')
  if (form) fireEvent.submit(form)
}

/** Answers as Google's own script would; a script is loaded once for all tests, so each has its own. */
function stubProvider(url: string) {
  const callbacks: ((answer: { credential: string }) => void)[] = []
  vi.stubGlobal('google', {
    accounts: {
      id: {
        initialize: ({ callback }: { callback: (answer: { credential: string }) => void }) => callbacks.push(callback),
        renderButton: () => undefined,
      },
    },
  })
  const loaded = async () => {
    await waitFor(() => expect(document.querySelector(`script[src="${url}"]`)).toBeTruthy())
    document.querySelector(`script[src="${url}"]`)?.dispatchEvent(new Event('load'))
    await waitFor(() => expect(callbacks.length).toBeGreaterThan(0))
  }
  return { loaded, choose: (credential: string) => act(async () => callbacks.at(-1)?.({ credential })) }
}

test('a change of address asks for the password, and goes on by itself', async () => {
  const page = await change({ answers: { [CONFIRM]: ok } })
  const field = page.dialog.getByLabelText(texts.password)
  await waitFor(() => expect(document.activeElement).toBe(field))
  page.server.change(CHANGE, ok)
  sayPassword(page, 'lighthouse')
  await waitFor(() => expect(page.toasts).toEqual([profileTexts.email.sent(NEXT)]))
  expect(page.server.sent(CONFIRM)).toEqual([{ password: 'lighthouse' }])
  const body = { email: NEXT, old_email: profile().email }
  expect(page.server.sent(CHANGE)).toEqual([body, body])
  expect(page.queryByRole('dialog')).toBeNull()
})

test('whoever leaves the dialog has changed nothing, and can begin again', async () => {
  const page = await change()
  fireEvent.keyDown(page.dialog.getByLabelText(texts.password), { key: 'Escape' })
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.server.sent(CHANGE)).toHaveLength(1)
  expect(page.toasts).toEqual([])
  expect(page.getByLabelText(profileTexts.email.field)).toHaveProperty('value', NEXT)
  fireEvent.click(page.getByRole('button', { name: spec.updateEmail }))
  expect(await page.findByRole('dialog', { name: texts.title })).toBeTruthy()
})

test('an empty or wrong password is named under its field', async () => {
  const page = await change({ answers: { [CONFIRM]: refusal(422, 'invalid_password', 'other words') } })
  sayPassword(page, '')
  expect(page.dialog.getByText(texts.enterPassword)).toBeTruthy()
  expect(page.server.sent(CONFIRM)).toEqual([])
  sayPassword(page, 'wrong')
  expect(await page.dialog.findByText(texts.wrongPassword)).toBeTruthy()
  expect(page.server.sent(CHANGE)).toHaveLength(1)
})

test.each([
  ['too many tries', refusal(429, 'rate_limited', 'no', {}), /Too many attempts/],
  ['a server in trouble', { status: 502, body: {} }, texts.notConfirmed],
  ['no answer', 'unreachable' as const, texts.notConfirmed],
])('%s leaves the dialog open and says so', async (_, answer, words) => {
  const page = await change({ answers: { [CONFIRM]: answer } })
  sayPassword(page, 'lighthouse')
  expect((await page.dialog.findAllByText(words)).length).toBeGreaterThan(0)
})

test('while the password is checked the button is busy', async () => {
  const page = await change({ answers: { [CONFIRM]: 'silent' } })
  sayPassword(page, 'lighthouse')
  await waitFor(() =>
    expect(page.dialog.getByRole('button', { name: texts.confirm }).getAttribute('aria-busy')).toBe('true'),
  )
})

test('with two factors a code does as well as the password', async () => {
  const page = await change({ profile: { two_factor_enabled: true }, answers: { [CONFIRM]: ok } })
  fireEvent.click(page.dialog.getByRole('button', { name: texts.byCode }))
  expect(page.dialog.getByRole('button', { name: texts.byPassword })).toBeTruthy()
  page.server.change(CHANGE, ok)
  await act(async () => {
    fireEvent.paste(page.dialog.getByRole('textbox', { name: factor.code }), {
      clipboardData: { getData: () => '482913' },
    })
  })
  await waitFor(() => expect(page.server.sent(CONFIRM)).toEqual([{ code: '482913' }]))
  await waitFor(() => expect(page.toasts).toEqual([profileTexts.email.sent(NEXT)]))
})

test('an account with nothing but Google confirms with Google', async () => {
  const script = 'https://id.example/confirm.js'
  const provider = stubProvider(script)
  const page = await change({
    profile: { has_password: false, google_connected: true, auth_type: 'google' },
    answers: { [CONFIRM]: ok, [NONCE]: nonceFor(script) },
  })
  expect(page.dialog.queryByLabelText(texts.password)).toBeNull()
  expect(page.dialog.getByText(texts.byGoogle)).toBeTruthy()
  await provider.loaded()
  page.server.change(CHANGE, ok)
  await provider.choose('credential')
  await waitFor(() => expect(page.server.sent(CONFIRM)).toEqual([{ token: 'credential' }]))
  await waitFor(() => expect(page.toasts).toEqual([profileTexts.email.sent(NEXT)]))
})

test('connecting Google asks, too, and brings the same credential again', async () => {
  const script = 'https://id.example/connect.js'
  const provider = stubProvider(script)
  const page = openProfile({ answers: { [NONCE]: nonceFor(script), [GOOGLE]: unconfirmed, [CONFIRM]: ok } })
  fireEvent.click(await page.findByRole('button', { name: profileTexts.security.connect }))
  await provider.loaded()
  await provider.choose('credential')
  const dialog = within(await page.findByRole('dialog', { name: texts.title }))
  page.server.change(GOOGLE, { body: profile({ google_connected: true }) })
  sayPassword({ dialog }, 'lighthouse')
  await waitFor(() => expect(page.toasts).toEqual([profileTexts.security.connected]))
  expect(page.server.sent(GOOGLE)).toEqual([{ token: 'credential' }, { token: 'credential' }])
})

test('deleting an account without a password asks for a confirmation', async () => {
  const page = openProfile({
    user: { organization_id: null },
    profile: { has_password: false, two_factor_enabled: true, two_factor_since: '2026-08-03T09:00:00Z' },
    answers: { [DELETE]: unconfirmed },
  })
  fireEvent.click(await page.findByRole('button', { name: spec.deleteAccount }))
  fireEvent.click(page.getByRole('button', { name: profileTexts.more.deleteConfirm }))
  const dialog = within(await page.findByRole('dialog', { name: texts.title }))
  expect(dialog.getByRole('textbox', { name: factor.code })).toBeTruthy()
})
