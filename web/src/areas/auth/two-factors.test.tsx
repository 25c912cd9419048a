import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal, serve } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { profile } from '../profile/testing/sample-profile.ts'
import { LockedOutScreen } from './locked-out.screen.tsx'
import { texts } from './parts/second-factor.texts.ts'
import { TwoFactorsScreen } from './two-factors.screen.tsx'

const user = person({ two_factors_missing: true })
const PROFILE = `GET /v1/auth/${user.id}/`
const BEGIN = 'POST /v1/auth/second-factor/begin/'
const CONFIRM = 'POST /v1/auth/second-factor/confirm/'
const key = { secret: 'J4QX7PLM2VTC9RKD', uri: 'otpauth://totp/Throughline:maya?secret=J4QX7PLM2VTC9RKD' }

function openPage(answers: Parameters<typeof serve>[0]) {
  const server = serve({ [PROFILE]: { body: profile() }, ...answers })
  const done = vi.fn<() => void>()
  const logOut = vi.fn<() => void>()
  const page = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TwoFactorsScreen user={user} onDone={done} onLogOut={logOut} />
    </QueryClientProvider>,
  )
  return { ...page, server, done, logOut }
}

const withPassword = async (page: ReturnType<typeof openPage>) => {
  fireEvent.change(await page.findByLabelText(texts.password), { target: { value: 'harbor-vale' } })
  fireEvent.click(page.getByRole('button', { name: texts.continue }))
}

test('who must have two factors is told by whom, sets them up and sees the recovery codes before going on', async () => {
  const page = openPage({ [BEGIN]: { body: key }, [CONFIRM]: { body: { recovery_codes: ['aaaa-bbbb', 'cccc-dddd'] } } })
  expect(page.getByText('Harbor & Vale')).toBeTruthy()
  await withPassword(page)
  expect(await page.findByRole('img', { name: texts.qrCode })).toBeTruthy()
  expect(page.getByText(/J4QX 7PLM 2VTC 9RKD/)).toBeTruthy()
  await act(async () => {
    fireEvent.paste(page.getByRole('textbox', { name: texts.code }), { clipboardData: { getData: () => '482913' } })
  })
  expect(await page.findByText('cccc-dddd')).toBeTruthy()
  expect(page.server.sent(CONFIRM)).toEqual([{ code: '482913' }])
  expect(page.done).not.toHaveBeenCalled()
  fireEvent.click(page.getByRole('button', { name: texts.done }))
  expect(page.done).toHaveBeenCalledOnce()
})

test('a wrong password stands under its field', async () => {
  const page = openPage({ [BEGIN]: refusal(422, 'invalid_password', 'no') })
  await withPassword(page)
  expect(await page.findByText(texts.wrongPassword)).toBeTruthy()
})

test('the set-up that could not be loaded can be tried again, and one can log out', async () => {
  const page = openPage({ [PROFILE]: refusal(500, 'internal', 'no') })
  fireEvent.click(await page.findByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(page.server.sent(PROFILE)).toHaveLength(2))
  fireEvent.click(page.getByRole('button', { name: texts.logOut }))
  expect(page.logOut).toHaveBeenCalledOnce()
})

test('who was locked out is told of which organisation, and has one way on', () => {
  const leave = vi.fn<() => void>()
  const page = render(<LockedOutScreen organization="Harbor & Vale" onLeave={leave} />)
  expect(page.getByRole('alert').textContent).toContain('You no longer have access to Harbor & Vale')
  expect(
    page.getByText('Your access was suspended or removed. Contact an administrator of Harbor & Vale.'),
  ).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.toSignIn }))
  expect(leave).toHaveBeenCalledOnce()
})
