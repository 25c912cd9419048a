import type { Made, Query } from '@throughline/contracts/endpoint'
import type { listWorkflows, WorkflowFilter } from '@throughline/contracts/workflows'
import type { Context } from '../../core/context.ts'
import { countersOf } from '../../core/db/counters.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { foldWord } from '../../core/db/fold-word.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { type Visibility, visibleTo } from './visibility.service.ts'
import {
  countAmong,
  scanWords,
  scanWorkflows,
  type WordPosition,
  type WorkflowPosition,
} from './workflow-list.queries.ts'
import { cardsOf } from './workflow-wire.ts'

const SORT = 'workflows'
/** Where some may have to be passed over, so many are looked at for a page, which may then be short. */
const SCANNED = 60
/** More hidden ones are not counted off. */
const MAX_COUNTED = 100

type WorkflowListQuery = Query<typeof listWorkflows>

interface Page {
  ids: string[]
  end: WorkflowPosition | undefined
}

/** The first `limit` that are wanted; the next page begins behind the last of them, or behind the last row read. */
function pick<P extends WorkflowPosition>(
  read: readonly P[],
  most: number,
  wanted: (place: P) => boolean,
  limit: number,
): Page {
  const passed = read.filter(wanted)
  const page = passed.slice(0, limit)
  const unread = read.length < most ? undefined : read.at(-1)
  return { ids: page.map(({ id }) => id), end: passed.length > limit ? page.at(-1) : unread }
}

async function listed(
  { db, tenantId }: ReadTx,
  asked: WorkflowListQuery,
  visible: Visibility,
  after: WorkflowPosition | undefined,
) {
  const most = visible.hidden.length > 0 ? Math.max(SCANNED, asked.limit + 1) : asked.limit + 1
  const read = await scanWorkflows(db, tenantId, asked, after, most)
  return pick(read, most, ({ id }) => visible.canSee(id), asked.limit)
}

const underFilter =
  (status: WorkflowFilter) =>
  (place: WordPosition): boolean =>
    place.trashed === (status === 'trash') && (status === 'all' || status === 'trash' || place.status === status)

async function searched(
  { db, tenantId }: ReadTx,
  asked: WorkflowListQuery,
  search: string,
  visible: Visibility,
  after: WorkflowPosition | undefined,
): Promise<Page> {
  const word = await foldWord(db, search)
  const most = Math.max(SCANNED, asked.limit + 1)
  const read = await scanWords(db, tenantId, word, after, most)
  const fits = underFilter(asked.status)
  return pick(read, most, (place) => !place.repeated && fits(place) && visible.canSee(place.id), asked.limit)
}

async function countOf({ db, tenantId }: ReadTx, status: WorkflowFilter, { hidden }: Visibility) {
  if (hidden.length > MAX_COUNTED) return null
  const counts = await countersOf(db, tenantId, 'workflows', status === 'all' ? ['active', 'archived'] : [status])
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0)
  return hidden.length === 0 ? all : all - (await countAmong(db, tenantId, hidden, status))
}

export const workflowsPage = (
  ctx: Context,
  viewer: Viewer,
  asked: WorkflowListQuery,
): Promise<Made<typeof listWorkflows>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { status, sort } = asked
    const search = asked.search || undefined
    const cursors = cursorsOf(ctx, tx.tenantId, SORT, search ? { status, search } : { status, sort })
    const after = cursors.decodePosition(asked.cursor)
    const visible = await visibleTo(tx, viewer)
    const page = search ? await searched(tx, asked, search, visible, after) : await listed(tx, asked, visible, after)
    const cards = await cardsOf(tx, page.ids)
    return {
      // Nothing but people can start work before there are forms.
      data: asked.triggers ? cards.map((card) => ({ ...card, triggers: { form_submissions: [] } })) : cards,
      count: search ? null : await countOf(tx, status, visible),
      pagination: { next_cursor: page.end ? cursors.encode([page.end.key, page.end.id]) : null },
    }
  })
