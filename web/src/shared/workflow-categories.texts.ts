import { catalogue } from '../ui/catalogue.ts'

/** Of templates and of the calendar's types, together: what a workflow can be sorted under. */
const categories: Readonly<Record<string, string>> = catalogue({
  'customer-support': 'Customer support',
  finance: 'Financial Approvals',
  marketing: 'Marketing',
  development: 'Development',
  hr: 'Human resources',
  documentation: 'Documentation',
  onboarding: 'Customer Onboarding',
  invoice: 'Invoice Processing',
  contract: 'Contract Management',
  offboarding: 'Employee Offboarding',
  compliance: 'Compliance Reviews',
  product: 'Product Launches',
})

/** A category in words; one that somebody wrote is called as they wrote it. */
export const categoryName = (category: string): string =>
  (Object.hasOwn(categories, category) ? categories[category] : undefined) ?? category
