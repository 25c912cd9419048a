import { type Rows, uuid } from './sample-ids.ts'

interface Named {
  tenant: string
  member: string
  hash: Buffer
  soon: Date
}

/** A plan that is sold, an open payment of it, and an invoice. */
export function billingRows(letter: string, { tenant: tenant_id, member, hash, soon }: Named): Rows {
  const seller = `seller-${letter}`
  const payment_id = uuid(letter, 30)
  const invoice_id = uuid(letter, 31)
  const plan_id = uuid(letter, 32)
  const sums = { currency: 'USD', net: 100, tax: 0, total: 100 }
  return [
    ['sellers', { id: seller, name: 'Seller', country: 'US', series: letter.toUpperCase() }],
    [
      'plans',
      {
        id: plan_id,
        name: 'Team',
        plan_type: 'business',
        country: 'US',
        seller,
        billing_period: 'yearly',
        currency: 'USD',
        price: 100,
        rank: 1,
      },
    ],
    ['tax_rules', { seller, buyer_country: '*', region: 'any', number: 'any', kind: 'none', name: 'Tax', rate: 0 }],
    ['invoice_series', { series: letter.toUpperCase(), year: '2026', last: 1 }],
    ['payment_events', { provider: 'p', event_id: letter, type: 'payment.captured', body_hash: hash, body: '{}' }],
    // Long past its time.
    [
      'payment_events',
      { provider: 'p', event_id: `${letter}-old`, type: 'payment.captured', body_hash: hash, received_at: new Date(0) },
    ],
    ['billing_details', { tenant_id, company: letter }],
    [
      'payments',
      {
        tenant_id,
        id: payment_id,
        member_id: member,
        plan_id,
        quote: '{}',
        quote_until: soon,
        basis: 1,
        amount: 100,
        currency: 'USD',
        order_ref: `order_${letter}`,
        ask_at: new Date(0),
      },
    ],
    [
      'invoices',
      {
        tenant_id,
        id: invoice_id,
        number: `${letter}-1`,
        payment_id,
        plan_name: 'Team',
        seller: '{}',
        buyer: '{}',
        words: '',
        issued_on: soon,
        issued_at: soon,
        ...sums,
      },
    ],
    ['payment_methods', { tenant_id, customer_ref: `cust_${letter}`, token_ref: `token_${letter}` }],
    ['invoice_files', { tenant_id, invoice_id, sha256: Buffer.alloc(32, letter), bytes: 1 }],
    ['billing_notices', { tenant_id, notice: 'waiting', period: '2026-03-03' }],
    ['invoice_lines', { tenant_id, invoice_id, line: 1, kind: 'plan', title: 'Team', detail: '', amount: 100 }],
  ]
}
