/** What other areas may use of this one. */

export { formsNamed } from './forms.queries.ts'
export { requireVisibleForm } from './opened.ts'
