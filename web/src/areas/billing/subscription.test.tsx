import { fireEvent, waitFor, within } from '@testing-library/react'
import { PlanId } from '@throughline/contracts/ids'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { spec } from './billing.texts.ts'
import { texts } from './subscription.texts.ts'
import { DETAILS, ORDER, OWN, openBilling, PAGE, PAYING, paying } from './testing/open-billing.tsx'
import { details, entry, free, id, order, plan, renewal, subscription } from './testing/sample-billing.ts'

const RENEWAL = `POST /v1/pricing/subscriptions/${subscription().id}/auto-renew/`

test('it says in words what is charged, when, and from what', async () => {
  const { page } = openBilling(PAGE)
  const words =
    'We’ll charge $1,790.00 to the card ending in 4242 on Mar 3, 2027, for Business through Mar 3, 2028. We’ll remind you on Feb 3, 2027.'
  expect(await page.findByText(words)).toBeTruthy()
  expect(page.getByText('Business, yearly')).toBeTruthy()
  expect(page.getByText('24 of 50')).toBeTruthy()
  expect(page.getByText('Expires 02/27, before the next charge. Replace it to avoid an interruption.')).toBeTruthy()
  expect(page.getByText(spec.noHistory)).toBeTruthy()
})

test('a card that may not be charged that much is not said to be charged', async () => {
  const { page } = openBilling(PAGE, {
    [OWN]: { body: [subscription({ renewal: { ...renewal, charges_card: false } })] },
  })
  const words =
    '$1,790.00 is due on Mar 3, 2027, for Business through Mar 3, 2028. Your card can’t be charged this amount automatically, so you’ll get an email with a link to pay. We’ll remind you on Feb 3, 2027.'
  expect(await page.findByText(words)).toBeTruthy()
})

describe('a smaller plan that comes next', () => {
  const freeNext = (fits: boolean) => ({ id: PlanId.parse(id(10)), name: 'Free', fits })

  test('begins then, and nothing is charged', async () => {
    const own = subscription({ next_plan: freeNext(true), renewal: null })
    const { page } = openBilling(PAGE, { [OWN]: { body: [own] } })
    expect(await page.findByText('Business stays active until Mar 3, 2027. Free begins then.')).toBeTruthy()
    expect(page.getByText('$0.00')).toBeTruthy()
  })

  test('and does not fit says so, and what is charged instead', async () => {
    const { page } = openBilling(PAGE, { [OWN]: { body: [subscription({ next_plan: freeNext(false) })] } })
    const words =
      'Free can’t begin on Mar 3, 2027, because you have more people or files than it allows. Make room before then, or Business renews. We’ll charge $1,790.00 to the card ending in 4242 on Mar 3, 2027, for Business through Mar 3, 2028. We’ll remind you on Feb 3, 2027.'
    expect(await page.findByText(words)).toBeTruthy()
  })
})

test('a renewal without a price is not said to be charged', async () => {
  const own = subscription({ renewal: null, renewal_unpriced: true })
  const { page } = openBilling(PAGE, { [OWN]: { body: [own] } })
  expect(await page.findByText(texts.sentence.unpriced('Business'))).toBeTruthy()
})

test('canceling makes the order that is shown anew, since it ended those that were open', async () => {
  const { page, server } = openBilling(PAYING, { ...paying, [RENEWAL]: { body: subscription({ auto_renew: false }) } })
  await page.findByText(texts.order.dueNow)
  fireEvent.click(await page.findByRole('button', { name: spec.cancel }))
  fireEvent.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Cancel Business' }))
  await waitFor(() => expect(server.sent(ORDER)).toHaveLength(2))
})

test('canceling asks once, keeps access until the end, and can be taken back', async () => {
  const { page, server } = openBilling(PAGE, { [RENEWAL]: { body: subscription({ auto_renew: false }) } })
  fireEvent.click(await page.findByRole('button', { name: spec.cancel }))
  const dialog = within(await page.findByRole('alertdialog'))
  expect(dialog.getByText(/You’ve paid for Business through Mar 3, 2027/)).toBeTruthy()
  server.change(OWN, { body: [subscription({ auto_renew: false, renewal: null })] })
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel Business' }))
  expect(await page.findByText(spec.canceled)).toBeTruthy()
  fireEvent.click(await page.findByRole('button', { name: spec.renew }))
  expect(await page.findByText(spec.reactivated)).toBeTruthy()
  expect(server.sent(RENEWAL)).toEqual([{ auto_renew: false }, { auto_renew: true }])
})

