import type { Made } from '@throughline/contracts/endpoint'
import type { listTasks } from '@throughline/contracts/tasks'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { cursorsOf } from '../../../core/db/cursor.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { ActingMember } from '../../../core/http/viewer.ts'
import { countedConditions, countedFilterOf } from '../../instances/instances.public.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { isTaskVisible } from '../task-visibility.ts'
import { taskOnWire } from '../task-wire.ts'
import { memberInFilter } from './member-in-filter.ts'
import { isInTeam, queuesOfMember } from './people.queries.ts'
import { storedStates } from './stored-states.ts'
import { freeFilter, shownStates, storedFilters, type TaskFilter, type TaskListQuery } from './task-filter.ts'
import { countScan, taskPages } from './task-rows.queries.ts'
import {
  all,
  type ByState,
  type Scan,
  scanCounted,
  scanInstance,
  scanPerson,
  scanQueues,
  scanStates,
} from './task-scan.ts'

const SORT = 'tasks'

/** Nothing else, so that a cursor fits only the list it came from. */
const filterOf = (asked: TaskListQuery) => ({ ...asked, cursor: undefined, limit: undefined })

/** Of what was counted: only those in the states that are named. */
function inStates(status: TaskFilter['status']): RawBuilder<boolean> | undefined {
  if (status === undefined || status === 'pending_only' || status.length === 0) return undefined
  const stored = storedStates(status).map((one) => one.status)
  return sql<boolean>`t.status = any (${stored}::text[])`
}

/** Undefined: there can be nothing. What a member is asked to do, and what waits in a queue of theirs, they may see. */
async function scanFor(tx: ReadTx, viewer: ActingMember, asked: TaskFilter, by: ByState): Promise<Scan | undefined> {
  const { tenantId } = tx
  const counted = await countedFilterOf(tx.db, tenantId, asked)
  const free = all([freeFilter(tenantId, asked), ...(counted ? countedConditions('t', counted) : [])])
  const seen = async (): Promise<RawBuilder<boolean> | undefined> =>
    all([free, isTaskVisible(await visibleTo(tx, viewer), tenantId, viewer.memberId)])
  if (counted?.ended) {
    // As figures count: not what the viewer is asked to do in workflows that they do not see otherwise.
    const visible = (await visibleTo(tx, viewer)).ofTask('t')
    return scanCounted(tenantId, by, counted, asked.workflow, all([free, visible, inStates(asked.status)]))
  }
  if (asked.instance) return scanInstance(tenantId, asked.instance, by, await seen())
  if (asked.assigned_to !== undefined) {
    const memberId = await memberInFilter(tx, viewer, asked.assigned_to)
    if (!memberId) return undefined
    return scanPerson(tenantId, memberId, by, memberId === viewer.memberId ? free : await seen())
  }
  if (asked.queue === 'mine') {
    return scanQueues(tenantId, await queuesOfMember(tx.db, tenantId, viewer.memberId), by, free)
  }
  if (asked.queue) {
    const own = await isInTeam(tx.db, tenantId, asked.queue, viewer.memberId)
    return scanQueues(tenantId, [{ column: 'team_id', id: asked.queue }], by, own ? free : await seen())
  }
  return scanStates(tenantId, by, await seen())
}

const byState = (asked: TaskFilter, after: readonly string[] | undefined): ByState => ({
  shown: shownStates(asked.status),
  sort: asked.sort,
  direction: asked.order,
  ...storedFilters(asked),
  after,
})

export const tasksPage = (ctx: Context, viewer: ActingMember, asked: TaskListQuery): Promise<Made<typeof listTasks>> =>
  readTenant(ctx, viewer, async (tx) => {
    const cursors = cursorsOf(ctx, tx.tenantId, SORT, filterOf(asked))
    const scan = await scanFor(tx, viewer, asked, byState(asked, cursors.decode(asked.cursor)))
    const [page] = scan ? await taskPages(tx.db, tx.tenantId, viewer.memberId, [scan], asked.limit) : []
    return {
      data: (page?.rows ?? []).map((row) => taskOnWire(tx.tenantId, row)),
      pagination: { next_cursor: page?.next ? cursors.encode(page.next) : null },
    }
  })

/** How many the same list has, counted no further than just beyond `most`. */
export async function countTasks(ctx: Context, viewer: ActingMember, asked: TaskFilter, most: number): Promise<number> {
  let total = 0
  let after: string[] | undefined
  do {
    const from = after
    const { count, next } = await readTenant(ctx, viewer, async (tx) => {
      const scan = await scanFor(tx, viewer, asked, byState(asked, from))
      return scan ? countScan(tx.db, tx.tenantId, scan) : { count: 0, next: undefined }
    })
    total += count
    after = next
  } while (after && total <= most)
  return total
}
