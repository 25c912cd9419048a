import type { DocumentCategory } from '@throughline/contracts/documents'

export interface Paper {
  who: string
  name: string
  /** The title of an instance, else a workflow; neither: it belongs to the workspace. */
  of?: string
  workflow?: 'clients' | 'contracts' | 'close' | 'offboarding'
  client?: string
  category?: DocumentCategory
  description?: string
  lines: readonly string[]
  /** Further versions, each by somebody. */
  later?: readonly { who: string; lines: readonly string[] }[]
  /** What somebody decided about which of its versions. */
  decided?: { who: string; version: number; decision: 'approve' | 'reject'; comment: string }
  /** Somebody threw it away. */
  trashed?: string
}

/** From the oldest to the newest. */
export const PAPERS: readonly Paper[] = [
  {
    who: 'helena',
    name: 'Terms of engagement 2026.pdf',
    category: 'contract',
    description: 'What every client signs. The fee schedule is agreed with each of them.',
    lines: ['1. Scope of the work', '2. Fees and expenses', '3. Confidentiality', '4. Ending the engagement'],
  },
  {
    who: 'elena',
    name: 'Client handbook.docx',
    workflow: 'clients',
    category: 'other',
    lines: ['How we take on a client', 'Collect the papers before the first call.', 'Agree the fees in writing.'],
  },
  {
    who: 'wei',
    name: 'Archive plan.txt',
    category: 'other',
    lines: ['Seven years for everything about tax.', 'Ten for contracts.', 'Ask Jonas before anything is destroyed.'],
  },
  {
    who: 'yara',
    name: 'Contract template (old).docx',
    workflow: 'contracts',
    lines: ['Replaced in September.'],
    trashed: 'yara',
  },
  {
    who: 'rafael',
    name: 'Wijnhaven floor plan.png',
    of: 'Office lease Wijnhaven',
    category: 'image',
    lines: ['Third floor', '412 square metres', 'Two meeting rooms'],
  },
  {
    who: 'maya',
    name: 'SOC 2 access log Q3.csv',
    category: 'report',
    client: 'Internal',
    lines: [
      'day;person;system;act',
      '2026-07-02;wei;files;grant',
      '2026-08-14;maya;files;revoke',
      '2026-09-30;wei;mail;grant',
    ],
  },
  {
    who: 'ana',
    name: 'PO-7741 Brightline.pdf',
    of: 'Brightline Freight, customs',
    category: 'invoice',
    lines: ['Purchase order 7741', 'Customs clearance, October', 'EUR 13 400'],
    decided: { who: 'theo', version: 1, decision: 'approve', comment: 'As ordered.' },
  },
  {
    who: 'ana',
    name: 'Site visit receipts.pdf',
    category: 'invoice',
    client: 'Internal',
    lines: ['Train Rotterdam - Antwerp, EUR 48', 'Lunch, EUR 31', 'Parking, EUR 12'],
  },
  {
    who: 'wei',
    name: 'Exit checklist D. Marsh.docx',
    workflow: 'offboarding',
    client: 'Internal',
    category: 'form',
    lines: ['Laptop returned', 'Keys returned', 'Mail forwarded for 30 days'],
  },
  {
    who: 'rafael',
    name: 'Data-processing addendum Tessera Cloud.pdf',
    of: 'Tessera Cloud DPA',
    category: 'contract',
    lines: ['Annex to the master agreement', 'Sub-processors: two', 'Notice: 14 days'],
    later: [{ who: 'rafael', lines: ['Annex to the master agreement', 'Sub-processors: two', 'Notice: 30 days'] }],
  },
  {
    who: 'elena',
    name: 'Kickoff deck Juniper Clinics.pptx',
    of: 'Juniper Clinics',
    category: 'report',
    lines: ['Where we start', 'The first ninety days'],
  },
  {
    who: 'priya',
    name: 'Fee schedule 2026-27.xlsx',
    of: 'Meridian Foods Ltd',
    category: 'contract',
    description: 'Appendix B of the engagement letter.',
    lines: ['Service;Hours;Rate;Month', 'Bookkeeping;24;78;1872', 'Payroll;9;84;756', 'Advice;12;145;1740'],
    decided: { who: 'maya', version: 1, decision: 'approve', comment: 'Matches the quote.' },
  },
  {
    who: 'ines',
    name: 'Passport L. Castell.jpg',
    of: 'Castell Holdings BV',
    category: 'image',
    lines: ['Lucia Castell', 'Expires 2024-03-11'],
    decided: { who: 'maya', version: 1, decision: 'reject', comment: 'Expired. Ask for the new one.' },
  },
  {
    who: 'ines',
    name: 'Passport A. Castell.jpg',
    of: 'Castell Holdings BV',
    category: 'image',
    lines: ['Andres Castell', 'Expires 2031-08-02'],
    decided: { who: 'maya', version: 1, decision: 'approve', comment: 'Good.' },
  },
  {
    who: 'theo',
    name: 'October bank reconciliation.xlsx',
    workflow: 'close',
    client: 'Internal',
    category: 'report',
    lines: [
      'Account;Books;Bank;Difference',
      'Main;48210.55;48210.55;0',
      'Payroll;9120;9120;0',
      'Deposit;15000;14940;60',
    ],
    later: [
      {
        who: 'hanna',
        lines: [
          'Account;Books;Bank;Difference',
          'Main;48210.55;48210.55;0',
          'Payroll;9120;9120;0',
          'Deposit;14940;14940;0',
        ],
      },
    ],
  },
  {
    who: 'yara',
    name: 'Halden Robotics MSA redline.docx',
    of: 'Halden Robotics MSA',
    category: 'contract',
    description: 'Clause 9.2 is ours, the rest is theirs.',
    lines: ['Master services agreement', '9.1 Liability is limited.', '9.2 The cap is 12 months of fees.'],
    later: [
      {
        who: 'jonas',
        lines: ['Master services agreement', '9.1 Liability is limited.', '9.2 The cap is 24 months of fees.'],
      },
      {
        who: 'yara',
        lines: ['Master services agreement', '9.1 Liability is limited.', '9.2 The cap is 18 months of fees.'],
      },
    ],
  },
  {
    who: 'ana',
    name: 'INV-20391 Brightline Freight.pdf',
    of: 'Brightline Freight, customs',
    category: 'invoice',
    lines: ['Invoice 20391', 'Freight and customs, October', 'EUR 14 820'],
  },
  {
    who: 'priya',
    name: 'Engagement letter Meridian Foods.pdf',
    of: 'Meridian Foods Ltd',
    category: 'contract',
    description:
      'Signed by the client on Monday. Fee schedule is appendix B; check it against the quote before countersigning.',
    lines: ['Dear Ms Okafor,', 'We engage Harbor & Vale for bookkeeping and payroll.', 'Monthly fee: EUR 6 500'],
    later: [
      {
        who: 'priya',
        lines: ['Dear Ms Okafor,', 'We engage Harbor & Vale for bookkeeping and payroll.', 'Monthly fee: EUR 6 800'],
      },
      {
        who: 'priya',
        lines: [
          'Dear Ms Okafor,',
          'We engage Harbor & Vale for bookkeeping, payroll and advice.',
          'Monthly fee: EUR 6 800',
          'Signed: H. Brandt, Meridian Foods Ltd',
        ],
      },
    ],
    decided: { who: 'maya', version: 2, decision: 'approve', comment: 'Fees as agreed.' },
  },
]