test('canceling while a payment is due says that access ends, before and after', async () => {
  const { page } = openBilling(PAGE, {
    [OWN]: { body: [subscription({ due, renewal: null })] },
    [RENEWAL]: { body: subscription({ status: 'Canceled', auto_renew: false, renewal: null }) },
  })
  const { tenant_name: workspace } = person()
  fireEvent.click(await page.findByRole('button', { name: spec.cancel }))
  const dialog = within(await page.findByRole('alertdialog'))
  expect(dialog.getByText(texts.cancelDueText(workspace))).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel Business' }))
  expect(await page.findByText(texts.canceledDue(workspace))).toBeTruthy()
  expect(page.queryByText(spec.canceled)).toBeNull()
})

test('if canceling or renewing fails, the specification’s texts say so', async () => {
  const { page, server } = openBilling(PAGE, { [RENEWAL]: 'unreachable' })
  fireEvent.click(await page.findByRole('button', { name: spec.cancel }))
  fireEvent.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Cancel Business' }))
  expect(await page.findByText(spec.cancelFailed)).toBeTruthy()
  server.change(OWN, { body: [subscription({ auto_renew: false, renewal: null })] })
  await page.queries.invalidateQueries()
  fireEvent.click(await page.findByRole('button', { name: spec.renew }))
  expect(await page.findByText(spec.reactivateFailed)).toBeTruthy()
})

const due = {
  amount: 179_000,
  plan_name: 'Business',
  attempts: [
    { on: '2027-03-03', outcome: 'declined' as const, problem: 'The card has expired' },
    { on: '2027-03-06', outcome: 'next' as const, problem: null },
    { on: '2027-03-10', outcome: 'planned' as const, problem: null },
    { on: '2027-03-17', outcome: 'planned' as const, problem: null },
  ],
  next_attempt_on: '2027-03-06',
  read_only_on: '2027-03-17',
  charges_card: true,
}

test('a failed renewal shows its attempts as dates and one way to pay', async () => {
  const { page } = openBilling(PAGE, { [OWN]: { body: [subscription({ due, renewal: null })] } })
  expect(await page.findByText(texts.due.title('yearly', '$1,790.00'))).toBeTruthy()
  const attempts = within(page.getByRole('list', { name: texts.due.attempts })).getAllByRole('listitem')
  expect(attempts.map(({ textContent }) => textContent)).toEqual([
    'Mar 3, 2027Declined',
    'Mar 6, 2027Next attempt',
    'Mar 10, 2027Later attempt',
    'Mar 17, 2027Last attempt, then read-only',
  ])
  expect(attempts[0]?.querySelector('.text-danger-fg')).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.due.pay }))
  await waitFor(() => expect(page.router.state.location.search).toEqual({ plan: plan().id }))
})

test.each([
  ['the card may not be charged that much', {}, texts.due.byHand.tooMuch],
  ['no card is stored', { payment_method: null }, texts.due.byHand.noCard],
])('where %s, nothing is said to be tried or declined, and one button pays', async (_, differences, reason) => {
  const own = subscription({ due: { ...due, charges_card: false }, renewal: null, ...differences })
  const { page } = openBilling(PAGE, { [OWN]: { body: [own] } })
  expect(await page.findByText(texts.due.byHand.title('yearly', '$1,790.00'))).toBeTruthy()
  const reminders = within(page.getByRole('list', { name: texts.due.byHand.attempts })).getAllByRole('listitem')
  expect(reminders.map(({ textContent }) => textContent)).toEqual([
    'Mar 3, 2027Email sent',
    'Mar 6, 2027Next email',
    'Mar 10, 2027Later email',
    'Mar 17, 2027Read-only if not paid',
  ])
  expect(reminders[0]?.querySelector('.text-danger-fg')).toBeNull()
  const words = texts.sentence.dueByHand('$1,790.00', reason, 'Mar 17, 2027', person().tenant_name)
  expect(page.getByText(words)).toBeTruthy()
  expect(page.getByText('Pay by')).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: 'Pay $1,790.00' }))
  await waitFor(() => expect(page.router.state.location.search).toEqual({ plan: plan().id }))
})

test('the history says what was paid, what wasn’t charged, and has receipts', async () => {
  const failed = { ...entry(), id: id(33), status: 'Failed', problem: 'The card has expired', invoice: null }
  const { page } = openBilling(PAGE, { [OWN]: { body: [{ ...subscription(), payments: [entry(), failed] }] } })
  const [receipt] = await page.findAllByRole('link', { name: texts.history.download('TL-2026-000418') })
  expect(receipt?.getAttribute('href')).toBe(`/v1/pricing/invoices/${id(31)}/pdf/`)
  expect(page.getByText('The card has expired; nothing was charged')).toBeTruthy()
})

