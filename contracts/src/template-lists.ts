/** Apart from the calls, so that an address can be read without the shapes of documents. */
export const TEMPLATE_CATEGORIES = [
  'customer-support',
  'finance',
  'marketing',
  'development',
  'hr',
  'documentation',
] as const

export const TEMPLATE_SORTS = ['popular', 'name', 'complexity'] as const
