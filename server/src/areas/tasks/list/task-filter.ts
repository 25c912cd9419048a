import type { Query } from '@throughline/contracts/endpoint'
import { PRIORITIES } from '@throughline/contracts/running'
import type { BoardColumn, boardTasks, listTasks } from '@throughline/contracts/tasks'
import { type RawBuilder, sql } from 'kysely'
import { all, type ByState } from './task-scan.ts'

export type TaskListQuery = Query<typeof listTasks>
/** Without the place in the list. */
export type TaskFilter = Omit<TaskListQuery, 'cursor' | 'limit'>
type Filters = Pick<Query<typeof boardTasks>, 'priority' | 'type' | 'workflow' | 'assigned_to' | 'search'> &
  Partial<Pick<TaskListQuery, 'step' | 'version'>>

export const UNFINISHED: BoardColumn[] = ['pending', 'in_progress', 'review', 'overdue']

/** INV-12, or a task of it: INV-12-4. */
const KEY = /^([a-z0-9]{1,20})-(\d{1,9})(?:-(\d{1,9}))?$/i

function hasKey(tenantId: string, search: string): RawBuilder<boolean> | undefined {
  const [, prefix = '', number = '', task] = KEY.exec(search) ?? []
  if (number === '') return undefined
  const place = task === undefined ? sql`` : sql`t.number = ${Number(task)} and`
  return sql<boolean>`(${place} exists (select from instances k where k.tenant_id = ${tenantId} and k.id = t.instance_id
    and k.number = ${Number(number)} and upper(k.prefix) = upper(${prefix}) offset 0))`
}

/** Whatever stands between words is one of these, or a space. */
const BETWEEN = '-–—_/().,:;"\''

const hasWord = (
  search: string,
) => sql<boolean>`strpos(' ' || translate(t.name_key, ${BETWEEN}, ${' '.repeat(BETWEEN.length)}),
  ' ' || translate(app.fold(${search}), ${BETWEEN}, ${' '.repeat(BETWEEN.length)})) > 0`

/** What has no index of its own. */
export function freeFilter(
  tenantId: string,
  { workflow, search, step, version }: Filters,
): RawBuilder<boolean> | undefined {
  const key = search ? hasKey(tenantId, search) : undefined
  const found = search ? (key ? sql<boolean>`(${hasWord(search)} or ${key})` : hasWord(search)) : undefined
  return all([
    workflow ? sql<boolean>`t.workflow_id = ${workflow}` : undefined,
    found,
    step ? sql<boolean>`t.step = ${step}` : undefined,
    version
      ? sql<boolean>`exists (select from instances v where v.tenant_id = ${tenantId} and v.id = t.instance_id
          and v.workflow_version = ${version} offset 0)`
      : undefined,
  ])
}

export const storedFilters = ({ priority, type }: Filters): Pick<ByState, 'priorities' | 'types'> => ({
  priorities: priority?.length ? [...new Set(priority)].map((one) => PRIORITIES.indexOf(one)) : undefined,
  types: type?.length ? [...new Set(type)] : undefined,
})

export const shownStates = (status: TaskListQuery['status']): readonly BoardColumn[] =>
  status === undefined || status === 'pending_only' || status.length === 0 ? UNFINISHED : status
