import type { Field } from '@throughline/contracts/workflow-document'

/** What a request is usually about: its name, its prefix, and what has to be known about it. */
export interface Topic {
  words: RegExp
  name: string
  prefix: string
  fields: readonly Field[]
  /** Whom it is about: somebody else than whoever starts it. */
  about?: RegExp
}

const field = (type: Field['type'], name: string, label: string, extra: Partial<Field> = {}): Field => ({
  name,
  type,
  label,
  required: true,
  ...extra,
})
const money = (name: string, label: string) => field('currency', name, label, { min: 0 })

const TOPICS: readonly Topic[] = [
  {
    words: /\b(invoices?|bills?)\b/i,
    name: 'Invoice approval',
    prefix: 'INV',
    fields: [
      field('text', 'vendor', 'Vendor'),
      money('amount', 'Amount'),
      field('file', 'scan', 'Scan of the invoice'),
    ],
  },
  {
    words: /\b(expenses?|receipts?|reimburse\w*)\b/i,
    name: 'Expense claim',
    prefix: 'EXP',
    fields: [field('text', 'what_for', 'What for'), money('amount', 'Amount'), field('file', 'receipt', 'Receipt')],
  },
  {
    words: /\b(purchas\w*|buy\w*|procure\w*|orders?)\b/i,
    name: 'Purchase request',
    prefix: 'PUR',
    fields: [field('text', 'item', 'Item'), money('amount', 'Amount')],
  },
  {
    words: /\b(leave|vacations?|holidays?|time off|days off|absence)\b/i,
    name: 'Leave request',
    prefix: 'LVE',
    fields: [
      field('date', 'from', 'From', { variable: 'from_day' }),
      field('date', 'to', 'To', { variable: 'to_day' }),
    ],
  },
  {
    words: /\b(travel\w*|trips?|business trip|flights?)\b/i,
    name: 'Travel request',
    prefix: 'TRV',
    fields: [
      field('text', 'destination', 'Destination'),
      field('date', 'departure', 'Departure'),
      field('date', 'return_date', 'Return'),
      money('amount', 'Estimated cost'),
    ],
  },
  {
    words: /\b(offboard\w*|leaver|leaves the (company|firm)|last day|resign\w*)\b/i,
    name: 'Employee offboarding',
    about: /\b(?:new )?(employees?|hires?|starters?|joiners?|colleagues?|leavers?)\b/i,
    prefix: 'OFF',
    fields: [field('text', 'employee', 'Employee'), field('date', 'last_day', 'Last day')],
  },
  {
    words: /\b(onboard\w*|new (hire|starter|joiner|employee|colleague)s?|first day)\b/i,
    name: 'Employee onboarding',
    about: /\b(?:new )?(employees?|hires?|starters?|joiners?|colleagues?|leavers?)\b/i,
    prefix: 'ONB',
    fields: [
      field('text', 'employee', 'Employee'),
      field('text', 'position', 'Position'),
      field('date', 'first_day', 'First day'),
    ],
  },
  {
    words: /\b(contracts?|agreements?|nda)\b/i,
    name: 'Contract review',
    prefix: 'CTR',
    fields: [field('text', 'party', 'Other party'), money('amount', 'Value'), field('file', 'contract', 'Contract')],
  },
  {
    words: /\b(clients?|customers?|engagements?)\b.*\b(onboard\w*|intake|accept\w*|new)\b|\bnew (client|customer)s?\b/i,
    name: 'Client onboarding',
    prefix: 'CLI',
    fields: [field('text', 'client', 'Client'), field('email', 'client_email', 'Email of the client')],
  },
  {
    words: /\b(patients?)\b/i,
    name: 'Patient intake',
    prefix: 'PAT',
    fields: [
      field('text', 'patient', 'Patient'),
      field('date', 'date_of_birth', 'Date of birth'),
      field('phone', 'phone', 'Phone'),
    ],
  },
  {
    words: /\b(incidents?|accidents?|outages?|breach\w*|bugs?|faults?|defects?)\b/i,
    name: 'Incident report',
    prefix: 'INC',
    fields: [field('textarea', 'what_happened', 'What happened'), field('date', 'happened_on', 'When')],
  },
  {
    words: /\b(complaints?|tickets?|refunds?)\b/i,
    name: 'Complaint',
    prefix: 'CPL',
    fields: [field('text', 'customer', 'Customer'), field('textarea', 'what_happened', 'What happened')],
  },
  {
    words: /\b(articles?|blog|posts?|press release|newsletter|content|campaign)\b/i,
    name: 'Content approval',
    prefix: 'CNT',
    fields: [field('text', 'title', 'Title'), field('file', 'draft', 'Draft')],
  },
  {
    words: /\b(candidates?|applications?|vacanc\w+|hiring|recruit\w*|interviews?)\b/i,
    name: 'Hiring',
    prefix: 'HIR',
    fields: [field('text', 'candidate', 'Candidate'), field('file', 'cv', 'Curriculum vitae')],
  },
  {
    words: /\b(access|accounts?|permissions?)\b/i,
    name: 'Access request',
    prefix: 'ACC',
    fields: [field('text', 'system', 'System'), field('textarea', 'reason', 'Reason')],
  },
  {
    words: /\b(budgets?|investments?)\b/i,
    name: 'Budget request',
    prefix: 'BUD',
    fields: [field('text', 'purpose', 'Purpose'), money('amount', 'Amount')],
  },
  {
    words: /\b(documents?|reports?(?! (?:an?|the|it)\b)|files?|policy|policies)\b/i,
    name: 'Document review',
    prefix: 'DOC',
    fields: [field('text', 'title', 'Title'), field('file', 'document', 'Document')],
  },
]

export const ANYTHING: readonly Field[] = [field('text', 'title', 'Title'), field('textarea', 'details', 'Details')]

/** The topic that is spoken of first. */
export function topicOf(text: string): Topic | undefined {
  let first: { topic: Topic; at: number } | undefined
  for (const topic of TOPICS) {
    const at = text.search(topic.words)
    if (at !== -1 && (!first || at < first.at)) first = { topic, at }
  }
  return first?.topic
}
