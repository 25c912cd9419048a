import { counted } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  kinds: { individual: 'Individual', business: 'Business', enterprise: 'Enterprise' },
  upgrade: 'Upgrade',
  custom: 'Custom',
  currentPlan: 'Current Plan',
  contactSales: 'Contact Sales',
  completeUpgrade: 'Complete Your Upgrade',
  payNow: 'Pay Now',
  processing: 'Processing...',
  noSubscription: 'No active subscription found.',
  noHistory: 'No billing history found.',
  cancel: 'Cancel Subscription',
  reactivate: 'Reactivate Subscription',
  renew: 'Renew Subscription',
  history: 'Billing History',
  plansFailed: 'Failed to load subscription plans. Please try again.',
  upgradeFailed: 'Failed to upgrade subscription. Please try again.',
  featuresFailed: 'Failed to load plan features',
  detailsFailed: 'Failed to load subscription details. Please try again.',
  initiateFailed: 'Failed to initiate payment. Please try again.',
  gatewayFailed: 'Failed to open payment gateway. Please try again.',
  verifyFailed: 'Payment verification failed. Please contact support.',
  paid: (plan: string, date: string) => `Payment successful! Your subscription to ${plan} is now active until ${date}.`,
  canceled: 'Your subscription has been canceled. You will still have access until the end of your billing period.',
  cancelFailed: 'Failed to cancel subscription. Please try again.',
  reactivated:
    'Your subscription has been reactivated. Your plan will automatically renew at the end of your billing period.',
  reactivateFailed: 'Failed to reactivate subscription. Please try again.',
})

export const SALES_EMAIL = 'sales@throughline.example'
export const SUPPORT_EMAIL = 'support@throughline.example'

const PERIODS = { monthly: 'month', yearly: 'year' } as const
type Period = keyof typeof PERIODS

export const texts = catalogue({
  title: 'Pricing',
  loading: 'Loading plans',
  pricesIn: 'Prices in',
  countries: { US: 'United States ($)', IN: 'India (₹)' },
  kind: 'Kind of plan',
  period: 'Billing period',
  periods: { monthly: 'Monthly', yearly: 'Yearly' },
  notSold: 'Nothing is sold on this installation',
  notSoldHint: 'No payment provider is set up, so there are no prices and no limits.',
  noPlans: 'No plans of this kind are offered here',
  noPlansHint: 'Choose another kind of plan, or another country.',
  card: {
    recommended: 'Recommended',
    a: (period: Period) => `a ${PERIODS[period]}`,
    forever: 'forever',
    noCard: 'No card required',
    monthsFree: (months: number, tax: string) => `${counted(months, 'month')} free, ${tax}`,
    orYearly: (price: string, months: number) => `Or ${price} a year, with ${counted(months, 'month')} free`,
    tax: { US: 'plus applicable tax', IN: 'plus GST' },
    forDays: (days: number) => `for ${counted(days, 'day')}`,
    switchTo: (plan: string) => `Switch to ${plan}`,
    renewsOn: (date: string) => `Renews automatically on ${date}`,
    endsOn: (date: string) => `Ends on ${date}`,
    staysFree: 'Free stays free',
    seeAmount: 'See the exact amount before you pay',
    chosen: (date: string) => `You chose this from ${date}`,
    startTrial: 'Start free trial',
    thenFree: 'After that you’re on Free',
    startsNow: 'Starts right away',
    startsOn: (date: string) => `Starts on ${date}`,
    startsAndRenews: (date: string) => `Starts on ${date}, and auto-renew is turned back on`,
    otherCurrency: 'Your plan is paid in another currency',
    tooSmall: {
      people: (plan: string, of: number, used: number) =>
        `${plan} has ${counted(of, 'seat')}; you have ${counted(used, 'person', 'people')}`,
      storage: (plan: string, of: string, used: string) => `${plan} has ${of} of storage; you have ${used}`,
    },
  },
  volume: {
    people: (count: number) => counted(count, 'person', 'people'),
    storage: (size: string) => `${size} of storage`,
    runs: (count: number) => `${counted(count, 'run')} a month`,
    unlimited: { people: 'Unlimited people', storage: 'Unlimited storage', runs: 'Unlimited runs' },
    youHave: (amount: string) => `you have ${amount}`,
    used: (size: string) => `${size} used`,
    thisMonth: (count: string) => `${count} this month`,
  },
  switched: {
    to: (plan: string) => `You’ll switch to ${plan} when your paid period ends`,
    toAndRenew: (plan: string) => `You’ll switch to ${plan} when your paid period ends. Auto-renew is on again.`,
    freeNow: 'You’re on Free now',
    free: 'Your plan ends with your paid period. After that, you’re on Free.',
    trial: (plan: string) => `Your trial of ${plan} has started`,
  },
  limits:
    'When you reach a limit, only new work waits: invitations, uploads, and starts. Anything already running continues, submissions are kept and start when there’s room, and you’re never charged beyond your plan. We’ll let you know at 80%.',
  compare: {
    title: 'Compare plans',
    note: 'Plans limit volume, never security.',
    volume: 'Volume',
    people: 'People',
    peopleNote: 'Anyone active, invited, or suspended has a seat',
    storage: 'Storage',
    storageNote: 'Includes every version and the trash',
    runs: 'Runs a month',
    runsNote: 'An instance counts once, when it starts; steps and automations don’t count',
    included: 'Included in every plan',
    yes: 'Included',
    unlimited: 'Unlimited',
    features: [
      ['Google and two-factor sign-in', 'Required for everyone, if you like'],
      ['Roles and permissions', 'Five roles, each with permissions you can read'],
      ['Audit log', 'Every action, chained, with a check you can run'],
      ['Version history', 'Workflows, files, and forms'],
      ['Approvals tied to exact files', 'Requested again when a file changes'],
      ['Exports', 'Lists, files, and the audit log, even after you cancel'],
    ],
  },
  enterprise: {
    name: 'Enterprise',
    note: 'For more than 200 people, or your own servers.',
    features: [
      'Custom limits for people, storage, and runs',
      'Annual invoice against a purchase order',
      'Payment by bank transfer',
      'Self-hosted, if you like',
    ],
    reply: 'We’ll reply with a number, not a sales call.',
    opens: `Opens an email to ${SALES_EMAIL}`,
  },
  lapsed: (workspace: string, date: string) => `${workspace} has been read-only since ${date}`,
  lapsedNow: (workspace: string) => `${workspace} is read-only`,
  lapsedNote:
    'The subscription ended. Nothing is deleted, running work keeps its place, and you can still export everything. Pay now or choose another plan.',
})
