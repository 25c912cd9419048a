/** What those who can pay are told. Dates and amounts come written out. */
export interface NoticeText {
  subject: string
  body: string
  note?: string
}

interface RenewalFacts {
  plan: string
  amount: string
  on: string
  to: string
  /** Null: there is no card that may be charged. */
  card: string | null
  /** There is one, but not for this much. */
  isTooMuch: boolean
  expires: boolean
}

interface DeclinedFacts {
  plan: string
  amount: string
  /** Why it didn't go through, as a sentence. */
  reason: string
  next: string
  readOnly: string
  workspace: string
}

const VOLUMES = { people: 'seats', storage: 'storage', runs: 'runs' } as const
const AT_LIMIT = {
  people: 'Nobody else can be invited until a seat is free.',
  storage: 'New files can’t be uploaded until there’s room.',
  runs: 'Anything already running continues. New starts from forms, schedules, webhooks, and email wait until you have runs again.',
} as const

const WITHOUT_CHARGE = {
  noCard: 'No card is stored: open your subscription to pay.',
  tooMuch: 'Your card can’t be charged this amount automatically: open your subscription to pay.',
} as const

const reminder = ({ plan, amount, on, to, card, isTooMuch, expires }: RenewalFacts): NoticeText => ({
  subject: `${plan} renews on ${on}`,
  body: card
    ? `We’ll charge ${amount} to the ${card} on ${on}, for the period through ${to}.`
    : `${amount} is due on ${on}, for the period through ${to}. ${WITHOUT_CHARGE[isTooMuch ? 'tooMuch' : 'noCard']}`,
  ...(expires && { note: 'This card expires before then. Replace it to avoid an interruption.' }),
})

const declined = ({ amount, reason, next, readOnly, workspace }: DeclinedFacts): NoticeText => ({
  subject: `Your payment of ${amount} didn’t go through`,
  body: `${reason} We’ll try again on ${next}. Everything works as usual until ${readOnly}; after that, ${workspace} is read-only until you pay.`,
})

const payNow = ({ plan, amount, next, readOnly, workspace }: DeclinedFacts): NoticeText => ({
  subject: `Pay ${amount} to keep ${plan}`,
  body: `We can’t charge this amount automatically. Open your subscription to pay. ${next === readOnly ? '' : `We’ll remind you on ${next}. `}Everything works as usual until ${readOnly}; after that, ${workspace} is read-only until you pay.`,
})

export const texts = {
  copyHint: 'Or open this address:',
  action: 'Open your subscription',
  reminder,
  declined,
  bankSays: (problem: string) => `Your bank says: ${problem}.`,
  payNow,
  /** Of a payment that credited nothing. */
  refunded: (amount: string): NoticeText => ({
    subject: `Your payment of ${amount} was refunded`,
    body: `This payment wasn’t applied to your subscription, so we refunded all of it. Your bank may take a few days to show it.`,
  }),
  lapsed: (workspace: string, amount: string): NoticeText => ({
    subject: `${workspace} is read-only now`,
    body: `Four attempts to charge ${amount} didn’t go through. You can still read and export everything. Pay to keep working.`,
  }),
  /** Where no card could be charged, nothing was tried. */
  lapsedUnpaid: (workspace: string, amount: string): NoticeText => ({
    subject: `${workspace} is read-only now`,
    body: `${amount} wasn’t paid. You can still read and export everything. Pay to keep working.`,
  }),
  ended: (workspace: string, plan: string): NoticeText => ({
    subject: `Your subscription to ${plan} has ended`,
    body: `${workspace} is read-only now. You can still read and export everything. Reactivate your subscription to keep working.`,
  }),
  free: (workspace: string, plan: string): NoticeText => ({
    subject: `${workspace} is on Free now`,
    body: `${plan} has ended. Nothing was deleted, and nothing is charged.`,
  }),
  trialEnds: (plan: string, on: string, days: number): NoticeText => ({
    subject: days === 1 ? `Your trial of ${plan} ends tomorrow` : `Your trial of ${plan} ends in ${days} days`,
    body: `On ${on} your workspace moves to Free. Nothing is charged, and nothing is deleted. Choose a plan to keep ${plan}.`,
  }),
  /** Of a smaller plan that was chosen to come next. */
  nextTooSmall: (next: string, on: string, plan: string): NoticeText => ({
    subject: `${next} couldn’t start on ${on}`,
    body: `You have more people or files than ${next} allows, so we’re renewing ${plan} instead. To switch next time, make room, then choose ${next} again.`,
  }),
  limit: (volume: keyof typeof VOLUMES, percent: number, workspace: string): NoticeText => ({
    subject: `${workspace} has used ${percent === 100 ? 'all' : `${percent}%`} of its ${VOLUMES[volume]}`,
    body: percent === 100 ? AT_LIMIT[volume] : 'There’s nothing to do yet. A larger plan has more room.',
  }),
  waiting: (name: string, workspace: string): NoticeText => ({
    subject: `${name} can’t work in ${workspace}`,
    body: `${workspace} is read-only because its subscription has ended. Pay to let everybody work again.`,
  }),
}
