import * as z from 'zod/mini'
import { BILLING_PERIODS } from './billing-days.ts'
import { EmailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { InvoiceId, PaymentId, PlanId, SubscriptionId } from './ids.ts'
import { CURRENCIES } from './money.ts'
import { PageQuery } from './paging.ts'
import { instant } from './running.ts'

export const SubscriptionSummary = z.object({
  plan: z.string(),
  /** Active, Trial, Lapsed or Canceled, as people read it. */
  status: z.string(),
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
  auto_renew: z.boolean(),
  /** Who can pay, by name, at most 20: told only in a workspace that has lapsed. */
  administrators: z.optional(z.array(z.string())),
})
export type SubscriptionSummary = z.infer<typeof SubscriptionSummary>

export const getSubscription = endpoint({
  method: 'GET',
  path: '/v1/subscriptions/me/',
  summary: "The active workspace's subscription",
  access: 'signed_in',
  rate: 'read',
  response: SubscriptionSummary,
})

export const notifyAdministrators = endpoint({
  method: 'POST',
  path: '/v1/subscriptions/me/notify/',
  summary: 'Tells those who can pay that people are kept from working: at most one email a day for the workspace',
  access: 'signed_in',
  rate: 'mail',
  open_when_lapsed: true,
  response: z.object({ notified: z.boolean() }),
})

export const PLAN_TYPES = ['individual', 'business', 'enterprise'] as const
export const PLAN_COUNTRIES = ['US', 'IN'] as const

export const VOLUMES = ['people', 'storage', 'runs'] as const
export type Volume = (typeof VOLUMES)[number]

const Currency = z.enum(CURRENCIES)
/** Minor units of the currency: cents, paise. */
const amount = z.int()

/** Null: without a limit. */
export const PlanLimits = z.object({
  people: z.nullable(z.int()),
  /** Bytes. */
  storage: z.nullable(z.int()),
  /** Instances started in a calendar month. */
  runs: z.nullable(z.int()),
})
export type PlanLimits = z.infer<typeof PlanLimits>

export const Plan = z.object({
  id: PlanId,
  name: z.string(),
  description: z.string(),
  /** Null: it is agreed upon. */
  price: z.nullable(amount),
  currency: Currency,
  plan_type: z.enum(PLAN_TYPES),
  billing_period: z.enum(BILLING_PERIODS),
  features: z.array(z.string()),
  limits: PlanLimits,
  is_trial: z.boolean(),
  trial_days: z.nullable(z.int()),
  recommended: z.boolean(),
  /** Whether it is the workspace's own, would begin now or at the end of what is paid, or is sold in another currency. */
  change: z.enum(['current', 'now', 'at_end', 'other_currency']),
  /** What the workspace has more of than the plan allows. */
  exceeded: z.array(z.enum(VOLUMES)),
})
export type Plan = z.infer<typeof Plan>

/** Paying stays open to a workspace that has lapsed. */
const billing = { access: 'billing.manage', open_when_lapsed: true } as const

export const getPlans = endpoint({
  ...billing,
  method: 'GET',
  path: '/v1/pricing/plans/',
  summary: 'The plans that are sold in a country, as they compare with the workspace’s own',
  rate: 'read',
  query: z.object({ country_code: z._default(z.enum(PLAN_COUNTRIES), 'US') }),
  /** Empty where the installation takes no payments. */
  response: z.array(Plan),
})

export const getPlan = endpoint({
  ...billing,
  method: 'GET',
  path: '/v1/pricing/plans/:planId/',
  summary: 'One plan',
  rate: 'read',
  params: z.object({ planId: PlanId }),
  response: Plan,
})

export const BillingEntry = z.object({
  id: PaymentId,
  date: instant,
  description: z.string(),
  /** For which days. */
  detail: z.string(),
  amount,
  currency: Currency,
  /** Failed: the bank declined it, and nothing was charged. */
  status: z.enum(['Open', 'Paid', 'Failed', 'Refunded', 'In review']),
  /** What the bank said of an attempt that failed. */
  problem: z.nullable(z.string()),
  invoice: z.nullable(z.object({ id: InvoiceId, number: z.string() })),
  /** Of what was given back after it was billed. */
  credit_note: z.nullable(z.object({ id: InvoiceId, number: z.string() })),
})
export type BillingEntry = z.infer<typeof BillingEntry>

/** The card that is charged by itself; the provider keeps it. */
export const PaymentMethod = z.object({
  network: z.string(),
  last4: z.string(),
  /** Its last month, as 2027-02. */
  expires: z.nullable(z.string()),
  /** Whether that is over before the next charge. */
  expires_before_charge: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** What is charged next. */
export const Renewal = z.object({
  on: z.iso.date(),
  /** The end of the period it pays for. */
  to: z.iso.date(),
  plan_name: z.string(),
  /** With tax. */
  amount,
  /** Whether the stored card is charged; false where there is none, or it may not be charged this much unasked. */
  charges_card: z.boolean(),
  /** The day of the reminder; null once it was sent. */
  remind_on: z.nullable(z.iso.date()),
})
export type Renewal = z.infer<typeof Renewal>

/** A renewal that the bank declined, or for which there is no card: four attempts, then read-only. */
export const PaymentDue = z.object({
  amount,
  plan_name: z.string(),
  attempts: z.array(
    z.object({ on: z.iso.date(), outcome: z.enum(['declined', 'next', 'planned']), problem: z.nullable(z.string()) }),
  ),
  next_attempt_on: z.iso.date(),
  read_only_on: z.iso.date(),
  /** False where no card may be charged this much by itself: attempts are reminders then, and somebody has to pay. */
  charges_card: z.boolean(),
})
export type PaymentDue = z.infer<typeof PaymentDue>

export const Subscription = z.object({
  id: SubscriptionId,
  plan: PlanId,
  plan_name: z.string(),
  status: z.enum(['Active', 'Trial', 'Lapsed', 'Canceled']),
  /** The day on which the paid period ends; null of what has no end. */
  current_period_end: z.nullable(z.iso.date()),
  start_date: z.nullable(z.iso.date()),
  end_date: z.nullable(z.iso.date()),
  price: amount,
  currency: Currency,
  billing_period: z.enum(BILLING_PERIODS),
  auto_renew: z.boolean(),
  /** What begins when the paid period ends, if that is another plan; where it doesn't fit by then, the present one renews. */
  next_plan: z.nullable(z.object({ id: PlanId, name: z.string(), fits: z.boolean() })),
  /** False where the installation takes no payments: there are neither prices nor limits. */
  takes_payments: z.boolean(),
  payment_method: z.nullable(PaymentMethod),
  /** Null where nothing is charged by itself: free, canceled, due or lapsed. */
  renewal: z.nullable(Renewal),
  /** Its price can't be worked out for lack of a tax rule: nothing is charged until there is one. */
  renewal_unpriced: z.boolean(),
  due: z.nullable(PaymentDue),
  trial: z.nullable(z.object({ ends_on: z.iso.date(), days_left: z.int() })),
  /** Since when the workspace is read-only. */
  lapsed_on: z.nullable(z.iso.date()),
  /** What is nearly or wholly used. */
  warnings: z.array(z.object({ volume: z.enum(VOLUMES), percent: z.union([z.literal(80), z.literal(100)]) })),
  /** Starts that wait because no run was left; they begin by themselves. */
  held_starts: z.int(),
  usage: z.object({ people: z.int(), storage: z.int(), runs: z.int() }),
  limits: PlanLimits,
  /** With `history`: newest first, at most 100. */
  payments: z.array(BillingEntry),
  /** Where the list of payments goes on; null where these are all. */
  payments_next: z.nullable(z.string()),
})
export type Subscription = z.infer<typeof Subscription>

export const getSubscriptions = endpoint({
  ...billing,
  method: 'GET',
  path: '/v1/pricing/subscriptions/',
  summary: 'The workspace’s subscription, with what was paid for it',
  rate: 'read',
  query: z.object({ history: z._default(z.stringbool(), false) }),
  response: z.array(Subscription),
})

export const listPayments = endpoint({
  ...billing,
  method: 'GET',
  path: '/v1/pricing/payments/',
  summary: 'What was paid or tried, newest first; further pages by X-Next-Cursor',
  rate: 'read',
  query: z.object(PageQuery),
  response: z.array(BillingEntry),
})

export const QuoteLine = z.object({ title: z.string(), detail: z.string(), amount })
export const Quote = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  lines: z.array(QuoteLine),
  net: amount,
  taxes: z.array(QuoteLine),
  total: amount,
})
export type Quote = z.infer<typeof Quote>

export const PaymentOrder = z.object({
  key_id: z.string(),
  amount,
  currency: Currency,
  plan_name: z.string(),
  /** What the payment window shows. */
  description: z.string(),
  razorpay_order_id: z.string(),
  payment_id: PaymentId,
  /** Handed to the payment window with `recurring`, so that the card can be charged for renewals. */
  customer_id: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  user_contact: z.string(),
  script_url: z.string(),
  quote: Quote,
  quote_until: instant,
})
export type PaymentOrder = z.infer<typeof PaymentOrder>

export const openPayment = endpoint({
  ...billing,
  method: 'POST',
  path: '/v1/pricing/payments/',
  summary: 'Opens an order for a plan, or finds the one that is open: the price is the server’s, and holds for a day',
  rate: 'write',
  body: z.strictObject({ plan_id: PlanId }),
  response: PaymentOrder,
})

const reference = z.string().check(z.minLength(1), z.maxLength(200))

export const verifyPayment = endpoint({
  ...billing,
  method: 'PUT',
  path: '/v1/pricing/payments/',
  summary: 'Hands over what the payment window answered; a payment is credited once, however often it is reported',
  rate: 'write',
  body: z.strictObject({
    payment_id: PaymentId,
    razorpay_payment_id: reference,
    razorpay_order_id: reference,
    razorpay_signature: reference,
  }),
  response: z.object({
    /** pending: signed, but the provider has not confirmed it yet; it is credited by itself. */
    status: z.enum(['success', 'pending', 'refunded']),
    plan_name: z.string(),
    valid_until: z.nullable(z.iso.date()),
    /** Whether the card that paid is charged for renewals from now on: a bank may take a payment and refuse the mandate. */
    card_stored: z.boolean(),
  }),
})

export const setAutoRenew = endpoint({
  ...billing,
  method: 'POST',
  path: '/v1/pricing/subscriptions/:subscriptionId/auto-renew/',
  summary: 'Cancels the renewal, or renews again',
  rate: 'write',
  params: z.object({ subscriptionId: SubscriptionId }),
  body: z.strictObject({ auto_renew: z.boolean() }),
  response: Subscription,
})

export const chooseNextPlan = endpoint({
  ...billing,
  method: 'POST',
  path: '/v1/pricing/subscriptions/:subscriptionId/next-plan/',
  summary: 'Chooses the smaller plan that begins when the paid period ends; null keeps the present one',
  rate: 'write',
  params: z.object({ subscriptionId: SubscriptionId }),
  body: z.strictObject({ plan_id: z.nullable(PlanId) }),
  response: Subscription,
})

export const startTrial = endpoint({
  ...billing,
  method: 'POST',
  path: '/v1/pricing/trials/',
  summary: 'Begins a trial: once for an organization, without a card, and Free afterwards',
  rate: 'write',
  body: z.strictObject({ plan_id: PlanId }),
  response: Subscription,
})

export const openCardCheck = endpoint({
  ...billing,
  method: 'POST',
  path: '/v1/pricing/payment-method/',
  summary: 'Opens a small order that stores another card once it is paid; the amount is given back by itself',
  rate: 'write',
  response: PaymentOrder,
})

export const downloadInvoice = endpoint({
  ...billing,
  method: 'GET',
  path: '/v1/pricing/invoices/:invoiceId/pdf/',
  summary: 'An invoice or credit note as a PDF: the same bytes every time',
  rate: 'upload',
  params: z.object({ invoiceId: InvoiceId }),
  binary: true,
  response: z.unknown(),
})

export const BillingDetails = z.strictObject({
  company: z.string().check(z.trim(), z.maxLength(200)),
  address: z.string().check(z.trim(), z.maxLength(500)),
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  /** Of India the state’s two digits. */
  region: z.nullable(z.string().check(z.maxLength(10))),
  tax_number: z.nullable(z.string().check(z.maxLength(30))),
  receipts_email: z.union([EmailAddress, z.literal('')]),
})
export type BillingDetails = z.infer<typeof BillingDetails>

export const getBillingDetails = endpoint({
  ...billing,
  method: 'GET',
  path: '/v1/pricing/details/',
  summary: 'What stands on invoices',
  rate: 'read',
  response: BillingDetails,
})

export const setBillingDetails = endpoint({
  ...billing,
  method: 'PUT',
  path: '/v1/pricing/details/',
  summary: 'Changes what stands on invoices from now on',
  rate: 'write',
  body: BillingDetails,
  response: BillingDetails,
})
