import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { replaceProperty } from '../../shared/testing/replace-property.ts'
import { spec } from './billing.texts.ts'
import { texts } from './subscription.texts.ts'
import { ORDER, OWN, openBilling, PAGE, PAYING, paying, VERIFY } from './testing/open-billing.tsx'
import { entry, order, subscription } from './testing/sample-billing.ts'

const answer = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'signed' }
const paidNow = { status: 'success', plan_name: 'Business 200', valid_until: '2027-03-03', card_stored: true }
const refunded = { ...paidNow, status: 'refunded', valid_until: null }

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

test('a payment that the provider signed is credited, said, and the page is read anew', async () => {
  provideWindow(({ handler }) => handler(answer))
  const opened = openBilling(PAYING, {
    ...paying,
    [VERIFY]: { body: paidNow },
  })
  await pay(opened)
  expect(await opened.page.findByText(spec.paid('Business 200', 'Mar 3, 2027'))).toBeTruthy()
  expect(opened.server.sent(VERIFY)).toEqual([{ payment_id: order().payment_id, ...answer }])
  expect(opened.page.queryByText(spec.completeUpgrade)).toBeNull()
})

test('while nobody knows what came of it, there is no second Pay Now, and it settles by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  provideWindow(({ handler }) => handler(answer))
  const opened = openBilling(PAYING, { ...paying, [VERIFY]: 'unreachable' })
  await pay(opened)
  const { page, server } = opened
  expect(await page.findByText(texts.order.confirming)).toBeTruthy()
  expect(page.getByRole('button', { name: new RegExp(spec.payNow) }).getAttribute('aria-busy')).toBe('true')
  server.change(VERIFY, { body: paidNow })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await page.findByText(spec.paid('Business 200', 'Mar 3, 2027'))).toBeTruthy()
})

test('an order that was paid in another tab says so there; here, what became of the payment made here is said', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  provideWindow(({ handler }) => handler(answer))
  const opened = openBilling(PAYING, { ...paying, [VERIFY]: { body: { ...paidNow, status: 'pending' } } })
  await pay(opened)
  const { page, server } = opened
  const settled = entry({ id: order().payment_id })
  server.change(OWN, { body: [subscription({ payments: [settled] })] })
  await page.queries.invalidateQueries()
  await page.findAllByRole('link', { name: texts.history.download('TL-2026-000418') })
  expect(page.getByText(texts.order.confirming)).toBeTruthy()
  server.change(VERIFY, { body: refunded })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await page.findByText(texts.order.refundedNote('$1,125.20'))).toBeTruthy()
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
    [VERIFY]: { body: { ...refunded, plan_name: 'Card check' } },
  })
  fireEvent.click(await page.findByRole('button', { name: new RegExp(texts.method.replace) }))
  await waitFor(() => expect(toasts).toEqual([texts.method.replaced]))
  expect(server.sent(VERIFY)).toEqual([{ payment_id: order().payment_id, ...answer }])
  expect(page.queryByText(texts.order.refunded)).toBeNull()
})

test('a card that the bank took the check of, but doesn’t let us store, is not said to be replaced', async () => {
  provideWindow(({ handler }) => handler(answer))
  const { page, toasts } = openBilling(PAGE, {
    'POST /v1/pricing/payment-method/': { body: order({ plan_name: 'Card check', amount: 100 }) },
    [VERIFY]: { body: { ...refunded, card_stored: false } },
  })
  fireEvent.click(await page.findByRole('button', { name: new RegExp(texts.method.replace) }))
  expect(await page.findByText(texts.method.notStored)).toBeTruthy()
  expect(page.getByText('Visa ending in 4242')).toBeTruthy()
  expect(toasts).toEqual([])
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

test('an answer that the provider did not sign is not used, and what that means is said', async () => {
  provideWindow(({ handler }) => handler(answer))
  const opened = openBilling(PAYING, { ...paying, [VERIFY]: refusal(422, 'payment_not_verified', spec.verifyFailed) })
  await pay(opened)
  expect(await opened.page.findByText(spec.verifyFailed)).toBeTruthy()
  expect(opened.page.getByText(texts.order.unverifiedNote('pay_1'))).toBeTruthy()
})

test('a second payment for the same thing is refunded, and said', async () => {
  provideWindow(({ handler }) => handler(answer))
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
