import { by, type Case, day, type Tale } from './casework.ts'

interface Contract {
  who: string
  party: string
  kind: 'customer' | 'supplier' | 'confidentiality' | 'other'
  value: number
  ends: number
  data?: boolean
  owner: string
}

async function handIn(work: Case, { who, party, kind, value, ends, data = false, owner }: Contract) {
  await work.done(who, 'request', {
    answers: {
      title: work.title,
      counterparty: party,
      contract_kind: kind,
      contract_value: value,
      contract_starts: day(10),
      contract_ends: day(ends),
      personal_data: data,
      owner: await work.member(owner),
    },
    files: { draft: `${work.title} draft.pdf` },
  })
}
const reviewed = (work: Case, remarks: string, risk = 'low') =>
  work.done('jonas', 'legal', { answers: { legal_remarks: remarks, legal_risk: risk } })

export const CONTRACT_TALES: Tale[] = [
  {
    who: 'rafael',
    title: 'Office lease Wijnhaven',
    start: { metadata: { customer: 'Havenbedrijf Vastgoed' } },
    async goes(work) {
      const owner = 'rafael'
      await handIn(work, {
        who: owner,
        party: 'Havenbedrijf Vastgoed',
        kind: 'other',
        value: 38_000,
        ends: 1095,
        owner,
      })
      await Promise.all([
        reviewed(work, 'As the last one, indexed.').then(() => work.decide('lena', 'legal_ok', 'approve')),
        work.done('theo', 'finance_note', { answers: { in_budget: true } }),
        work.done(owner, 'privacy_none', { answers: { no_data_confirmed: true } }),
      ])
      await work.done(owner, 'final', { files: { final_version: 'Office lease Wijnhaven final.pdf' } })
      await work.done(owner, 'sign', {
        answers: { signed_on: day(0) },
        files: { signed_copy: 'Office lease Wijnhaven signed.pdf' },
      })
    },
  },
  {
    who: 'yara',
    title: 'Halden Robotics MSA',
    start: { metadata: { customer: 'Halden Robotics', priority: 'high' }, due_date: by(8) },
    async goes(work) {
      const terms = { party: 'Halden Robotics', kind: 'customer', value: 120_000, ends: 730, data: true } as const
      await handIn(work, { who: 'yara', owner: 'yara', ...terms })
      await work.decide('tomas', 'finance_review', 'approve', 'Worth it.')
      await work.claim('maya', 'legal')
      await work.change('jonas', 'legal', { due_date: by(0), priority: 'high' })
      await work.draft('maya', 'legal', { legal_remarks: 'Clause 9.2: a cap at 18 months of fees, with carve-outs.' })
      await work.says('jonas', 'They ask for 12 months, we want 24. {maya}, could 18 do?', 'legal')
      await work.says('maya', 'With carve-outs for confidentiality, yes. {yara} drafts them.', 'legal')
      await work.says('yara', 'Drafted, see the second page.', 'legal')
    },
  },
  {
    who: 'rafael',
    title: 'Tessera Cloud DPA',
    start: { metadata: { customer: 'Tessera Cloud' } },
    async goes(work) {
      const terms = { party: 'Tessera Cloud', kind: 'supplier', value: 12_000, ends: 365 } as const
      await handIn(work, { who: 'rafael', owner: 'maya', ...terms })
      await reviewed(work, 'One deviation: 14 days of notice instead of 30.', 'medium')
      await work.change('rafael', 'privacy_none', { due_date: by(9) })
    },
  },
  {
    who: 'yara',
    title: 'Nordkraft AS non-disclosure',
    start: { metadata: { customer: 'Nordkraft AS' } },
    async goes(work) {
      const terms = { party: 'Nordkraft AS', kind: 'confidentiality', value: 0, ends: 400 } as const
      await handIn(work, { who: 'yara', owner: 'yara', ...terms })
      await reviewed(work, 'Fine but for the governing law.')
      await work.decide('lena', 'legal_ok', 'changes', 'Which law governs it? Norway or the Netherlands?')
    },
  },
]
