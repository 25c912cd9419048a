import type { Made, Query } from '@throughline/contracts/endpoint'
import { type HitCount, SEARCH_GROUPS, type SearchGroup, type search } from '@throughline/contracts/search'
import { parseSearchQuery, type SearchQuery } from '@throughline/contracts/search-query'
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { isTooSlow } from '../../core/db/busy.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import {
  type Candidate,
  type Candidates,
  candidatesByFilters,
  candidatesByLikeness,
  candidatesByWords,
  FIRST_LOOK,
  ORDERS,
  type Order,
  visibleAmong,
  wholeLook,
} from './candidates.queries.ts'
import { partsSaying } from './file-texts.queries.ts'
import type { Filters } from './filters.ts'
import { addShown, type Groups } from './hits.service.ts'
import type { Kind, Look } from './kinds/kind.ts'
import { KINDS } from './kinds/kinds.ts'
import { saysExactly } from './match.ts'
import { resolveFilters } from './resolve-filters.ts'
import { suggestionsOf } from './suggestions.ts'

import { anyWordText, excludedTerms, type QueryStems, stemsOfQuery, wantedTerms } from './word-query.ts'

type Answer = Made<typeof search>

/** How long the index may take; then the newest are answered. */
const BUDGET_MS = 250
/** Counted exactly up to this. */
const MAX_COUNTED = 100
/** Rows that are looked at in one statement: nearly always the first are enough. */
const FIRST_LOOKED_AT = 150
const LOOKED_AT = 1_000
/** Where texts have to be read, for so long; the first are always read. */
const READ_AT_ONCE = 10

interface FoundCandidates {
  query: SearchQuery
  stems: QueryStems
  filters: Filters
  ignored: string[]
  own: ReadonlySet<string>
  candidates: Candidates[]
  partial: boolean
}

const lookFor = async (tx: ReadTx, viewer: Viewer, filters: Filters): Promise<Look> => ({
  tx,
  viewer,
  filters,
  visible: await visibleTo(tx, viewer),
})

const kindsFor = (viewer: Viewer, kinds: readonly Kind[], filters: Filters): Kind[] =>
  kinds.filter(({ name, permission }) => may(viewer, permission) && (filters.kinds?.includes(name) ?? true))

async function ownOf(look: Look, kinds: readonly Kind[]): Promise<Set<string>> {
  const found: string[] = []
  for (const { own } of kinds) if (own) found.push(...(await own(look)))
  return new Set(found)
}

interface Search {
  ctx: Context
  viewer: Viewer
  typed: string
  /** All there are: filters name them. */
  all: readonly Kind[]
  /** Those that are asked. */
  kinds: readonly Kind[]
  /** As far as one call goes, not only among the newest. */
  isWhole: boolean
}

/** What may be found, before anybody looks whether the viewer sees it. */
function ask({ ctx, viewer, typed, all, kinds: asked, isWhole }: Search, isDeep: boolean): Promise<FoundCandidates> {
  return readTenant(ctx, viewer, async (tx) => {
    if (isDeep) await sql`set local statement_timeout = ${sql.lit(BUDGET_MS)}`.execute(tx.db)
    const query = parseSearchQuery(typed)
    const visible = await visibleTo(tx, viewer)
    const { filters, ignored } = await resolveFilters({ tx, viewer, visible, kinds: all }, query, typed)
    const look: Look = { tx, viewer, visible, filters }
    const kinds = kindsFor(viewer, asked, filters).filter((kind) => kind.conditions(look) !== undefined)
    const own = await ownOf(look, kinds)
    const base = { query, filters, ignored, own, partial: !isDeep }
    const isWorded = wantedTerms(query).length > 0
    if (!isWorded) for (const { text } of excludedTerms(query)) ignored.push(`-${text}`)
    if (!isWorded && query.filters.length === ignored.length) return { ...base, stems: new Map(), candidates: [] }
    const stems = await stemsOfQuery(tx.db, query)
    if (isWorded) {
      const reach = isWhole ? wholeLook(kinds.length) : FIRST_LOOK
      return { ...base, stems, candidates: await candidatesByWords(look, kinds, query, stems, own, reach, isDeep) }
    }
    const candidates: Candidates[] = []
    for (const kind of kinds) candidates.push(await candidatesByFilters(look, kind, own))
    return { ...base, stems, candidates }
  })
}

async function askInTime(wanted: Search): Promise<FoundCandidates> {
  try {
    return await ask(wanted, true)
  } catch (error) {
    if (!isTooSlow(error)) throw error
    return await ask(wanted, false)
  }
}

/** The beginning of what the viewer sees of a kind, in order. */
interface Found {
  kind: Kind
  list: Candidate[]
  /** Others were not looked at, or are further down. */
  more: boolean
  /** Little of it is seen, and there may be others that were not looked at. */
  isThin: boolean
  /** There was no time to read the texts of all that the viewer sees. */
  isUnread: boolean
}

