import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  untitled: 'Untitled Form',
  uploadHelp: 'Upload files (Max: 5MB)',
})

export const texts = catalogue({
  intake: {
    name: 'Client intake',
    note: 'Company, services, documents, and a contact, on three pages.',
    company: 'Your company',
    legalName: 'Legal name',
    services: 'Services',
    offered: ['Bookkeeping', 'Payroll', 'Financial statements', 'Tax advice'],
    documents: 'Documents',
    certificate: 'Certificate of incorporation',
    contact: 'Contact',
    yourName: 'Your name',
    email: 'Email',
  },
  request: {
    name: 'Internal request',
    note: 'What you need, by when, and why, with an optional file.',
    need: 'What you need',
    by: 'Needed by',
    attachment: 'Attachment',
    why: 'Why you need it',
  },
  feedback: {
    name: 'Feedback',
    note: 'Two questions and room to write.',
    how: 'How was it?',
    grades: ['Great', 'Good', 'Fair', 'Poor'],
    change: 'What should we change?',
    email: 'Email',
  },
})
