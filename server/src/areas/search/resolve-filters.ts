import { DOCUMENT_CATEGORIES, DocumentFamily } from '@throughline/contracts/documents'
import {
  dayRangeOf,
  IS_VALUES,
  type IsValue,
  type SearchFilter,
  type SearchQuery,
} from '@throughline/contracts/search-query'
import { sql } from 'kysely'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { dayIn, endOfDay, isClientVisible } from '../instances/instances.public.ts'
import type { Visibility } from '../workflows/workflows.public.ts'
import type { Filters, Moments } from './filters.ts'
import type { Kind } from './kinds/kind.ts'

/** So many people, workflows or clients are meant by one word at most. */
const MAX_MEANT = 50
const LAST = '\u{10FFFF}'

type Ids = Promise<string[]>

/** By username, or by the beginning of a name. */
async function peopleNamed({ db, tenantId }: ReadTx, viewer: Viewer, value: string): Ids {
  if (value.toLowerCase() === 'me') return [viewer.memberId]
  if (!may(viewer, 'members.read')) return []
  const { rows } = await sql<{ id: string }>`select id from members where tenant_id = ${tenantId}
    and (username_key = app.fold(${value}) or email_key = app.fold(${value})
      or (name_key >= app.fold(${value}) and name_key < app.fold(${value}) || ${LAST})
      or position(' ' || app.fold(${value}) in name_key) > 0)
    limit ${sql.lit(MAX_MEANT)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** By the prefix of its instances, or by any beginning of a word of its name; hidden ones are not there. */
async function workflowsNamed({ db, tenantId }: ReadTx, visible: Visibility, value: string): Ids {
  const { rows } = await sql<{ id: string }>`select w.id from workflows w where w.tenant_id = ${tenantId}
    and w.deleted_at is null and ${visible.ofWorkflow('w.id')}
    and (w.prefix_key = app.fold(${value}) or position(' ' || app.fold(${value}) in ' ' || w.name_key) > 0)
    limit ${sql.lit(MAX_MEANT)}`.execute(db)
  return rows.map(({ id }) => id)
}

async function clientsNamed({ db, tenantId }: ReadTx, visible: Visibility, value: string): Ids {
  const { rows } = await sql<{ id: string }>`select c.id from (select id, name, name_key from clients
      where tenant_id = ${tenantId} and name_key >= app.fold(${value}) and name_key < app.fold(${value}) || ${LAST}
      order by name_key limit ${sql.lit(MAX_MEANT)}) c where ${isClientVisible(visible, tenantId)}`.execute(db)
  return rows.map(({ id }) => id)
}

const isValue = (value: string): value is IsValue => IS_VALUES.some((one) => one === value)
const MEDIA: Readonly<Record<string, string>> = { pdf: 'application/pdf' }

function typed(value: string, kinds: readonly Kind[]): Partial<Filters> | undefined {
  const named = kinds.filter(({ types }) => types.includes(value)).map(({ name }) => name)
  if (named.length > 0) return { kinds: named }
  const files = kinds.filter(({ group }) => group === 'files').map(({ name }) => name)
  const media = Object.hasOwn(MEDIA, value) ? MEDIA[value] : undefined
  if (media) return { kinds: files, file: { media } }
  if (DocumentFamily.options.some((family) => family === value)) return { kinds: files, file: { family: value } }
  if (DOCUMENT_CATEGORIES.some((category) => category === value)) return { kinds: files, file: { category: value } }
  return undefined
}

/** Days as moments in the workspace's zone. */
function moments(value: string, zone: string): Required<Moments> | undefined {
  const days = dayRangeOf(value, dayIn(zone, new Date()))
  if (!days) return undefined
  const dayBefore = new Date(Date.parse(`${days.from}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  return { from: endOfDay(dayBefore, zone), before: endOfDay(days.to, zone) }
}

interface Resolving {
  tx: ReadTx
  viewer: Viewer
  visible: Visibility
  kinds: readonly Kind[]
}

/** What one filter adds; undefined where its value means nothing here. */
function meaningOf(
  { tx, viewer, visible, kinds }: Resolving,
  { key, value }: SearchFilter,
  known: Filters,
): Promise<Partial<Filters> | undefined> | Partial<Filters> | undefined {
  const zone = viewer.user.time_zone
  const named = async (name: 'from' | 'in' | 'client', found: Ids) => {
    const ids = await found
    // Two of them mean either.
    return ids.length > 0 ? { [name]: [...(known[name] ?? []), ...ids] } : undefined
  }
  const lower = value.toLowerCase()
  const range = moments(value, zone)
  switch (key) {
    case 'is':
      return isValue(lower) ? { is: [...known.is, lower] } : undefined
    case 'from':
      return named('from', peopleNamed(tx, viewer, value))
    case 'in':
      return named('in', workflowsNamed(tx, visible, value))
    case 'client':
      return named('client', clientsNamed(tx, visible, value))
    case 'type':
      return typed(lower, kinds)
    case 'before':
      return range && { updated: { ...known.updated, before: range.from } }
    case 'after':
      return range && { updated: { ...known.updated, from: range.before } }
    case 'due':
    default:
      return lower === 'none' || lower === 'overdue' ? { due: lower } : range && { due: range }
  }
}

/** What the typed filters mean, and those that mean nothing here, as they were typed. */
export async function resolveFilters(resolving: Resolving, { filters }: SearchQuery, typedText: string) {
  let meant: Filters = { is: [] }
  const ignored: string[] = []
  for (const filter of filters) {
    const meaning = await meaningOf(resolving, filter, meant)
    if (meaning) meant = { ...meant, ...meaning }
    else ignored.push(typedText.slice(filter.start, filter.end))
  }
  return { filters: meant, ignored }
}