/** Of one file. */
const MAX_PARTS = 20

const strictTerms = ({ terms }: SearchQuery) => terms.filter(({ isPhrase, isExcluded }) => isPhrase || isExcluded)

/** The index knows no order of words and, of long texts, not all that must be missing: those are looked up in the texts. */
async function exactly(
  tx: ReadTx,
  kind: Kind,
  candidates: readonly Candidate[],
  { query, stems }: { query: SearchQuery; stems: QueryStems },
): Promise<readonly Candidate[]> {
  const strict = strictTerms(query)
  if (strict.length === 0) return candidates
  const ids = candidates.map(({ id }) => id)
  const texts = new Map<string, string[]>()
  for (const { id, title, code = '', sections } of await kind.read(tx, ids))
    texts.set(id, [title, code, ...sections.map(({ text }) => text)])
  if (kind.group === 'files')
    for (const { id, content, after } of await partsSaying(tx, ids, anyWordText(strict, stems), MAX_PARTS))
      texts.get(id)?.push(`${content}${after}`)
  return candidates.filter(({ id }) => saysExactly(texts.get(id) ?? [], strict))
}

interface Looking {
  order: Order
  enough: number
}

/** Looks at candidates in order until enough of them are seen. */
async function lookThrough(
  look: Look,
  { kind, list: unordered, isCut }: Candidates,
  asked: FoundCandidates,
  { order, enough }: Looking,
): Promise<Found> {
  const list = unordered.toSorted(order)
  const found: Candidate[] = []
  const isRead = strictTerms(asked.query).length > 0
  const deadline = Date.now() + BUDGET_MS
  let at = 0
  let isUnread = false
  while (at < list.length && found.length < enough && !isUnread) {
    const some = list.slice(at, at + (at === 0 ? FIRST_LOOKED_AT : LOOKED_AT))
    at += some.length
    const seen = await visibleAmong(
      look,
      kind,
      some.map(({ id }) => id),
    )
    const visible = some.flatMap((one) => {
      const changedAt = seen.get(one.id)
      return changedAt === undefined ? [] : [{ ...one, changedAt }]
    })
    const step = isRead ? READ_AT_ONCE : visible.length
    for (let from = 0; from < visible.length && found.length < enough && !isUnread; from += step) {
      found.push(...(await exactly(look.tx, kind, visible.slice(from, from + step), asked)))
      isUnread = isRead && from + step < visible.length && Date.now() > deadline
    }
  }
  // Where nothing is seen, nothing is said: what is hidden must not show by what is not counted.
  const more = found.length > 0 && (isCut || at < list.length || found.length > MAX_COUNTED)
  const isThin = isCut && !asked.partial && found.length < FIRST_LOOK.enough
  return { kind, list: found.sort(order).slice(0, enough), more, isThin, isUnread }
}

const countOf = (group: SearchGroup, found: readonly Found[]): HitCount => {
  const ofGroup = found.filter(({ kind }) => kind.group === group)
  const n = ofGroup.reduce((sum, { list }) => sum + list.length, 0)
  return { n: Math.min(n, MAX_COUNTED), more: n > MAX_COUNTED || ofGroup.some(({ more }) => more) }
}

const countsOf = (found: readonly Found[]): Record<SearchGroup, HitCount> => ({
  tasks: countOf('tasks', found),
  instances: countOf('instances', found),
  workflows: countOf('workflows', found),
  files: countOf('files', found),
  more: countOf('more', found),
})

/** Those of a group in order, each with its kind. */
const ofGroup = (found: readonly Found[], group: SearchGroup, order: Order) =>
  found
    .filter(({ kind }) => kind.group === group)
    .flatMap(({ kind, list }) => list.map((candidate) => ({ kind, candidate })))
    .sort((a, b) => order(a.candidate, b.candidate))

const keysOf = ({ tier, isOwn, changedAt, id }: Candidate) => [String(tier), isOwn ? '1' : '0', String(changedAt), id]

function candidateOf(keys: readonly string[]): Candidate | undefined {
  const [tier, isOwn, changedAt, id] = keys
  return id === undefined ? undefined : { tier: Number(tier), isOwn: isOwn === '1', changedAt: Number(changedAt), id }
}

interface Page {
  groups: Groups
  next: Candidate | undefined
}

async function pageOf(look: Look, found: readonly Found[], asked: FoundCandidates, wanted: PageWanted): Promise<Page> {
  const groups: Groups = { tasks: [], instances: [], workflows: [], files: [], more: [] }
  let next: Candidate | undefined
  for (const group of SEARCH_GROUPS) {
    if (wanted.group && wanted.group !== group) continue
    const { after, order } = wanted
    const rest = ofGroup(found, group, order).filter(({ candidate }) => !after || order(after, candidate) < 0)
    const shown = rest.slice(0, wanted.limit)
    await addShown(look, groups, shown, wantedTerms(asked.query))
    if (wanted.group && rest.length > shown.length) next = shown.at(-1)?.candidate
  }
  return { groups, next }
}

