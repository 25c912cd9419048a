import { catalogue } from '../../../ui/catalogue.ts'

/** What an approval came to, and what people ask for who send work back. */
export const outcomeLabels = catalogue({ approved: 'Approved', rejected: 'Rejected', changes: 'Changes requested' })
