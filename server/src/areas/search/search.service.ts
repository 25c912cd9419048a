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
  inOrder,
  visibleAmong,
  WHOLE_LOOK,
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
  kinds: readonly Kind[]
  group: SearchGroup | undefined
  /** As far as there is something, not only among the newest. */
  isWhole: boolean
}

/** What may be found, before anybody looks whether the viewer sees it. */
function ask({ ctx, viewer, typed, kinds: all, group, isWhole }: Search, isDeep: boolean): Promise<FoundCandidates> {
  return readTenant(ctx, viewer, async (tx) => {
    if (isDeep) await sql`set local statement_timeout = ${sql.lit(BUDGET_MS)}`.execute(tx.db)
    const query = parseSearchQuery(typed)
    const visible = await visibleTo(tx, viewer)
    const { filters, ignored } = await resolveFilters({ tx, viewer, visible, kinds: all }, query, typed)
    const look: Look = { tx, viewer, visible, filters }
    const kinds = kindsFor(viewer, all, filters).filter((kind) => kind.conditions(look) !== undefined)
    const own = await ownOf(look, kinds)
    const base = { query, filters, ignored, own, partial: !isDeep }
    const isWorded = wantedTerms(query).length > 0
    if (!isWorded) for (const { text } of excludedTerms(query)) ignored.push(`-${text}`)
    if (!isWorded && query.filters.length === ignored.length) return { ...base, stems: new Map(), candidates: [] }
    const stems = await stemsOfQuery(tx.db, query)
    if (isWorded) {
      const reach = { ...(group || isWhole ? WHOLE_LOOK : FIRST_LOOK), deep: isDeep }
      return { ...base, stems, candidates: await candidatesByWords(look, kinds, query, stems, own, reach) }
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
  /** There may be others that only the index knows. */
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
    for (const { id, content } of await partsSaying(tx, ids, anyWordText(strict, stems), MAX_PARTS))
      texts.get(id)?.push(content)
  return candidates.filter(({ id }) => saysExactly(texts.get(id) ?? [], strict))
}

/** Looks at candidates in order until enough of them are seen. */
async function lookThrough(
  look: Look,
  { kind, list, isCut, isShallow = false }: Candidates,
  asked: FoundCandidates,
  enough: number,
): Promise<Found> {
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
    const visible = some.filter(({ id }) => seen.has(id))
    const step = isRead ? READ_AT_ONCE : visible.length
    for (let from = 0; from < visible.length && found.length < enough && !isUnread; from += step) {
      found.push(...(await exactly(look.tx, kind, visible.slice(from, from + step), asked)))
      isUnread = isRead && from + step < visible.length && Date.now() > deadline
    }
  }
  // Where nothing is seen, nothing is said: what is hidden must not show by what is not counted.
  const more = found.length > 0 && (isCut || at < list.length || found.length > MAX_COUNTED)
  const isThin = isShallow && found.length < FIRST_LOOK.enough
  return { kind, list: found.slice(0, enough), more, isThin, isUnread }
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
const ofGroup = (found: readonly Found[], group: SearchGroup) =>
  found
    .filter(({ kind }) => kind.group === group)
    .flatMap(({ kind, list }) => list.map((candidate) => ({ kind, candidate })))
    .sort((a, b) => inOrder(a.candidate, b.candidate))

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
    const { after } = wanted
    const rest = ofGroup(found, group).filter(({ candidate }) => !after || inOrder(after, candidate) < 0)
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
}

/** Names that are alike, where nothing has the words. */
async function findAlike(look: Look, kinds: readonly Kind[], asked: FoundCandidates): Promise<Found[]> {
  const alike = await candidatesByLikeness(look, kindsFor(look.viewer, kinds, look.filters), asked.query, {
    ...FIRST_LOOK,
    deep: !asked.partial,
  })
  const found: Found[] = []
  for (const candidates of alike) {
    const one = await lookThrough(look, candidates, asked, MAX_COUNTED)
    if (one.list.length > 0) found.push(one)
  }
  return found
}

const isNothing = (found: readonly Found[]) => found.every(({ list }) => list.length === 0)
const MAX_NAMES = 20

const namesIn = (groups: Groups) =>
  Object.values(groups).flatMap((hits) => hits.map(({ name }) => name).slice(0, MAX_NAMES))

/** What was asked for, answered; undefined where too few of the newest are the viewer's to find, and the index must be asked. */
async function answerTo(wanted: Search, { limit, cursor }: Query<typeof search>): Promise<Answer | undefined> {
  const { ctx, viewer, typed, kinds, group, isWhole } = wanted
  const cursors = cursorsOf(ctx, viewer.tenantId, 'search', [typed, group])
  const after = candidateOf(cursors.decode(cursor) ?? [])
  const asked = await askInTime(wanted)
  const { query, filters, ignored, partial } = asked
  return await readTenant(ctx, viewer, async (tx) => {
    const look = await lookFor(tx, viewer, filters)
    // A further page begins behind what was shown, wherever that stands by now.
    const enough = MAX_COUNTED + 1 + (after ? MAX_COUNTED * 20 : 0)
    let found: Found[] = []
    for (const candidates of asked.candidates) found.push(await lookThrough(look, candidates, asked, enough))
    if (!isWhole && found.some(({ isThin }) => isThin)) return undefined
    const isUnread = found.some((one) => one.isUnread)
    const similar = isNothing(found) && wantedTerms(query).length > 0 && strictTerms(query).length === 0
    if (similar) found = await findAlike(look, kinds, asked)
    const page = await pageOf(look, found, asked, { group, limit, after })
    const isSimilar = similar && !isNothing(found)
    return {
      data: {
        ...page.groups,
        counts: countsOf(found),
        partial: partial || isUnread,
        suggestions: isSimilar ? suggestionsOf(wantedTerms(query), namesIn(page.groups)) : [],
        similar: isSimilar,
        ignored,
      },
      pagination: { next_cursor: page.next ? cursors.encode(keysOf(page.next)) : null },
    }
  })
}

export async function searchAll(
  ctx: Context,
  viewer: Viewer,
  query: Query<typeof search>,
  kinds: readonly Kind[] = KINDS,
): Promise<Answer> {
  const wanted = { ctx, viewer, typed: query.q, kinds, group: query.kind }
  const answer =
    (await answerTo({ ...wanted, isWhole: false }, query)) ?? (await answerTo({ ...wanted, isWhole: true }, query))
  if (!answer) throw new Error('a search as far as there is something has an answer')
  return answer
}
