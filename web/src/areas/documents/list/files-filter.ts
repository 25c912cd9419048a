import type { DocumentFilter, DocumentNarrowing } from '../documents.api.ts'
import type { FilesSearch, FilesView } from './files-search.ts'

const FILTERS = ['status', 'type', 'assignee', 'dates', 'category', 'client', 'q'] as const
export const CLEARED = {
  status: undefined,
  type: undefined,
  assignee: undefined,
  dates: undefined,
  category: undefined,
  client: undefined,
  q: undefined,
}

/** How many filters are set: what the badge says. */
export const filtersIn = (search: FilesSearch): number => FILTERS.filter((name) => search[name] !== undefined).length

export const narrowingOf = (search: FilesSearch): DocumentNarrowing => ({
  view: search.shelf,
  workflow: search.workflow,
  status: search.status,
  type: search.type,
  assignee: search.assignee,
  date_range: search.dates,
  category: search.category,
  client_id: search.client,
  search: search.q,
})

/** The trash is in the order in which things came into it, the timeline in that of their arrival. */
export function listFilterOf(search: FilesSearch, view: FilesView): DocumentFilter {
  const narrowing = narrowingOf(search)
  if (search.trash) return { ...narrowing, trash: true }
  if (view === 'timeline') return { ...narrowing, sort: 'created' }
  return { ...narrowing, sort: search.sort ?? 'updated', order: search.order }
}

/** Names from A, moments from the newest. */
export const orderOf = ({ sort = 'updated', order }: FilesSearch): 'asc' | 'desc' =>
  order ?? (sort === 'updated' ? 'desc' : 'asc')
