import type {
  DocumentCategory,
  DocumentDates,
  DocumentFamily,
  DocumentSort,
  DocumentStatus,
  DocumentView,
} from '@throughline/contracts/documents'
import type { ClientId, DocumentId, InstanceId, WorkflowId } from '@throughline/contracts/ids'
import { isId, isOne, trimmedTextOf } from '../../../shared/address-params.ts'

export const VIEWS = ['list', 'timeline', 'status', 'map'] as const
export type FilesView = (typeof VIEWS)[number]

export const SHELVES = ['recent', 'mine', 'active', 'completed'] as const satisfies readonly DocumentView[]
export const STATUSES = [
  'draft',
  'in_progress',
  'review',
  'approved',
  'completed',
  'rejected',
] as const satisfies readonly DocumentStatus[]
export const FAMILIES = ['document', 'image', 'spreadsheet', 'other'] as const satisfies readonly DocumentFamily[]
export const DATES = ['today', '7days', '30days'] as const satisfies readonly DocumentDates[]
export const CATEGORIES = [
  'contract',
  'invoice',
  'report',
  'form',
  'image',
  'other',
] as const satisfies readonly DocumentCategory[]
const SORTS = ['updated', 'name', 'client', 'entity'] as const satisfies readonly DocumentSort[]
export type FilesSort = (typeof SORTS)[number]
const ORDERS = ['asc', 'desc'] as const

export type FilesSearch = {
  view?: FilesView | undefined
  /** Which of the views of the sidebar. */
  shelf?: DocumentView | undefined
  workflow?: WorkflowId | undefined
  /** Of the process map: one instance only. */
  instance?: InstanceId | undefined
  trash?: true | undefined
  status?: DocumentStatus | undefined
  type?: DocumentFamily | undefined
  assignee?: string | undefined
  dates?: DocumentDates | undefined
  category?: DocumentCategory | undefined
  client?: ClientId | undefined
  q?: string | undefined
  sort?: FilesSort | undefined
  order?: 'asc' | 'desc' | undefined
  /** The one that stands open beside the list. */
  file?: DocumentId | undefined
  /** The one that is looked at. */
  preview?: DocumentId | undefined
  upload?: true | undefined
}

const id = <I extends string>(value: unknown) => (isId<I>(value) ? value : undefined)
const one = <T extends string>(values: readonly T[], value: unknown) => (isOne(values, value) ? value : undefined)
const word = (value: unknown) => trimmedTextOf(value) || undefined
const flag = (value: unknown) => (value === true || value === 'true' ? (true as const) : undefined)

/** What the address says; anything else, and what goes without saying, is left out. */
export function filesSearch(search: Record<string, unknown>): FilesSearch {
  return {
    view: one(VIEWS, search['view']),
    shelf: one(SHELVES, search['shelf']),
    workflow: id<WorkflowId>(search['workflow']),
    instance: id<InstanceId>(search['instance']),
    trash: flag(search['trash']),
    status: one(STATUSES, search['status']),
    type: one(FAMILIES, search['type']),
    assignee: word(search['assignee']),
    dates: one(DATES, search['dates']),
    category: one(CATEGORIES, search['category']),
    client: id<ClientId>(search['client']),
    q: word(search['q']),
    sort: one(SORTS, search['sort']),
    order: one(ORDERS, search['order']),
    file: id<DocumentId>(search['file']),
    preview: id<DocumentId>(search['preview']),
    upload: flag(search['upload']),
  }
}
