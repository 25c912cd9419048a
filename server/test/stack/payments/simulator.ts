import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createLedger, type Ledger, type Order, outcomeOf, type Payment } from './ledger.ts'
import { createReports, type Delivery } from './webhooks.ts'
import { checkoutScript, checkoutWindow } from './window.ts'

export interface SimulatorKeys {
  keyId: string
  keySecret: string
  webhookSecret: string
}

interface Answer {
  status?: number
  type?: string
  body: unknown
}

const refusal = (status: number, description: string): Answer => ({
  status,
  body: { error: { code: 'BAD_REQUEST_ERROR', description } },
})
const unknown = () => refusal(400, 'The id provided does not exist')

/** How long a payment waits that the bank lets through later. */
const LATE_MS = 2_000

const isOrder = (value: unknown): value is Pick<Order, 'amount' | 'currency'> & Partial<Order> =>
  typeof value === 'object' &&
  value !== null &&
  'amount' in value &&
  Number.isSafeInteger(value.amount) &&
  Number(value.amount) > 0 &&
  'currency' in value &&
  typeof value.currency === 'string'

interface Books {
  ledger: Ledger
  reports: ReturnType<typeof createReports>
  /** What the bank says to a renewal, by the receipt of its order; the card decides where nothing is said. */
  bank: { declines?: (receipt: string) => boolean }
}

/** What somebody enters in the window; `approved` once their bank was asked. */
interface Entry {
  order_id: string
  card: string
  /** As 2027-02. */
  expires?: string
  approved?: boolean
}

async function settle({ ledger, reports }: Books, payment: Payment): Promise<void> {
  const before = structuredClone(payment)
  ledger.capture(payment)
  await reports.send(['payment.authorized', before], ['payment.captured', payment], ['order.paid', payment])
}

/** What somebody does in the window. The answer to the page does not wait for reports. */
function payIn(books: Books, { order_id, card, expires = '2099-12', approved }: Entry) {
  const { ledger, reports } = books
  const order = ledger.orders.get(order_id)
  if (!order || order.status === 'paid')
    return { kind: 'failed', error: { description: 'This order is paid already, or there is none' } } as const
  const outcome = outcomeOf(card)
  if (outcome === 'asks_the_bank' && approved === undefined) return { kind: 'bank' } as const
  if (outcome === 'refused' || approved === false) {
    const failed = ledger.attempt(order, card, 'failed')
    void reports.send(['payment.failed', failed])
    return { kind: 'failed', error: { description: failed.error_description } } as const
  }
  const payment = ledger.attempt(order, card, 'authorized')
  if (outcome !== 'mandate_refused') ledger.store(payment, expires)
  if (outcome === 'paid_late') setTimeout(() => void settle(books, payment), LATE_MS)
  else void settle(books, payment)
  return { kind: 'paid', answer: ledger.signedAnswer(payment) } as const
}

const textIn = (body: unknown, name: string): string => {
  const value: unknown =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined
  return typeof value === 'string' ? value : ''
}

/** A stored card is charged, without anybody at a window. */
function chargeOf(books: Books, body: unknown): Answer {
  const { ledger, reports, bank } = books
  const order = ledger.orders.get(textIn(body, 'order_id'))
  const token = ledger.tokens.get(textIn(body, 'token'))
  if (!order || token?.customer_id !== textIn(body, 'customer_id')) return unknown()
  if (order.status === 'paid') return refusal(400, 'The order is paid already')
  const card = token.card.last4
  const isDeclined =
    bank.declines?.(order.receipt ?? '') ?? (outcomeOf(card) === 'renewals_refused' || outcomeOf(card) === 'refused')
  const payment = ledger.attempt(order, card, isDeclined ? 'failed' : 'authorized')
  if (typeof body === 'object' && body !== null && 'notes' in body) Object.assign(payment, { notes: body.notes })
  payment.token_id = token.id
  if (isDeclined) void reports.send(['payment.failed', payment])
  else void settle(books, payment)
  return { body: ledger.signedAnswer(payment) }
}

function customerOf({ ledger }: Books, body: unknown): Answer {
  return { body: ledger.join({ name: textIn(body, 'name'), email: textIn(body, 'email') }) }
}

