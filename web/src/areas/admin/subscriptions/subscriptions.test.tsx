import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { openAdmin, SUBSCRIPTIONS } from '../testing/open-admin.tsx'
import { emailSubscription, idOf } from '../testing/sample-admin.ts'
import { spec, texts } from './subscriptions.texts.ts'

const ONE = `/v1/auth/subscribe-email/${idOf(41)}/`
const INVITE = 'POST /v1/auth/notify-subscription/'
const INVITE_MANY = 'POST /v1/auth/notify-subscriptions/'
const joanna = emailSubscription()
const ops = emailSubscription({
  reg_id: idOf(42),
  email: 'ops@bluefern.example',
  invited_at: new Date(Date.now() - 3_600_000).toISOString(),
})
const maria = emailSubscription({ reg_id: idOf(43), email: 'maria@orchard.example', joined_at: '2026-10-11T09:00:00Z' })
const deniz = emailSubscription({ reg_id: idOf(44), email: 'deniz@altin.example', bounced_at: '2026-10-09T09:00:00Z' })

const open = async (rows = [joanna], answers: NonNullable<Parameters<typeof openAdmin>[0]>['answers'] = {}) => {
  const page = openAdmin({
    address: '/home?tab=subscriptions',
    answers: { [SUBSCRIPTIONS]: { body: rows }, ...answers },
  })
  await page.findByText(rows[0]?.email ?? '')
  return page
}
const titles = (page: { toasts: { title: string }[] }) => page.toasts.map(({ title }) => title)

test('a row says whether it was invited, joined or came back; another invitation within a day is not offered', async () => {
  const page = await open([joanna, ops, maria, deniz])
  for (const words of [/^Not invited$/, /^Invited /, /^Joined on Oct 11/, /^Email bounced on Oct 9/])
    expect(page.getByText(words)).toBeTruthy()
  const disabled = (email: string) => page.getByLabelText(`Invite ${email}`).hasAttribute('disabled')
  expect([joanna, ops, maria, deniz].map(({ email }) => disabled(email))).toEqual([false, true, true, false])
})

test('an invitation is sent and said; one that somebody else sent a moment ago is not sent twice', async () => {
  const page = await open([joanna], { [INVITE]: { body: { reg_id: idOf(41), sent: true } } })
  fireEvent.click(page.getByLabelText(`Invite ${joanna.email}`))
  await waitFor(() => expect(titles(page)).toEqual([spec.invited]))
  page.server.change(INVITE, { body: { reg_id: idOf(41), sent: false } })
  fireEvent.click(page.getByLabelText(`Invite ${joanna.email}`))
  await waitFor(() => expect(titles(page)).toEqual([spec.invited, texts.onceADay]))
  expect(page.toasts.map(({ description }) => description)).toEqual([joanna.email, joanna.email])
})

test('several are invited together; those that were not say why', async () => {
  const page = await open([joanna, deniz, maria], {
    [INVITE_MANY]: {
      body: [
        { reg_id: idOf(41), result: 'sent', message: null },
        { reg_id: idOf(44), result: 'refused', message: 'This subscription was not found' },
      ],
    },
  })
  fireEvent.click(page.getByRole('checkbox', { name: 'Select all rows' }))
  fireEvent.click(page.getByRole('button', { name: 'Invite 2' }))
  const dialog = within(await page.findByRole('dialog', { name: '1 of 2 addresses invited' }))
  expect(dialog.getByText('This subscription was not found')).toBeTruthy()
  expect(page.server.sent(INVITE_MANY)).toEqual([{ reg_ids: [idOf(41), idOf(44)] }])
})

test('an address is removed, and put back by Undo', async () => {
  const page = await open([joanna], {
    [`DELETE ${ONE}`]: { body: { reg_id: idOf(41) } },
    [`POST ${ONE}restore/`]: { body: { reg_id: idOf(41) } },
  })
  fireEvent.click(page.getByLabelText(`Remove ${joanna.email}`))
  await waitFor(() => expect(titles(page)).toEqual([spec.removed]))
  page.toasts[0]?.press?.()
  await waitFor(() => expect(titles(page)).toEqual([spec.removed, texts.restored]))
  expect(page.toasts.map(({ description }) => description)).toEqual([joanna.email, joanna.email])
})

test('an invitation, a removal and an export that failed say so', async () => {
  const page = await open([joanna], {
    [INVITE]: 'unreachable',
    [`DELETE ${ONE}`]: 'unreachable',
    'GET /v1/auth/subscribe-email/export/': 'unreachable',
  })
  fireEvent.click(page.getByLabelText(`Invite ${joanna.email}`))
  await waitFor(() => expect(titles(page)).toEqual([spec.notInvited]))
  fireEvent.click(page.getByLabelText(`Remove ${joanna.email}`))
  await waitFor(() => expect(titles(page)).toEqual([spec.notInvited, spec.notRemoved]))
  fireEvent.click(page.getByText(texts.export))
  await waitFor(() => expect(titles(page).at(-1)).toBe(texts.notExported))
})

test('the list is saved as email_subscriptions.csv', async () => {
  const page = await open([joanna])
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:list')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe(spec.fileName)
  })
  page.server.change('GET /v1/auth/subscribe-email/export/', { body: 'Email' })
  fireEvent.click(page.getByText(texts.export))
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect(made).toHaveBeenCalledOnce()
})

test('an empty list has nothing to export; one that loads and one that failed say so', async () => {
  const empty = openAdmin({ address: '/home?tab=subscriptions' })
  expect(await empty.findByText(spec.empty)).toBeTruthy()
  expect(empty.queryByText(texts.export)).toBeNull()
  empty.unmount()
  const loading = openAdmin({ address: '/home?tab=subscriptions', answers: { [SUBSCRIPTIONS]: 'silent' } })
  expect(await loading.findByText(texts.loading)).toBeTruthy()
  loading.unmount()
  const failed = openAdmin({
    address: '/home?tab=subscriptions',
    answers: { [SUBSCRIPTIONS]: refusal(500, 'internal', 'no') },
  })
  expect(await failed.findByText(spec.failed)).toBeTruthy()
  failed.server.change(SUBSCRIPTIONS, { body: [joanna] })
  fireEvent.click(failed.getByRole('button', { name: 'Try Again' }))
  expect(await failed.findByText(joanna.email)).toBeTruthy()
})