test('a long history shows older payments when asked, and says if they can’t be read', async () => {
  const older = (cursor: string) => `GET /v1/pricing/payments/?cursor=${cursor}`
  const dated = (last: number, detail: string) => ({ ...entry(), id: id(last), detail, invoice: null })
  const { page, server } = openBilling(PAGE, {
    [OWN]: { body: [{ ...subscription(), payments: [dated(33, 'Newest')], payments_next: 'c1' }] },
    [older('c1')]: 'unreachable',
    [older('c2')]: { body: [dated(31, 'Oldest')] },
  })
  const press = async (name: string) => fireEvent.click(await page.findByRole('button', { name: new RegExp(name) }))
  await press(texts.history.more)
  expect(await page.findByText(texts.history.failed)).toBeTruthy()
  server.change(older('c1'), { body: [dated(32, 'Older')], headers: { 'x-next-cursor': 'c2' } })
  await press('Try Again')
  expect(await page.findByText('Older')).toBeTruthy()
  await press(texts.history.more)
  expect(await page.findByText('Oldest')).toBeTruthy()
  expect(page.queryByRole('button', { name: new RegExp(texts.history.more) })).toBeNull()
})

test('the exact amount stands there line by line before anything is paid', async () => {
  const { page } = openBilling(PAYING, paying)
  expect(await page.findByText('Less Business')).toBeTruthy()
  expect(page.getByText('−$544.36')).toBeTruthy()
  expect(page.getByText('VAT, reverse charge')).toBeTruthy()
  expect(page.getAllByText('$1,125.20').length).toBeGreaterThan(0)
  fireEvent.click(page.getByRole('button', { name: 'Keep Business' }))
  await waitFor(() => expect(page.queryByText(spec.completeUpgrade)).toBeNull())
})

test('what was canceled and has ended is reactivated by paying for it anew', async () => {
  const { page } = openBilling(PAGE, {
    ...paying,
    [OWN]: { body: [subscription({ status: 'Canceled', auto_renew: false, renewal: null })] },
  })
  expect(
    await page.findByText('Your subscription ended on Mar 3, 2027. Reactivate it to get Business back today.'),
  ).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: spec.reactivate }))
  await waitFor(() => expect(page.router.state.location.search).toEqual({ plan: plan().id }))
})

test('an order that can’t be opened says so and can be tried again', async () => {
  const { page, server } = openBilling(PAYING, {
    ...paying,
    [ORDER]: refusal(409, 'not_sold', 'This plan isn’t sold.'),
  })
  expect(await page.findByText(spec.initiateFailed)).toBeTruthy()
  expect(page.getByText('This plan isn’t sold.')).toBeTruthy()
  server.change(ORDER, { body: order() })
  fireEvent.click(page.getByRole('button', { name: 'Try Again' }))
  expect(await page.findByText('Less Business')).toBeTruthy()
})

test('loading, failing and having no subscription have the specification’s texts', async () => {
  const { page, server } = openBilling(PAGE, { [OWN]: 'unreachable' })
  expect(await page.findByText(spec.detailsFailed)).toBeTruthy()
  server.change(OWN, { body: [] })
  fireEvent.click(page.getByRole('button', { name: 'Try Again' }))
  expect(await page.findByText(spec.noSubscription)).toBeTruthy()
  expect(page.getByText(spec.noHistory)).toBeTruthy()
})

test('if the plan’s features can’t be loaded, the rest is still there', async () => {
  const { page } = openBilling(PAGE, { [`GET /v1/pricing/plans/${plan().id}/`]: 'unreachable' })
  expect(await page.findByText(spec.featuresFailed)).toBeTruthy()
  expect(page.getByText(texts.details)).toBeTruthy()
})

test('without a payment provider there are no limits, prices or invoices', async () => {
  const { page } = openBilling(PAGE, { [OWN]: { body: [free({ takes_payments: false })] } })
  expect(await page.findByText(texts.notSold)).toBeTruthy()
  expect(page.queryByText(texts.invoice.title)).toBeNull()
  expect(page.queryByRole('progressbar')).toBeNull()
})

test('the tax number of the invoice is checked before it is sent', async () => {
  const SAVE = 'PUT /v1/pricing/details/'
  const { page, server, toasts } = openBilling(PAGE, { [DETAILS]: { body: details }, [SAVE]: { body: details } })
  fireEvent.click(await page.findByRole('button', { name: texts.invoice.edit }))
  const number = await page.findByLabelText('VAT number')
  fireEvent.change(number, { target: { value: 'NL123' } })
  fireEvent.click(page.getByRole('button', { name: texts.invoice.save }))
  expect(await page.findByText(texts.invoice.wrongNumber)).toBeTruthy()
  expect(server.sent(SAVE)).toEqual([])
  fireEvent.change(number, { target: { value: 'NL004495445B01' } })
  fireEvent.click(page.getByRole('button', { name: texts.invoice.save }))
  await waitFor(() => expect(toasts).toEqual([texts.invoice.saved]))
  expect(server.sent(SAVE)).toEqual([details])
})