interface PageWanted {
  group: SearchGroup | undefined
  limit: number
  after: Candidate | undefined
  order: Order
}

const lookAtAll = (wanted: Search, asked: FoundCandidates, looking: Looking): Promise<Found[]> =>
  readTenant(wanted.ctx, wanted.viewer, async (tx) => {
    const look = await lookFor(tx, wanted.viewer, asked.filters)
    const found: Found[] = []
    for (const candidates of asked.candidates) found.push(await lookThrough(look, candidates, asked, looking))
    return found
  })

/** What has a name that is alike; after the time for it, of the newest alone. */
async function askAlike({ ctx, viewer, kinds }: Search, asked: FoundCandidates): Promise<Candidates[]> {
  const ask = (isDeep: boolean) =>
    readTenant(ctx, viewer, async (tx) => {
      if (isDeep) await sql`set local statement_timeout = ${sql.lit(BUDGET_MS)}`.execute(tx.db)
      const look = await lookFor(tx, viewer, asked.filters)
      return await candidatesByLikeness(look, kindsFor(viewer, kinds, asked.filters), asked.query, isDeep)
    })
  try {
    return await ask(!asked.partial)
  } catch (error) {
    if (asked.partial || !isTooSlow(error)) throw error
    return await ask(false)
  }
}

/** Names that are alike, where nothing has the words. */
async function findAlike(wanted: Search, asked: FoundCandidates, looking: Looking): Promise<Found[]> {
  const candidates = await askAlike(wanted, asked)
  const found = await lookAtAll(wanted, { ...asked, candidates }, looking)
  return found.filter(({ list }) => list.length > 0)
}

const isNothing = (found: readonly Found[]) => found.every(({ list }) => list.length === 0)
const MAX_NAMES = 20

const namesIn = (groups: Groups) =>
  Object.values(groups).flatMap((hits) => hits.map(({ name }) => name).slice(0, MAX_NAMES))

/** What the viewer finds: of kinds of which little of the newest is theirs to see, as far as one call goes. */
async function find(wanted: Search, looking: Looking) {
  const asked = await askInTime(wanted)
  const found = await lookAtAll(wanted, asked, looking)
  const thin = wanted.isWhole ? [] : found.filter(({ isThin }) => isThin).map(({ kind }) => kind)
  if (thin.length === 0) return { asked, found }
  const further = { ...wanted, kinds: thin, isWhole: true }
  const deeper = await askInTime(further)
  const others = await lookAtAll(further, deeper, looking)
  return {
    asked: { ...asked, partial: asked.partial || deeper.partial },
    found: found.map((one) => others.find(({ kind }) => kind === one.kind) ?? one),
  }
}

export async function searchAll(
  ctx: Context,
  viewer: Viewer,
  { q: typed, kind: group, sort, limit, cursor }: Query<typeof search>,
  all: readonly Kind[] = KINDS,
): Promise<Answer> {
  const cursors = cursorsOf(ctx, viewer.tenantId, 'search', [typed, group, sort])
  const after = candidateOf(cursors.decode(cursor) ?? [])
  const kinds = group ? all.filter((kind) => kind.group === group) : all
  const order = ORDERS[sort]
  // A further page begins behind what was shown, wherever that stands by now.
  const looking = { order, enough: MAX_COUNTED + 1 + (after ? MAX_COUNTED * 20 : 0) }
  const wanted = { ctx, viewer, typed, all, kinds, isWhole: group !== undefined }
  const { asked, found: exact } = await find(wanted, looking)
  const { query, filters, ignored, partial } = asked
  const similar = isNothing(exact) && wantedTerms(query).length > 0 && strictTerms(query).length === 0
  const found = similar ? await findAlike(wanted, asked, { order: ORDERS.best, enough: MAX_COUNTED }) : exact
  return await readTenant(ctx, viewer, async (tx) => {
    const look = await lookFor(tx, viewer, filters)
    const page = await pageOf(look, found, asked, { group, limit, after, order: similar ? ORDERS.best : order })
    const isSimilar = similar && !isNothing(found)
    return {
      data: {
        ...page.groups,
        counts: countsOf(found),
        partial: partial || exact.some(({ isUnread }) => isUnread),
        suggestions: isSimilar ? suggestionsOf(wantedTerms(query), namesIn(page.groups)) : [],
        similar: isSimilar,
        ignored,
      },
      pagination: { next_cursor: page.next ? cursors.encode(keysOf(page.next)) : null },
    }
  })
}
