import { Holiday, WorkingDay } from '@throughline/contracts/org'
import type { Calendar, Json } from '@throughline/flow/eval'
import type { State } from '@throughline/flow/run'
import * as z from 'zod/mini'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { zoneTable } from '../../../core/zone-clock.ts'
import type { InstanceRow } from './instance.queries.ts'
import type { Running } from './running.ts'
import { standInOf } from './stand-in.ts'
import { versionOf } from './version.ts'

const DAY = 86_400_000
/** The turn before wrote them, and nobody else does. */
const Stored = {
  state: z.custom<State>(),
  variables: z.custom<Record<string, Json>>(),
  lists: z.custom<Record<string, Json[]>>(),
}

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Each day of each holiday. */
function daysOff(holidays: readonly Holiday[]): string[] {
  return holidays.flatMap(({ from, to }) => {
    const days: string[] = []
    for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) days.push(new Date(at).toISOString().slice(0, 10))
    return days
  })
}

/** The organisation's time as data, as it is now: what a step has set stays set. */
export function calendarOf(tenant: Pick<InstanceRow, 'time_zone' | 'working_days' | 'holidays'>): Calendar {
  const days = z.parse(z.array(WorkingDay), tenant.working_days)
  return {
    zone: zoneTable(tenant.time_zone, Date.now()),
    days: days.map(({ day }) => day),
    start: Math.min(...days.map(({ from }) => minutesOf(from)), 24 * 60 - 1),
    holidays: daysOff(z.parse(z.array(Holiday), tenant.holidays)),
  }
}

export async function loadRunning(tx: ReadTx, row: InstanceRow): Promise<Running> {
  const version = await versionOf(tx.db, tx.tenantId, row.workflow_id, row.workflow_version)
  return {
    tx,
    ...version,
    id: row.id,
    workflowId: row.workflow_id,
    calendar: calendarOf(row),
    starter: row.started_by,
    standIn: standInOf(row),
    startedAt: (row.started_at ?? row.created_at).getTime(),
    dueAt: row.due_date ? row.due_sort.getTime() : undefined,
    priority: row.priority,
    state: z.parse(Stored.state, row.state),
    vars: z.parse(Stored.variables, row.variables),
    lists: z.parse(Stored.lists, row.lists),
  }
}
