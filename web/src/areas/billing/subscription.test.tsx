import { fireEvent, waitFor, within } from '@testing-library/react'
import { PlanId } from '@throughline/contracts/ids'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { replaceProperty } from '../../shared/testing/replace-property.ts'
import { spec } from './billing.texts.ts'
import { texts } from './subscription.texts.ts'
import { DETAILS, ORDER, OWN, openBilling, VERIFY } from './testing/open-billing.tsx'
import { details, entry, free, id, order, plan, renewal, subscription } from './testing/sample-billing.ts'

const PAGE = '/subscription/update'
const LARGE = PlanId.parse(id(13))
const PAYING = `${PAGE}?plan=${LARGE}`
const RENEWAL = `POST /v1/pricing/subscriptions/${subscription().id}/auto-renew/`
const answer = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'signed' }
const paying = {
  [ORDER]: { body: order() },
  [`GET /v1/pricing/plans/${LARGE}/`]: { body: plan({ id: LARGE, name: 'Business 200', change: 'now' }) },
}

type Options = ConstructorParameters<NonNullable<typeof window.Razorpay>>[0]
type Decline = (reason: string) => void

/** The provider's script and window; `act` is what a person does there. */
function provideWindow(act: (options: Options, decline: Decline) => void) {
  function Razorpay(options: Options) {
    let tell: (failure: { error: { description: string } }) => void = () => undefined
    return {
      on: (_: string, listener: typeof tell) => {
        tell = listener
      },
      open: () => act(options, (description) => tell({ error: { description } })),
    }
  }
  replaceProperty(window, 'Razorpay', { value: Razorpay })
  scriptComes('load')
}

/** jsdom loads no scripts: whether one comes is said here. */
const scriptComes = (event: 'load' | 'error') =>
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (script instanceof HTMLScriptElement) queueMicrotask(() => script.dispatchEvent(new Event(event)))
  })

/** The button holds its two labels at once; which of them shows is a matter of style. */
const pay = async ({ page }: ReturnType<typeof openBilling>) =>
  fireEvent.click(await page.findByRole('button', { name: new RegExp(spec.payNow) }))

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

test('a failed renewal shows its attempts as dates and one way to pay', async () => {
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
  }
  const { page } = openBilling(PAGE, { [OWN]: { body: [subscription({ due, renewal: null })] } })
  expect(await page.findByText(texts.due.title('yearly', '$1,790.00'))).toBeTruthy()
  const attempts = within(page.getByRole('list', { name: texts.due.attempts })).getAllByRole('listitem')
  expect(attempts.map(({ textContent }) => textContent)).toEqual([
    'Mar 3, 2027Declined',
    'Mar 6, 2027Next attempt',
    'Mar 10, 2027Later attempt',
    'Mar 17, 2027Last attempt, then read-only',
  ])
  fireEvent.click(page.getByRole('button', { name: texts.due.pay }))
  await waitFor(() => expect(page.router.state.location.search).toEqual({ plan: plan().id }))
})

