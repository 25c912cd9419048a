import type { SearchQuery } from '@throughline/contracts/search-query'
import { sql } from 'kysely'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { keyOf } from './indexing/make-entries.ts'
import type { Kind, Look } from './kinds/kind.ts'
import { type QueryStems, queryText, wantedTerms } from './word-query.ts'

export interface Candidate {
  id: string
  /** 0: its number or whole name, 1: its name, 2: its text. */
  tier: number
  isOwn: boolean
  changedAt: number
}

/** What one kind has, in order, and whether there may be more that nobody looked at. */
export interface Candidates {
  kind: Kind
  list: readonly Candidate[]
  isCut: boolean
  /** Only the newest were looked at, since enough of them have the words. */
  isShallow?: boolean
}

interface Reach {
  /** How many of the newest of each kind are looked through. */
  newest: number
  /** With so many found among them the index is not asked. */
  enough: number
  /** So many does the index give of each kind at most. */
  most: number
  /** Whether the index is asked at all. */
  deep: boolean
}

/** The beginning of each group: a row may be a page of the table, and nine kinds are asked at once. */
export const FIRST_LOOK: Reach = { newest: 300, enough: 10, most: 300, deep: true }
/** One group goes as far as there is something. */
export const WHOLE_LOOK: Reach = { newest: 500, enough: 2_000, most: 2_000, deep: true }

/** Number and name first, then one's own open work, then what changed last. */
export function inOrder(a: Candidate, b: Candidate): number {
  const place = a.tier - b.tier || Number(b.isOwn) - Number(a.isOwn) || b.changedAt - a.changedAt
  return place || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1)
}

interface Row {
  kind: string
  entity_id: string | null
  tier: number
  changed_at: Date | null
}

function gather(kind: Kind, rows: readonly Row[], own: ReadonlySet<string>, { deep, most }: Reach): Candidates {
  const best = new Map<string, Candidate>()
  let isCut = !deep
  let isShallow = false
  for (const { kind: name, entity_id: id, tier, changed_at } of rows) {
    if (name !== kind.name) continue
    if (id === null || changed_at === null) {
      isShallow = deep && tier < 0
      isCut = tier < 0 || tier >= most
    } else if ((best.get(id)?.tier ?? 9) > tier)
      best.set(id, { id, tier, isOwn: own.has(id), changedAt: changed_at.getTime() })
  }
  return { kind, list: [...best.values()].sort(inOrder), isCut, isShallow }
}

const typedName = (query: SearchQuery) =>
  wantedTerms(query)
    .map(({ text }) => text)
    .join(' ')

const byWorkflow = (kinds: readonly Kind[]) => kinds.flatMap((kind) => (kind.byWorkflow ? kind.name : []))

/** What has the words, of each kind. The viewer's hidden workflows spare work; they are no guard. */
export async function candidatesByWords(
  { tx, visible, filters }: Look,
  kinds: readonly Kind[],
  query: SearchQuery,
  stems: QueryStems,
  own: ReadonlySet<string>,
  reach: Reach,
): Promise<Candidates[]> {
  const { newest, enough, most, deep } = reach
  const name = typedName(query)
  const { rows } = await sql<Row>`select kind, entity_id, tier, changed_at from app.search(
    ${kinds.map((kind) => kind.name)}::text[],
    ${kinds.map(({ letter }) => queryText(query, stems, letter))}::text[],
    ${kinds.map(({ letter }) => queryText(query, stems, letter, 'A'))}::text[],
    ${keyOf(name, '')}, ${keyOf(name, ' ')}, ${visible.hidden}::uuid[], ${byWorkflow(kinds)}::text[], ${filters.in ?? null}::uuid[],
    ${newest}::int, ${enough}::int, ${most}::int, ${deep}::boolean)`.execute(tx.db)
  return kinds.map((kind) => gather(kind, rows, own, reach))
}

/** Names that are alike to what was typed, the most alike first. */
export async function candidatesByLikeness(
  { tx, visible }: Look,
  kinds: readonly Kind[],
  query: SearchQuery,
  { newest, enough, most, deep }: Reach,
): Promise<Candidates[]> {
  const { rows } = await sql<{ kind: string; entity_id: string; likeness: number; changed_at: Date }>`
    select kind, entity_id, likeness, changed_at from app.search_titles(${kinds.map(({ name }) => name)}::text[],
      ${typedName(query)}, ${visible.hidden}::uuid[], ${byWorkflow(kinds)}::text[], ${newest}::int, ${enough}::int, ${most}::int,
      ${deep}::boolean)`.execute(tx.db)
  return kinds.map((kind) => {
    const found = new Map<string, Candidate>()
    for (const { kind: name, entity_id: id, likeness, changed_at } of rows)
      if (name === kind.name) found.set(id, { id, tier: 3 - likeness, isOwn: false, changedAt: changed_at.getTime() })
    return { kind, list: [...found.values()].sort(inOrder), isCut: false }
  })
}

const every = (look: Look, kind: Kind) => kind.conditions(look) ?? [sql<boolean>`false`]

/** Which of these the viewer finds: the one place where it is decided. */
export async function visibleAmong(look: Look, kind: Kind, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { tenantId, db } = look.tx
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(`${kind.alias}.id`)} as id from ${sql.table(kind.table)} ${sql.ref(kind.alias)}
    where ${sql.ref(`${kind.alias}.tenant_id`)} = ${tenantId} and ${sql.ref(`${kind.alias}.id`)} = any (${ids}::uuid[])
      and ${sql.join(every(look, kind), sql` and `)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** So many of the newest rows are looked at where only filters are given. */
const MAX_SCANNED = 2_000

/** What the filters leave of the newest rows, newest first, with what was not looked at. */
export async function candidatesByFilters(look: Look, kind: Kind, own: ReadonlySet<string>): Promise<Candidates> {
  const { tenantId, db }: ReadTx = look.tx
  const alias = sql.ref(kind.alias)
  const id = sql.ref(`${kind.alias}.id`)
  const { rows } = await sql<{ id: string | null; scanned: number }>`
    with scanned as (select ${alias}.* from ${sql.table(kind.table)} ${alias}
      where ${sql.ref(`${kind.alias}.tenant_id`)} = ${tenantId} and ${kind.scope?.(look) ?? sql`true`}
      order by ${id} desc limit ${sql.lit(MAX_SCANNED)})
    select ${id} as id, 0 as scanned from scanned ${alias} where ${sql.join(every(look, kind), sql` and `)}
    union all select null, count(*)::int from scanned`.execute(db)
  const list = rows.flatMap(({ id: found }) => (found ? [found] : []))
  // Ids are made in the order of time.
  list.sort((a, b) => (a < b ? 1 : -1))
  return {
    kind,
    list: list.map((one, n) => ({ id: one, tier: 2, isOwn: own.has(one), changedAt: list.length - n })).sort(inOrder),
    isCut: rows.some(({ scanned }) => scanned >= MAX_SCANNED),
  }
}
