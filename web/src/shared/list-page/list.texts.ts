import { catalogue } from '../../ui/catalogue.ts'

/** What every list says in the same words. */
export const texts = catalogue({
  next: 'Next row',
  previous: 'Previous row',
  select: 'Select row',
  clearSelection: 'Clear selection',
  loadingMore: 'Loading more...',
  moreFailed: 'More rows couldn’t be loaded',
  retry: 'Retry',
  notRefreshed: 'The list couldn’t be refreshed',
  fresh: (count: number) => `${count} new`,
})
