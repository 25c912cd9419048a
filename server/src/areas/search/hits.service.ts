import type { Made, Query } from '@throughline/contracts/endpoint'
import type { SearchGroup, search, searchHits } from '@throughline/contracts/search'
import { parseSearchQuery, type SearchTerm } from '@throughline/contracts/search-query'
import { rangesIn, type TextRange } from '@throughline/contracts/search-words'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { isScanned } from '../documents/documents.public.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { type Candidate, visibleAmong } from './candidates.queries.ts'
import { type FilePart, partsSaying } from './file-texts.queries.ts'
import { fileKind } from './kinds/files.ts'
import type { Kind, Look } from './kinds/kind.ts'
import { matchOf, snippetOf } from './match.ts'
import { anyWordText, type QueryStems, queryText, stemsOfQuery, wantedTerms } from './word-query.ts'

export type Groups = Pick<Made<typeof search>['data'], SearchGroup>

export interface Shown {
  kind: Kind
  candidate: Candidate
}

/** Rows with what of each matched. */
async function withMatches<R extends { id: string; name: string }>(
  { tx }: Look,
  kind: Kind,
  rows: readonly R[],
  terms: readonly SearchTerm[],
) {
  const ids = rows.map(({ id }) => id)
  const things = new Map((await kind.read(tx, ids)).map((thing) => [thing.id, thing]))
  return rows.flatMap((row) => {
    const thing = things.get(row.id)
    return thing ? [{ ...row, ...matchOf(thing, row.name, terms) }] : []
  })
}

/** Adds what is shown of one kind to its group. */
async function addHits(look: Look, groups: Groups, kind: Kind, ids: readonly string[], terms: readonly SearchTerm[]) {
  const { tx, viewer } = look
  switch (kind.group) {
    case 'tasks':
      groups.tasks.push(...(await withMatches(look, kind, await kind.hits(tx, viewer, ids), terms)))
      break
    case 'instances':
      groups.instances.push(...(await withMatches(look, kind, await kind.hits(tx, viewer, ids), terms)))
      break
    case 'workflows':
      groups.workflows.push(...(await withMatches(look, kind, await kind.hits(tx, viewer, ids), terms)))
      break
    case 'files':
      groups.files.push(...(await withMatches(look, kind, await kind.hits(tx, viewer, ids), terms)))
      break
    case 'more':
      groups.more.push(...(await withMatches(look, kind, await kind.hits(tx, viewer, ids), terms)))
      break
  }
}

/** Fills the groups with what is shown, in its order. */
export async function addShown(look: Look, groups: Groups, shown: readonly Shown[], terms: readonly SearchTerm[]) {
  for (const kind of new Set(shown.map((one) => one.kind))) {
    const ids = shown.filter((one) => one.kind === kind).map(({ candidate }) => candidate.id)
    await addHits(look, groups, kind, ids, terms)
  }
  const ranks = new Map(shown.map(({ candidate }, n) => [candidate.id, n]))
  const byRank = (a: { id: string }, b: { id: string }) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0)
  for (const hits of Object.values(groups)) hits.sort(byRank)
}

/** The texts of shown files are looked through for so long. */
const BUDGET_MS = 150
/** So much of a long text is looked through for further pages. */
const MAX_PARTS = 10

interface FileQuery {
  terms: readonly SearchTerm[]
  stems: QueryStems
  all: string
  any: string
}

/** The page on which a place of a part stands. */
function pageAt({ content, first_page }: FilePart, place: number): number | null {
  return first_page === null ? null : first_page + (content.slice(0, place).match(/\f/g)?.length ?? 0)
}

/** Where a part says it, also where that runs into the next; what begins there is a place of the next. */
const placesIn = ({ content, after }: FilePart, terms: readonly SearchTerm[]): TextRange[] =>
  rangesIn(`${content}${after}`, terms).filter(([start]) => start < content.length)

/** The pages of parts that match, with how many places each has. */
function pagesOf(found: readonly { part: FilePart; ranges: readonly TextRange[] }[]) {
  const counts = new Map<number, number>()
  for (const { part, ranges } of found)
    for (const [start] of ranges) {
      const page = pageAt(part, start)
      if (page !== null) counts.set(page, (counts.get(page) ?? 0) + 1)
    }
  return [...counts].sort(([a], [b]) => a - b).map(([page, count]) => ({ page, count }))
}

/** Parts that say all of it, else those that say some: text and page of the first, and the pages of all. */
async function textHit({ tx }: Look, id: string, { terms, all, any }: FileQuery) {
  const whole = await partsSaying(tx, [id], all, MAX_PARTS)
  const parts = whole.length > 0 ? whole : await partsSaying(tx, [id], any, MAX_PARTS)
  const found = parts.map((part) => ({ part, ranges: placesIn(part, terms) })).filter(({ ranges }) => ranges.length > 0)
  const [first] = found
  if (!first) return undefined
  const { part, ranges } = first
  return {
    id,
    page: pageAt(part, ranges[0]?.[0] ?? 0),
    page_count: part.page_count,
    pages: pagesOf(found),
    is_scan: isScanned(part),
    ...snippetOf(`${part.content}${part.after}`, ranges),
  }
}

export const textHits = (
  ctx: Context,
  viewer: Viewer,
  { q, ids = [] }: Query<typeof searchHits>,
): Promise<Made<typeof searchHits>> =>
  readTenant(ctx, viewer, async (tx) => {
    const query = parseSearchQuery(q)
    const terms = wantedTerms(query)
    if (terms.length === 0 || !may(viewer, fileKind.permission)) return { data: [], partial: false }
    const look: Look = { tx, viewer, visible: await visibleTo(tx, viewer), filters: { is: [] } }
    const visible = await visibleAmong(look, fileKind, ids)
    const stems = await stemsOfQuery(tx.db, query)
    const wanted = { terms, stems, all: queryText({ ...query, terms }, stems, ''), any: anyWordText(terms, stems) }
    const deadline = Date.now() + BUDGET_MS
    const data: Made<typeof searchHits>['data'] = []
    let partial = false
    for (const id of ids.filter((one) => visible.has(one))) {
      partial = Date.now() > deadline
      if (partial) break
      const hit = await textHit(look, id, wanted)
      if (hit) data.push(hit)
    }
    return { data, partial }
  })
