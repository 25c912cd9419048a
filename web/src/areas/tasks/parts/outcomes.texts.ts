import { catalogue } from '../../../ui/catalogue.ts'

/** What an approval came to, and what is asked for by whoever sends work back. */
export const outcomeLabels = catalogue({ approved: 'Approved', rejected: 'Rejected', changes: 'Changes requested' })
