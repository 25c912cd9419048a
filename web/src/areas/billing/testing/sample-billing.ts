import {
  type BillingDetails,
  BillingEntry,
  PaymentOrder,
  Plan,
  type Renewal,
  Subscription,
} from '@throughline/contracts/billing'

const GB = 2 ** 30
export const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

export const plan = (differences: Partial<Plan> = {}): Plan =>
  Plan.parse({
    id: id(12),
    name: 'Business',
    description: 'For several teams with one way of working.',
    price: 179_000,
    currency: 'USD',
    plan_type: 'business',
    billing_period: 'yearly',
    features: [],
    limits: { people: 50, storage: 250 * GB, runs: 25_000 },
    is_trial: false,
    trial_days: null,
    recommended: true,
    change: 'current',
    exceeded: [],
    ...differences,
  })

export const renewal: Renewal = {
  on: '2027-03-03',
  to: '2028-03-03',
  plan_name: 'Business',
  amount: 179_000,
  charges_card: true,
  remind_on: '2027-02-03',
}

/** Business for a year, until March 3, 2027. */
export const subscription = (differences: Partial<Subscription> = {}): Subscription =>
  Subscription.parse({
    id: id(20),
    plan: id(12),
    plan_name: 'Business',
    status: 'Active',
    current_period_end: '2027-03-03',
    start_date: '2026-03-03',
    end_date: '2027-03-03',
    price: 179_000,
    currency: 'USD',
    billing_period: 'yearly',
    auto_renew: true,
    next_plan: null,
    takes_payments: true,
    payment_method: { network: 'Visa', last4: '4242', expires: '2027-02', expires_before_charge: true },
    renewal,
    renewal_unpriced: false,
    due: null,
    trial: null,
    lapsed_on: null,
    warnings: [],
    held_starts: 0,
    usage: { people: 24, storage: 152 * GB, runs: 6_204 },
    limits: { people: 50, storage: 250 * GB, runs: 25_000 },
    payments: [],
    payments_next: null,
    ...differences,
  })

export const free = (differences: Partial<Subscription> = {}): Subscription =>
  subscription({
    plan_name: 'Free',
    current_period_end: null,
    start_date: null,
    end_date: null,
    price: 0,
    billing_period: 'monthly',
    payment_method: null,
    renewal: null,
    ...differences,
  })

export const entry = (differences: Partial<BillingEntry> = {}): BillingEntry =>
  BillingEntry.parse({
    id: id(30),
    date: '2026-03-03T09:00:00Z',
    description: 'Subscription to Business',
    detail: 'Business, Mar 3, 2026 – Mar 3, 2027',
    amount: 179_000,
    currency: 'USD',
    status: 'Paid',
    problem: null,
    invoice: { id: id(31), number: 'TL-2026-000418' },
    credit_note: null,
    ...differences,
  })

export const details: BillingDetails = {
  company: 'Harbor & Vale B.V.',
  address: 'Wijnhaven 3\n3011 WG Rotterdam',
  country: 'NL',
  region: null,
  tax_number: 'NL004495445B01',
  receipts_email: 'finance@harborvale.example',
}

/** From Business to Business 200, for the days that are left. */
export const order = (differences: Partial<PaymentOrder> = {}): PaymentOrder =>
  PaymentOrder.parse({
    key_id: 'rzp_test',
    amount: 112_520,
    currency: 'USD',
    plan_name: 'Business 200',
    description: 'Subscription to Business 200',
    razorpay_order_id: 'order_1',
    payment_id: id(40),
    customer_id: 'cust_1',
    user_name: 'Maya Okafor',
    user_email: 'maya@harborvale.example',
    user_contact: '',
    script_url: 'https://checkout.example/v1/checkout.js',
    quote: {
      from: '2026-11-12',
      to: '2027-03-03',
      lines: [
        { title: 'Business 200', detail: 'Nov 12, 2026 – Mar 3, 2027, 111 of 365 days of $5,490.00', amount: 166_956 },
        { title: 'Less Business', detail: 'Nov 12, 2026 – Mar 3, 2027, 111 of 365 days of $1,790.00', amount: -54_436 },
      ],
      net: 112_520,
      taxes: [{ title: 'VAT, reverse charge', detail: 'Customer to account for VAT', amount: 0 }],
      total: 112_520,
    },
    quote_until: '2099-11-13T10:42:00Z',
    ...differences,
  })
