import { by, type Case, day, type Tale } from './casework.ts'
import type { Cast } from './cast.ts'

type Size = 'small' | 'medium' | 'large'

const start = (name: string, size: Size, manager: string) => async (cast: Cast) => ({
  metadata: { customer: name },
  answers: {
    client_name: name,
    contact_email: `finance@${name.split(' ', 1)[0]?.toLowerCase()}.example`,
    client_size: size,
    account_manager: await cast.member(manager),
  },
})

const details = (work: Case, who: string, goals: string) =>
  work.done(who, 'details', {
    answers: {
      legal_name: work.title,
      billing_address: 'Maasboulevard 100, 3063 NS Rotterdam',
      first_month_goals: goals,
    },
    files: { registration_papers: `Registration ${work.title}.pdf` },
  })
const contract = (work: Case, who: string, fee: number) =>
  work.done(who, 'contract_draft', {
    answers: { monthly_fee: fee },
    files: { contract_file: `Engagement letter ${work.title}.pdf` },
  })
async function contractAgreed(work: Case, who: string, fee: number) {
  await contract(work, who, fee)
  await work.decide('lena', 'contract_review', 'approve')
  await work.decide('helena', 'contract_review', 'approve', 'Good terms.')
}
const workspace = (work: Case) =>
  work.done('wei', 'workspace', { answers: { workspace_link: 'https://files.harborvale.example/clients' } })
const signed = (work: Case, who: string) =>
  work.done(who, 'contract_signed', {
    answers: { starts_on: day(2) },
    files: { signed_contract: `Engagement letter ${work.title} (signed).pdf` },
  })
const checked = (work: Case, who: string) => work.done(who, 'risk_note', { answers: { standard_check_done: true } })

async function upToKickOff(work: Case, who: string) {
  await details(work, who, 'Books taken over from the former accountant.')
  await Promise.all([
    checked(work, who),
    workspace(work),
    contractAgreed(work, 'priya', 2400).then(() => signed(work, who)),
  ])
}

export const CLIENT_TALES: Tale[] = [
  {
    who: 'priya',
    title: 'Larkfield Group',
    start: start('Larkfield Group', 'medium', 'elena'),
    async goes(work) {
      await upToKickOff(work, 'elena')
      await work.done('elena', 'kick_off', { answers: { kick_off_notes: 'All on board.', first_review_on: day(30) } })
      await work.done('elena', 'follow_up', { answers: { satisfaction: 9, feedback: 'Quick and clear.' } })
      await work.ended()
    },
  },
  {
    who: 'priya',
    title: 'Meridian Foods Ltd',
    start: start('Meridian Foods Ltd', 'large', 'maya'),
    async goes(work) {
      await details(work, 'maya', 'Close October, then move payroll.')
      await Promise.all([
        workspace(work),
        contractAgreed(work, 'priya', 6800),
        work.done('ines', 'risk_check', {
          answers: { credit_rating: 'fair', risk_findings: 'Two late filings in 2024.' },
        }),
      ])
      await work.decide('tomas', 'risk_approval', 'approve', 'Acceptable with a deposit.')
      const step = 'contract_signed'
      await work.change('priya', step, { due_date: by(-5), priority: 'urgent' })
      await work.attach('priya', step, 'Fee schedule 2026-27.pdf')
      await work.says('priya', 'They signed on Monday. {maya}, please check the fees against the quote.', step)
      await work.says('maya', 'The fee schedule is a page short. Asking {elena} for the missing one.', step)
      await work.says('elena', 'Sent to you this morning.', step)
      await work.says('helena', 'Meridian is the client of the quarter: {maya} and {priya}, keep me posted.')
    },
  },
  {
    who: 'priya',
    title: 'Juniper Clinics',
    start: start('Juniper Clinics', 'medium', 'maya'),
    async goes(work) {
      await upToKickOff(work, 'maya')
      await work.change('priya', 'kick_off', { due_date: by(0) })
      await work.says('noor', 'Their finance lead is free after two. {maya}, the slot is yours.', 'kick_off')
    },
  },
  {
    who: 'priya',
    title: 'Osprey Energy',
    start: start('Osprey Energy', 'small', 'elena'),
    async goes(work) {
      await details(work, 'elena', 'A first set of accounts by the end of the year.')
      await work.draft('priya', 'contract_draft', { monthly_fee: 950 })
      await work.change('priya', 'workspace', { due_date: by(1) })
    },
  },
  {
    who: 'priya',
    title: 'Castell Holdings BV',
    start: start('Castell Holdings BV', 'large', 'elena'),
    async goes(work) {
      await details(work, 'elena', 'Group structure first, then the consolidation.')
      await contract(work, 'priya', 9200)
      await work.decide('lena', 'contract_review', 'approve', 'Fees as agreed.')
      await work.claim('ines', 'risk_check')
      await work.draft('ines', 'risk_check', { risk_findings: 'Two of three owners have sent their papers.' })
      await work.asks('ines', 'risk_check', 'maya', 'Who is the third owner of Castell Holdings?', true)
    },
  },
  {
    who: 'priya',
    title: 'Fjordline Seafood',
    start: start('Fjordline Seafood', 'small', 'maya'),
    goes: (work) => work.change('priya', 'details', { due_date: by(3) }),
  },
  {
    who: 'elena',
    title: 'Tessera Cloud',
    start: start('Tessera Cloud', 'medium', 'elena'),
    async goes(work) {
      await details(work, 'elena', 'Move away from spreadsheets.')
      await work.task('contract_draft')
      await work.cancel('priya', 'The client went with another firm.')
    },
  },
  {
    who: 'noor',
    title: 'Fjordline (entered twice)',
    start: start('Fjordline Seafood', 'small', 'noor'),
    async goes(work) {
      await work.task('details')
      await work.trash('noor')
    },
  },
]

const filed = (work: Case, who: string, company: string) =>
  work.done(who, 'prepare', { answers: { company, year: Number(day(0).slice(0, 4)) - 1 } })

export const FILING_TALES: Tale[] = [
  {
    who: 'theo',
    title: 'Larkfield Group annual accounts',
    start: { metadata: { customer: 'Larkfield Group' } },
    async goes(work) {
      await filed(work, 'theo', 'Larkfield Group')
      await work.override('theo', 'send', 'Filed at the counter, number 88214.', { status: 200 })
      await work.done('ana', 'receipt', { answers: { receipt_note: 'Stamped copy in the file.' } })
      await work.ended()
    },
  },
  {
    who: 'maya',
    title: 'Juniper Clinics annual accounts',
    start: { metadata: { customer: 'Juniper Clinics', priority: 'high' }, due_date: by(4) },
    async goes(work) {
      await filed(work, 'maya', 'Juniper Clinics')
      await work.failed('send')
      await work.says('theo', 'The registry does not take it. {maya}, shall we file by post?', 'send')
    },
  },
]
