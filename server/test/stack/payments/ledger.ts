import { createHmac, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** What the simulated provider knows: orders, attempts to pay them, and what moved. */
export interface Order {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: object
  customer_id: string | null
  /** Whether the card that pays it is stored. */
  token: object | null
  created_at: number
}

export interface Customer {
  id: string
  entity: 'customer'
  name: string
  email: string
}

export interface Token {
  id: string
  entity: 'token'
  customer_id: string
  method: 'card'
  card: { entity: 'card'; network: string; last4: string; expiry_month: number; expiry_year: number }
  recurring: boolean
}

export interface Payment {
  id: string
  entity: 'payment'
  order_id: string
  amount: number
  currency: string
  status: 'authorized' | 'captured' | 'refunded' | 'failed'
  captured: boolean
  amount_refunded: number
  method: 'card'
  card: { entity: 'card'; network: string; last4: string }
  error_code: string | null
  error_description: string | null
  customer_id: string | null
  token_id: string | null
  notes: object
  created_at: number
}

export interface Refund {
  id: string
  entity: 'refund'
  payment_id: string
  amount: number
  currency: string
  status: 'processed'
}

/** The last four digits of a card decide what becomes of it. */
export const CARDS = {
  '4242': 'paid',
  '0002': 'refused',
  '3220': 'asks_the_bank',
  '0077': 'paid_late',
  '0341': 'renewals_refused',
  '0505': 'mandate_refused',
} as const
export type Outcome = (typeof CARDS)[keyof typeof CARDS]

const idOf = (kind: string) => `${kind}_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`
const now = () => Math.trunc(Date.now() / 1000)
const isCard = (last4: string): last4 is keyof typeof CARDS => last4 in CARDS

export const outcomeOf = (card: string): Outcome => {
  const last4 = card.replaceAll(/\D/g, '').slice(-4)
  return isCard(last4) ? CARDS[last4] : 'refused'
}

type NewOrder = Pick<Order, 'amount' | 'currency'> & Partial<Pick<Order, 'receipt' | 'notes' | 'customer_id' | 'token'>>

const orderOf = ({ amount, currency, receipt = null, notes = {}, ...more }: NewOrder): Order => ({
  id: idOf('order'),
  entity: 'order',
  amount,
  amount_paid: 0,
  amount_due: amount,
  currency,
  receipt,
  status: 'created',
  attempts: 0,
  notes,
  customer_id: more.customer_id ?? null,
  token: more.token ?? null,
  created_at: now(),
})

function paymentOf(order: Order, card: string, status: Payment['status']): Payment {
  const refused = status === 'failed'
  return {
    id: idOf('pay'),
    entity: 'payment',
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    status,
    captured: false,
    amount_refunded: 0,
    method: 'card',
    card: { entity: 'card', network: 'Visa', last4: card.replaceAll(/\D/g, '').slice(-4) },
    error_code: refused ? 'BAD_REQUEST_ERROR' : null,
    error_description: refused ? 'Insufficient funds' : null,
    customer_id: order.customer_id,
    token_id: null,
    notes: [],
    created_at: now(),
  }
}

interface Books {
  orders: Map<string, Order>
  payments: Map<string, Payment>
  paymentsOf: Map<string, Payment[]>
  customers: Map<string, Customer>
  tokens: Map<string, Token>
  /** Called after each change, before anybody hears of it. */
  keep: (thing: Order | Payment | Customer | Token) => void
}

/** Kept in a file where one is named, so that a provider that is killed has forgotten nothing. */
function openBooks(file: string | undefined): Books {
  const books = {
    orders: new Map<string, Order>(),
    payments: new Map<string, Payment>(),
    paymentsOf: new Map<string, Payment[]>(),
    customers: new Map<string, Customer>(),
    tokens: new Map<string, Token>(),
  }
  const put = (thing: Order | Payment | Customer | Token) => {
    if (thing.entity === 'order') books.orders.set(thing.id, thing)
    else if (thing.entity === 'payment') {
      const others = books.paymentsOf.get(thing.order_id) ?? []
      const isKnown = books.payments.has(thing.id)
      const list = isKnown ? others.map((one) => (one.id === thing.id ? thing : one)) : [...others, thing]
      books.paymentsOf.set(thing.order_id, list)
      books.payments.set(thing.id, thing)
    } else if (thing.entity === 'customer') books.customers.set(thing.id, thing)
    else books.tokens.set(thing.id, thing)
  }
  // The last line is half written where the process was killed in the middle of it: nobody was told of that one.
  if (file && existsSync(file))
    for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) put(JSON.parse(line))
  const keep = (thing: Order | Payment | Customer | Token) => {
    put(thing)
    if (file) appendFileSync(file, `${JSON.stringify(thing)}\n`)
  }
  return { ...books, keep }
}

