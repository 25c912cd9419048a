import type { SearchSort } from '@throughline/contracts/search'
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
}

export interface Reach {
  /** How many of the newest are looked through. */
  newest: number
  /** With so many found among them the index is not asked. */
  enough: number
  /** So many does the index give at most, and it looks at twice as many. */
  most: number
}

/** The beginning of each group: a row may be a page of the table, and ten kinds are asked at once. */
export const FIRST_LOOK: Reach = { newest: 250, enough: 10, most: 150 }
/** So much is looked at in one call, of all its kinds together. */
const ALL_NEWEST = 1_500
const ALL_MOST = 2_000
const MAX_NEWEST = 500

/** As far as one call goes, for so many kinds. */
export const wholeLook = (kinds: number): Reach => {
  const most = Math.floor(ALL_MOST / kinds)
  return { newest: Math.min(MAX_NEWEST, Math.floor(ALL_NEWEST / kinds)), enough: most, most }
}

export type Order = (a: Candidate, b: Candidate) => number

const byId: Order = (a, b) => (a.id === b.id ? 0 : a.id < b.id ? 1 : -1)

export const ORDERS: Readonly<Record<SearchSort, Order>> = {
  /** Number and name first, then one's own open work, then what changed last. */
  best: (a, b) => a.tier - b.tier || Number(b.isOwn) - Number(a.isOwn) || b.changedAt - a.changedAt || byId(a, b),
  newest: (a, b) => b.changedAt - a.changedAt || byId(a, b),
}

interface Row {
  kind: string
  entity_id: string | null
  tier: number
  changed_at: Date | null
}

function gather(kind: Kind, rows: readonly Row[], own: ReadonlySet<string>): Candidates {
  const best = new Map<string, Candidate>()
  let isCut = false
  for (const { kind: name, entity_id: id, tier, changed_at } of rows) {
    if (name !== kind.name) continue
    if (id === null || changed_at === null) isCut = tier !== 0
    else if ((best.get(id)?.tier ?? 9) > tier)
      best.set(id, { id, tier, isOwn: own.has(id), changedAt: changed_at.getTime() })
  }
  return { kind, list: [...best.values()], isCut }
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
  { newest, enough, most }: Reach,
  isDeep: boolean,
): Promise<Candidates[]> {
  const name = typedName(query)
  const { rows } = await sql<Row>`select kind, entity_id, tier, changed_at from app.search(
    ${kinds.map((kind) => kind.name)}::text[],
    ${kinds.map(({ letter }) => queryText(query, stems, letter))}::text[],
    ${kinds.map(({ letter }) => queryText(query, stems, letter, 'A'))}::text[],
    ${keyOf(name, '')}, ${keyOf(name, ' ')}, ${visible.hidden}::uuid[], ${byWorkflow(kinds)}::text[], ${filters.in ?? null}::uuid[],
    ${newest}::int, ${enough}::int, ${most}::int, ${isDeep}::boolean)`.execute(tx.db)
  return kinds.map((kind) => gather(kind, rows, own))
}

/** Names that are alike to what was typed, the most alike first. */
export async function candidatesByLikeness(
  { tx, visible }: Look,
  kinds: readonly Kind[],
  query: SearchQuery,
  isDeep: boolean,
): Promise<Candidates[]> {
  const { newest, enough, most } = FIRST_LOOK
  const { rows } = await sql<{ kind: string; entity_id: string; likeness: number; changed_at: Date }>`
    select kind, entity_id, likeness, changed_at from app.search_titles(${kinds.map(({ name }) => name)}::text[],
      ${typedName(query)}, ${visible.hidden}::uuid[], ${byWorkflow(kinds)}::text[], ${newest}::int, ${enough}::int, ${2 * most}::int,
      ${isDeep}::boolean)`.execute(tx.db)
  return kinds.map((kind) => {
    const found = new Map<string, Candidate>()
    for (const { kind: name, entity_id: id, likeness, changed_at } of rows)
      if (name === kind.name) found.set(id, { id, tier: 3 - likeness, isOwn: false, changedAt: changed_at.getTime() })
    return { kind, list: [...found.values()], isCut: false }
  })
}

const every = (look: Look, kind: Kind) => kind.conditions(look) ?? [sql<boolean>`false`]

/** Which of these the viewer finds, and when each last changed: the one place where it is decided. */
export async function visibleAmong(look: Look, kind: Kind, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { tenantId, db } = look.tx
  const of = (column: string) => sql.ref(`${kind.alias}.${column}`)
  // Each by its key: asked for all at once, another index that only ends with the key may be read as a whole.
  const { rows } = await sql<{ id: string; changed_at: Date }>`
    select x.id, x.changed_at from unnest(${ids}::uuid[]) o (id)
    cross join lateral (select ${of('id')} as id, ${of(kind.changed)} as changed_at
      from ${sql.table(kind.table)} ${sql.ref(kind.alias)}
      where ${of('tenant_id')} = ${tenantId} and ${of('id')} = o.id
        and ${sql.join(every(look, kind), sql` and `)} limit 1) x`.execute(db)
  return new Map(rows.map(({ id, changed_at }) => [id, changed_at.getTime()]))
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
    list: list.map((one, n) => ({ id: one, tier: 2, isOwn: own.has(one), changedAt: list.length - n })),
    isCut: rows.some(({ scanned }) => scanned >= MAX_SCANNED),
  }
}
