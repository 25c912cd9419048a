import { catalogue } from '../../ui/catalogue.ts'

/** What every list says in the same words. */
export const texts = catalogue({
  next: 'Next row',
  previous: 'Previous row',
  select: 'Select row',
  clearSelection: 'Clear selection',
  loadingMore: 'Loading more...',
  moreFailed: 'More rows could not be loaded',
  retry: 'Retry',
  notRefreshed: 'The list could not be refreshed',
  fresh: (count: number) => `${count} new`,
})
