import type { Made, Query } from '@throughline/contracts/endpoint'
import { BOARD_COLUMNS, type BoardColumn, type boardTasks } from '@throughline/contracts/tasks'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { cursorsOf } from '../../../core/db/cursor.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import { invalid } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { isTaskVisible } from '../task-visibility.ts'
import { taskOnWire } from '../task-wire.ts'
import { countScans, MAX_COUNTED } from './counts.queries.ts'
import { memberInFilter } from './member-in-filter.ts'
import { freeFilter, storedFilters } from './task-filter.ts'
import { taskPages } from './task-rows.queries.ts'
import { all, type Scan, scanPerson, scanStates } from './task-scan.ts'

const SORT = 'board'
const CARDS = 20

type BoardQuery = Query<typeof boardTasks>

/** What was completed is read newest first. */
const directionOf = (column: BoardColumn) => (column === 'completed' ? 'desc' : 'asc')

const cursorsIn = (ctx: Context, tenantId: string, asked: BoardQuery, column: BoardColumn) =>
  cursorsOf(ctx, tenantId, SORT, { ...asked, cursor: undefined, column })

function scanOf(
  ctx: Context,
  tenantId: string,
  asked: BoardQuery,
  column: BoardColumn,
  memberId: string | undefined,
  free: RawBuilder<boolean> | undefined,
): Scan {
  const direction = directionOf(column)
  const after = cursorsIn(ctx, tenantId, asked, column).decode(asked.cursor)
  const by = { shown: [column], sort: 'dueDate' as const, direction, ...storedFilters(asked), after } as const
  return memberId ? scanPerson(tenantId, memberId, by, free) : scanStates(tenantId, by, free)
}

/** Counts only what need not all be read: a filter without an index shows no count. */
export const tasksBoard = (ctx: Context, viewer: Viewer, asked: BoardQuery): Promise<Made<typeof boardTasks>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    if (asked.cursor !== undefined && !asked.column) throw invalid('A cursor belongs to one column')
    const columns = asked.column ? [asked.column] : BOARD_COLUMNS
    const memberId = asked.assigned_to === undefined ? undefined : await memberInFilter(tx, viewer, asked.assigned_to)
    if (asked.assigned_to !== undefined && !memberId) {
      return { data: columns.map((column) => ({ column, count: 0, capped: false, tasks: [], next_cursor: null })) }
    }
    const own = memberId === viewer.memberId
    const sees = own ? undefined : isTaskVisible(await visibleTo(tx, viewer), tenantId, viewer.memberId)
    const filter = freeFilter(tenantId, asked)
    const scans = columns.map((column) => scanOf(ctx, tenantId, asked, column, memberId, all([filter, sees])))
    const pages = await taskPages(db, tenantId, viewer.memberId, scans, CARDS)
    const counts = asked.cursor === undefined && !filter ? await countScans(db, tenantId, scans) : []
    return {
      data: columns.map((column, n) => {
        const { rows = [], next } = pages[n] ?? {}
        const count = counts[n]
        return {
          column,
          count: count?.passed ?? null,
          capped: count !== undefined && count.scanned > MAX_COUNTED,
          tasks: rows.map((row) => taskOnWire(tenantId, row)),
          next_cursor: next ? cursorsIn(ctx, tenantId, asked, column).encode(next) : null,
        }
      }),
    }
  })