/** Customers and the cards that are kept of them. */
function createWallet({ orders, customers, tokens, keep }: Books) {
  function join({ name, email }: Pick<Customer, 'name' | 'email'>): Customer {
    const known = email ? [...customers.values()].find((one) => one.email === email) : undefined
    const customer: Customer = known ?? { id: idOf('cust'), entity: 'customer', name, email }
    if (!known) keep(customer)
    return customer
  }

  /** The card of a payment is kept where its order asked for that. `expires` as 2027-02. */
  function store(payment: Payment, expires: string): void {
    const order = orders.get(payment.order_id)
    if (!order?.token || !order.customer_id) return
    const [year, month] = expires.split('-').map(Number)
    const token: Token = {
      id: idOf('token'),
      entity: 'token',
      customer_id: order.customer_id,
      method: 'card',
      card: { ...payment.card, expiry_month: month ?? 12, expiry_year: year ?? 2099 },
      recurring: true,
    }
    keep(token)
    payment.token_id = token.id
    keep(payment)
  }

  return { customers, tokens, join, store }
}

export function createLedger(keySecret: string, file?: string) {
  const books = openBooks(file)
  const { orders, payments, keep } = books
  const wallet = createWallet(books)

  function open(made: NewOrder): Order {
    const order = orderOf(made)
    keep(order)
    return order
  }

  function attempt(order: Order, card: string, status: Payment['status']): Payment {
    const payment = paymentOf(order, card, status)
    order.attempts += 1
    if (order.status === 'created') order.status = 'attempted'
    keep(order)
    keep(payment)
    return payment
  }

  function capture(payment: Payment): void {
    const order = orders.get(payment.order_id)
    if (!order || payment.status !== 'authorized') return
    payment.status = 'captured'
    payment.captured = true
    order.status = 'paid'
    order.amount_paid = order.amount
    order.amount_due = 0
    keep(order)
    keep(payment)
  }

  function refund(payment: Payment, amount: number): Refund | undefined {
    if (payment.status !== 'captured' || payment.amount_refunded + amount > payment.amount) return undefined
    payment.amount_refunded += amount
    if (payment.amount_refunded === payment.amount) payment.status = 'refunded'
    keep(payment)
    return {
      id: idOf('rfnd'),
      entity: 'refund',
      payment_id: payment.id,
      amount,
      currency: payment.currency,
      status: 'processed',
    }
  }

  return {
    orders,
    payments,
    ...wallet,
    open,
    attempt,
    capture,
    refund,
    paymentsOf: (orderId: string) => books.paymentsOf.get(orderId) ?? [],
    /** What a window answers: signed, so that a page cannot make it up. */
    signedAnswer: ({ id, order_id }: Payment) => ({
      razorpay_payment_id: id,
      razorpay_order_id: order_id,
      razorpay_signature: createHmac('sha256', keySecret).update(`${order_id}|${id}`).digest('hex'),
    }),
    /** What was taken in, less what was given back. */
    total: () =>
      [...payments.values()].reduce((sum, one) => sum + (one.captured ? one.amount - one.amount_refunded : 0), 0),
  }
}
export type Ledger = ReturnType<typeof createLedger>
