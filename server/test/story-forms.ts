import type { FormContent, FormElement } from '@throughline/contracts/form-content'

export type StoryForm = Omit<FormContent, 'banner'>

const section = (id: string, title: string): FormElement => ({ id, type: 'page', title })

/** Three pages, of which the last asks for what the services need. */
const intake: StoryForm = {
  title: 'New client intake',
  description:
    'Tell us about your company. It takes about six minutes, and a partner answers within two business days.',
  elements: [
    section('page-1', 'Your company'),
    { id: 'txt-1', type: 'textbox', label: 'Company name', required: true, prefill: 'company' },
    { id: 'txt-2', type: 'textbox', label: 'Registration number', narrow: true, helpText: 'As in the trade register' },
    { id: 'dd-1', type: 'dropdown', label: 'Country', narrow: true, options: ['Germany', 'Netherlands', 'Other'] },
    { id: 'eml-1', type: 'email', label: 'Email', required: true, narrow: true },
    { id: 'tel-1', type: 'tel', label: 'Phone', narrow: true },
    section('page-2', 'What you need'),
    {
      id: 'chk-1',
      type: 'checkbox',
      label: 'Services',
      required: true,
      options: ['Bookkeeping', 'Payroll', 'Annual accounts', 'Tax advice'],
    },
    {
      id: 'num-1',
      type: 'number',
      label: 'People on payroll',
      required: true,
      min: 1,
      max: 5000,
      show_if: 'has(vars.chk_1) && "Payroll" in vars.chk_1',
    },
    { id: 'date-1', type: 'date', label: 'When should we start?' },
    { id: 'txa-1', type: 'textarea', label: 'Anything we should know', rows: 4 },
    section('page-3', 'Papers'),
    { id: 'lbl-1', type: 'label', content: 'We read these before the first call, so that it can be short.' },
    {
      id: 'att-1',
      type: 'attachment',
      label: 'Articles of association',
      helpText: 'Upload files (Max: 5MB)',
      acceptedFileTypes: '.pdf',
      maxFileSize: 5,
    },
    {
      id: 'att-2',
      type: 'attachment',
      label: 'Last annual accounts',
      multiple: true,
      maxFiles: 3,
      maxFileSize: 20,
      acceptedFileTypes: '.pdf,.xlsx',
    },
  ],
  settings: {
    submitButtonText: 'Send',
    thank_you: 'A partner reads your answers and calls you within two business days.',
    contact: 'welcome@harborvale.example',
  },
}

const expenses: StoryForm = {
  title: 'Expense claim',
  description: 'One claim for each receipt. Claims sent by Wednesday are paid on Friday.',
  elements: [
    { id: 'txt-1', type: 'textbox', label: 'What was it for?', required: true },
    { id: 'num-1', type: 'number', label: 'Amount in euros', required: true, min: 0.01, max: 20000, narrow: true },
    { id: 'date-1', type: 'date', label: 'Date of the receipt', required: true, narrow: true },
    { id: 'dd-1', type: 'dropdown', label: 'Kind', options: ['Travel', 'Meals', 'Equipment', 'Other'], required: true },
    {
      id: 'txt-2',
      type: 'textbox',
      label: 'Client or project',
      show_if: 'has(vars.dd_1) && vars.dd_1 == "Travel"',
      helpText: 'So that it can be invoiced',
    },
    {
      id: 'att-1',
      type: 'attachment',
      label: 'Receipt',
      required: true,
      acceptedFileTypes: '.pdf,image/*',
      maxFileSize: 10,
    },
  ],
  settings: { submitButtonText: 'Submit' },
}

const suppliers: StoryForm = {
  title: 'Supplier registration',
  description: 'For companies that work for Harbor & Vale. We check these details before the first order.',
  elements: [
    { id: 'h-1', type: 'mainHeading', content: 'Your company' },
    { id: 'txt-1', type: 'textbox', label: 'Legal name', required: true },
    { id: 'txt-2', type: 'textbox', label: 'VAT number', required: true, narrow: true },
    { id: 'url-1', type: 'url', label: 'Website', narrow: true },
    { id: 'h-2', type: 'sectionHeading', content: 'Payment' },
    { id: 'txt-3', type: 'textbox', label: 'IBAN', required: true, helpText: 'An account in the company’s own name' },
    { id: 'rad-1', type: 'radio', label: 'Payment terms', options: ['14 days', '30 days'], required: true },
    {
      id: 'chk-1',
      type: 'checkbox',
      label: 'We follow the Harbor & Vale code of conduct for suppliers',
      required: true,
    },
    { id: 'att-1', type: 'attachment', label: 'Certificate of insurance', acceptedFileTypes: '.pdf', maxFileSize: 5 },
  ],
  settings: { submitButtonText: 'Register', contact: 'suppliers@harborvale.example' },
}

const concern: StoryForm = {
  title: 'Report a concern',
  description: 'Read by Compliance alone. You may leave your name out.',
  elements: [
    { id: 'txa-1', type: 'textarea', label: 'What happened?', required: true, rows: 8 },
    { id: 'date-1', type: 'date', label: 'When?' },
    { id: 'chk-1', type: 'checkbox', label: 'You may contact me' },
    { id: 'eml-1', type: 'email', label: 'Email', required: true, show_if: 'has(vars.chk_1) && vars.chk_1 == true' },
  ],
  settings: { submitButtonText: 'Send' },
}

const survey: StoryForm = {
  title: 'Client survey 2026',
  description: 'Three questions about this year.',
  elements: [
    { id: 'rad-1', type: 'radio', label: 'Would you recommend us?', options: ['Yes', 'Perhaps', 'No'], required: true },
    { id: 'txa-1', type: 'textarea', label: 'What went well?', rows: 4 },
    { id: 'txa-2', type: 'textarea', label: 'What should we change?', rows: 4 },
  ],
  settings: { submitButtonText: 'Send', thank_you: 'We read every answer.' },
}

const contracts: StoryForm = {
  title: 'Contract review request',
  description: '',
  elements: [
    { id: 'txt-1', type: 'textbox', label: 'Other party', required: true },
    {
      id: 'att-1',
      type: 'attachment',
      label: 'Contract',
      required: true,
      acceptedFileTypes: '.pdf,.docx',
      maxFileSize: 20,
    },
  ],
  settings: { submitButtonText: 'Submit' },
}

export const STORY_FORMS = { intake, expenses, suppliers, concern, survey, contracts }