test('the history says what was paid, what wasn’t charged, and has receipts', async () => {
  const failed = { ...entry(), id: id(33), status: 'Failed', problem: 'The card has expired', invoice: null }
  const { page } = openBilling(PAGE, { [OWN]: { body: [{ ...subscription(), payments: [entry(), failed] }] } })
  const [receipt] = await page.findAllByRole('link', { name: texts.history.download('TL-2026-000418') })
  expect(receipt?.getAttribute('href')).toBe(`/v1/pricing/invoices/${id(31)}/pdf/`)
  expect(page.getByText('The card has expired; nothing was charged')).toBeTruthy()
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

test('a payment that the provider signed is credited, said, and the page is read anew', async () => {
  provideWindow(({ handler }) => handler(answer))
  const opened = openBilling(PAYING, {
    ...paying,
    [VERIFY]: { body: { status: 'success', plan_name: 'Business 200', valid_until: '2027-03-03' } },
  })
  await pay(opened)
  expect(await opened.page.findByText(spec.paid('Business 200', 'Mar 3, 2027'))).toBeTruthy()
  expect(opened.server.sent(VERIFY)).toEqual([{ payment_id: order().payment_id, ...answer }])
  expect(opened.page.queryByText(spec.completeUpgrade)).toBeNull()
})

test('while nobody knows what came of it, there is no second Pay Now, and it settles by itself', async () => {
  provideWindow(({ handler }) => handler(answer))
  const opened = openBilling(PAYING, { ...paying, [VERIFY]: 'unreachable' })
  await pay(opened)
  const { page, server } = opened
  expect(await page.findByText(texts.order.confirming)).toBeTruthy()
  expect(page.getByRole('button', { name: new RegExp(spec.payNow) }).getAttribute('aria-busy')).toBe('true')
  const settled = entry({ id: order().payment_id })
  server.change(OWN, { body: [subscription({ payments: [settled] })] })
  await page.queries.invalidateQueries()
  expect(await page.findByText(spec.paid('Business 200', 'Mar 3, 2027'))).toBeTruthy()
})

test('a window that was closed charged nothing, and Pay Now opens the same order again', async () => {
  provideWindow(({ modal }) => modal.ondismiss())
  const opened = openBilling(PAYING, paying)
  await pay(opened)
  expect(await opened.page.findByText(texts.order.closed)).toBeTruthy()
  await pay(opened)
  expect(opened.server.sent(ORDER)).toHaveLength(1)
})

test('what the bank said is shown', async () => {
  provideWindow(({ modal }, decline) => {
    decline('Insufficient funds')
    modal.ondismiss()
  })
  const opened = openBilling(PAYING, paying)
  await pay(opened)
  expect(await opened.page.findByText(texts.order.refusedNote('Insufficient funds'))).toBeTruthy()
})

test('a card is replaced by a small payment that is given back', async () => {
  const CARD = 'POST /v1/pricing/payment-method/'
  provideWindow(({ handler }) => handler(answer))
  const { page, server, toasts } = openBilling(PAGE, {
    [CARD]: { body: order({ plan_name: 'Card check', amount: 100 }) },
    [VERIFY]: { body: { status: 'refunded', plan_name: 'Card check', valid_until: null } },
  })
  fireEvent.click(await page.findByRole('button', { name: new RegExp(texts.method.replace) }))
  await waitFor(() => expect(toasts).toEqual([texts.method.replaced]))
  expect(server.sent(VERIFY)).toEqual([{ payment_id: order().payment_id, ...answer }])
  expect(page.queryByText(texts.order.refunded)).toBeNull()
})

test('a card that the bank declines stays the one that was stored', async () => {
  provideWindow(({ modal }, decline) => {
    decline('Insufficient funds')
    modal.ondismiss()
  })
  const { page, server } = openBilling(PAGE, { 'POST /v1/pricing/payment-method/': { body: order({ amount: 100 }) } })
  fireEvent.click(await page.findByRole('button', { name: new RegExp(texts.method.replace) }))
  expect(await page.findByText(texts.order.refused)).toBeTruthy()
  expect(page.getByText('Visa ending in 4242')).toBeTruthy()
  expect(server.sent(VERIFY)).toEqual([])
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

test('an answer that the provider did not sign is not used, and what that means is said', async () => {
  provideWindow(({ handler }) => handler(answer))
  const opened = openBilling(PAYING, { ...paying, [VERIFY]: refusal(422, 'payment_not_verified', spec.verifyFailed) })
  await pay(opened)
  expect(await opened.page.findByText(spec.verifyFailed)).toBeTruthy()
  expect(opened.page.getByText(texts.order.unverifiedNote('pay_1'))).toBeTruthy()
})

test('a second payment for the same thing is refunded, and said', async () => {
  provideWindow(({ handler }) => handler(answer))
  const refunded = { status: 'refunded', plan_name: 'Business 200', valid_until: null }
  const opened = openBilling(PAYING, { ...paying, [VERIFY]: { body: refunded } })
  await pay(opened)
  expect(await opened.page.findByText(texts.order.refundedNote('$1,125.20'))).toBeTruthy()
})

test('without the provider’s script the page asks to be refreshed', async () => {
  scriptComes('error')
  const opened = openBilling(PAYING, {
    ...paying,
    [ORDER]: { body: order({ script_url: 'https://blocked.example/c.js' }) },
  })
  await pay(opened)
  expect(await opened.page.findByText(texts.order.notLoaded)).toBeTruthy()
})

test('a window that can’t be opened is said in the specification’s words', async () => {
  provideWindow(() => {
    throw new Error('no window')
  })
  const opened = openBilling(PAYING, paying)
  await pay(opened)
  expect(await opened.page.findByText(spec.gatewayFailed)).toBeTruthy()
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
