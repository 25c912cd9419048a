import { by, type Case, day, type Tale } from './casework.ts'
import { HARBOR_VALE } from './story.ts'

const monthBefore = new Date(Date.parse(`${day(0).slice(0, 7)}-01T00:00:00Z`) - 1)
const MONTH = monthBefore.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

interface Invoice {
  number: string
  amount: number
  order?: 'yes' | 'no' | 'no_order'
}

const entered = (work: Case, who: string, vendor: string, { number, amount, order = 'yes' }: Invoice) =>
  work.done(who, 'enter', {
    answers: {
      vendor,
      invoice_number: number,
      invoice_date: day(-6),
      pay_by: day(14),
      amount,
      matches_order: order,
    },
    files: { scan: `${number} ${vendor}.pdf` },
  })
async function paid(work: Case, reference: string) {
  await work.done('hanna', 'pay', { answers: { paid_on: day(0), payment_reference: reference } })
  await work.ended()
}
const invoice = (title: string, who: string, customer: string, goes: Tale['goes'], due?: number): Tale => ({
  who,
  title,
  start: { metadata: { customer }, ...(due !== undefined && { due_date: by(due) }) },
  goes,
})

export const INVOICE_TALES: Tale[] = [
  invoice('Nordkraft AS, power', 'ana', 'Nordkraft AS', async (work) => {
    await entered(work, 'ana', 'Nordkraft AS', { number: 'NK-7781', amount: 640 })
    await work.decide('theo', 'lead', 'approve')
    await paid(work, 'SEPA 4411')
  }),
  invoice('Larkfield retainer', 'hanna', 'Larkfield Group', async (work) => {
    await entered(work, 'ivo', 'Larkfield Group', { number: 'LG-0093', amount: 4200 })
    await work.decide('theo', 'manager', 'approve')
    await work.decide('jonas', 'manager', 'approve')
    await paid(work, 'SEPA 4412')
  }),
  invoice(
    'Brightline Freight, customs',
    'ana',
    'Brightline Freight',
    async (work) => {
      await entered(work, 'ana', 'Brightline Freight', { number: 'INV-20391', amount: 14_820 })
      await work.decide('theo', 'board', 'approve', 'Matches PO-7741; freight was added later.')
      await work.change('ana', 'board', { due_date: by(0), priority: 'high' })
      await work.attach('ana', 'board', 'PO-7741 Brightline.pdf')
      await work.says('ana', 'The freight line came after the order was raised. {maya}, can you look today?', 'board')
    },
    5,
  ),
  invoice('Delta Print, brochures', 'ana', 'Delta Print', async (work) => {
    await entered(work, 'ana', 'Delta Print', { number: 'DP-118', amount: 2150, order: 'no' })
    await work.asks('ana', 'clear_up', 'theo', 'May we pay half of it now?')
  }),
  invoice('Harbour Catering', 'sofia', 'Harbour Catering', async (work) => {
    await work.claim('marcus', 'enter')
    await work.draft('marcus', 'enter', { vendor: 'Harbour Catering' })
  }),
  invoice('Kade office supplies', 'sofia', 'Kade', (work) => work.change('sofia', 'enter', { due_date: by(-1) })),
]

const lines = (...all: [what: string, sum: number][]) =>
  all.map(([what, sum], n) => ({ day: day(n - 8), what, sum, has_receipt: true }))
const claimed = (work: Case, who: string, receipts: ReturnType<typeof lines>) =>
  work.done(who, 'claim', {
    answers: { occasion: work.title, spent_from: day(-8), spent_to: day(-6), lines: receipts },
    files: { receipts: `Receipts ${work.title}.pdf` },
  })

export const EXPENSE_TALES: Tale[] = [
  {
    who: 'noor',
    title: 'Parking at Larkfield',
    async goes(work) {
      await claimed(work, 'noor', lines(['Parking', 18.5]))
      await work.done('sofia', 'check', { answers: { booked_amount: 18.5 } })
      await work.done('sofia', 'pay_out', { answers: { paid_on: day(0) } })
      await work.ended()
    },
  },
  {
    who: 'maya',
    title: 'Site visit Rotterdam',
    async goes(work) {
      await claimed(work, 'maya', lines(['Train', 64], ['Hotel', 189], ['Dinner with Meridian', 142.4]))
      await work.decide('theo', 'manager', 'changes', 'Which client is the dinner for? Split it by client, please.')
      await work.change('theo', 'claim', { due_date: by(2) })
    },
  },
  {
    who: 'elena',
    title: 'Conference Copenhagen',
    async goes(work) {
      await claimed(work, 'elena', lines(['Flights', 780], ['Fee', 1250], ['Hotel', 620]))
      await work.decide('priya', 'two_approve', 'approve')
    },
  },
]

export const CLOSE_TALES: Tale[] = [
  {
    who: 'theo',
    title: `${MONTH}, ${HARBOR_VALE.name}`,
    start: { due_date: by(6) },
    async goes(work) {
      await work.done('theo', 'cut_off', { answers: { month: monthBefore.toISOString().slice(0, 10) } })
      await Promise.all([
        work.done('ana', 'bank_collect'),
        work.done('hanna', 'payables_collect'),
        work.claim('ivo', 'tax_collect'),
      ])
      await work.change('theo', 'bank_reconcile', { assigned_to: 'ana', reviewer: 'maya', due_date: by(1) })
      await work.done('ana', 'bank_reconcile', { answers: { bank_difference: 312.4 } })
      await work.done('hanna', 'payables_reconcile', { answers: { payables_difference: 0 } })
      await work.says('ana', 'Three items are unmatched. {maya}, please confirm how we treat them.')
    },
  },
]
