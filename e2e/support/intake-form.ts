import type { FormElement } from '@throughline/contracts/form-content'

/** Three pages, a question that appears and files. */
export const INTAKE: FormElement[] = [
  { id: 'h-1', type: 'mainHeading', content: 'New client intake' },
  { id: 'txt-1', type: 'textbox', label: 'Legal name', required: true },
  { id: 'num-1', type: 'number', label: 'People on payroll', min: 1, helpText: 'As of today, across all sites' },
  { id: 'pg-1', type: 'page', title: 'What you need' },
  { id: 'chk-1', type: 'checkbox', label: 'Services', required: true, options: ['Bookkeeping', 'Payroll'] },
  {
    id: 'rad-1',
    type: 'radio',
    label: 'How often do you pay wages?',
    required: true,
    options: ['Weekly', 'Monthly'],
    show_if: '"Payroll" in vars.chk_1',
  },
  { id: 'pg-2', type: 'page', title: 'Documents and contact' },
  { id: 'att-1', type: 'attachment', label: 'Certificate', multiple: true, maxFileSize: 20, required: true },
  { id: 'eml-1', type: 'email', label: 'Email', required: true },
]

/** Without the header of the others: the store refuses what asks before it sends one. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, extraHTTPHeaders: {} }