function refundOf({ ledger, reports }: Books, id: string, body: unknown): Answer {
  const payment = ledger.payments.get(id)
  if (!payment) return unknown()
  const asked = typeof body === 'object' && body !== null && 'amount' in body ? Number(body.amount) : payment.amount
  const refund = ledger.refund(payment, asked)
  if (!refund) return refusal(400, 'The payment has been fully refunded already')
  void reports.send(['refund.processed', payment])
  return { body: refund }
}

function api(books: Books, method: string, path: string, body: unknown): Answer {
  const { ledger } = books
  if (path === '/v1/customers' && method === 'POST') return customerOf(books, body)
  if (path === '/v1/payments/create/recurring') return chargeOf(books, body)
  const [, tokenId] = /^\/v1\/customers\/[\w-]+\/tokens\/([\w-]+)$/.exec(path) ?? []
  if (tokenId !== undefined) {
    const token = ledger.tokens.get(tokenId)
    return token ? { body: token } : unknown()
  }
  const [, kind, id = '', act] = /^\/v1\/(orders|payments)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? []
  if (kind === 'orders' && !id && method === 'POST')
    return isOrder(body) ? { body: ledger.open(body) } : refusal(400, 'The amount or currency is invalid')
  const order = ledger.orders.get(id)
  if (kind === 'orders' && order && !act) return { body: order }
  if (kind === 'orders' && order && act === 'payments') {
    const items = ledger.paymentsOf(id)
    return { body: { entity: 'collection', count: items.length, items } }
  }
  if (kind === 'payments' && act === 'refund' && method === 'POST') return refundOf(books, id, body)
  const payment = ledger.payments.get(id)
  return kind === 'payments' && payment && !act ? { body: payment } : unknown()
}

function windowOf({ ledger }: Books, { searchParams }: URL): Answer {
  const order = ledger.orders.get(searchParams.get('order_id') ?? '')
  const description = searchParams.get('description') ?? ''
  return order ? { type: 'text/html', body: checkoutWindow(order, description) } : unknown()
}

async function control({ reports }: Books, body: unknown): Promise<Answer> {
  const changes: { urls?: string[]; delivery?: Delivery; send_kept?: boolean } =
    typeof body === 'object' && body !== null ? body : {}
  reports.configure(changes)
  return { body: { ...changes, sent: changes.send_kept ? await reports.sendKept() : 0 } }
}

/** The provider's paths, window and reports, with a ledger of its own, which `file` keeps where one is named. */
export function createSimulator({ keyId, keySecret, webhookSecret }: SimulatorKeys, file?: string) {
  const ledger = createLedger(keySecret, file)
  const reports = createReports(webhookSecret)
  const bank: Books['bank'] = {}
  const books = { ledger, reports, bank }
  const pay = (entry: Entry) => payIn(books, entry)
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  function answer(request: IncomingMessage, origin: string, content: string): Answer | Promise<Answer> {
    const url = new URL(request.url ?? '/', origin)
    const body: unknown = content ? JSON.parse(content) : undefined
    if (url.pathname === '/v1/checkout.js') return { type: 'text/javascript', body: checkoutScript(origin) }
    if (url.pathname === '/v1/checkout/window') return windowOf(books, url)
    if (url.pathname === '/v1/checkout/pay') return { body: pay(JSON.parse(content)) }
    if (url.pathname === '/ledger') return { body: { total: ledger.total(), payments: [...ledger.payments.values()] } }
    if (url.pathname === '/control') return control(books, body)
    if (!url.pathname.startsWith('/v1/')) return { body: 'payments simulator' }
    if (request.headers.authorization !== authorization) return refusal(401, 'Authentication failed')
    return api(books, request.method ?? 'GET', url.pathname, body)
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origin = `http://${request.headers.host}`
    const content = await text(request)
    const { status = 200, type = 'application/json', body } = await answer(request, origin, content)
    response.writeHead(status, { 'content-type': type })
    response.end(type === 'application/json' ? JSON.stringify(body) : body)
  }

  const server = createServer((request, response) => {
    // What cannot be read is answered by hanging up.
    respond(request, response).catch(() => response.destroy())
  })
  /** What the bank let through is taken, although we were killed in between. */
  const resume = () => {
    for (const payment of ledger.payments.values()) if (payment.status === 'authorized') void settle(books, payment)
  }
  return { server, ledger, reports, bank, pay, resume }
}
