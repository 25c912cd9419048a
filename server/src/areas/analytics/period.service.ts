import { RANGE_DAYS, type TimeRange } from '@throughline/contracts/analytics-lists'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { dayIn, endOfDay } from '../instances/instances.public.ts'

const DAY = 86_400_000

export interface Period {
  /** Days of the organization. */
  from: string
  to: string
  previous: { from: string; to: string } | null
  /** The first day of the days before, whether or not they can be compared. */
  first: string
  /** The moments at which those begin, and at which the days begin. */
  firstBegins: Date
  begins: Date
  ends: Date
  asOf: Date
  timeZone: string
}

export const shiftDay = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** What began before this has committed, except where something hangs: lists show no more than figures counted. */
const SETTLED = sql`interval '10 seconds'`

/** How far a tenant is counted. If nothing happened since, that is by now, or when the next task became overdue. */
async function findCounted(db: Db, tenantId: string) {
  const { rows } = await sql<{ time_zone: string; as_of: Date; began: Date | null }>`
    select t.time_zone, case when exists (select from events e
        where e.tenant_id = ${tenantId} and e.id > app.uuid_floor(coalesce(r.as_of, t.created_at)))
      then coalesce(r.as_of, t.created_at) else least(greatest(r.as_of, now() - ${SETTLED}), r.next_due) end as as_of,
      (select i.created_at from instances i where i.tenant_id = ${tenantId} order by i.id limit 1) as began
    from tenants t left join roll_ups r on r.tenant_id = t.id where t.id = ${tenantId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a tenant that asks is there')
  return row
}

/** The days of a range, today included, and as many before. */
export async function periodOf({ db, tenantId }: ReadTx, range: TimeRange): Promise<Period> {
  const { time_zone: timeZone, as_of: asOf, began } = await findCounted(db, tenantId)
  const days = RANGE_DAYS[range]
  const to = dayIn(timeZone, asOf)
  const [from, first] = [shiftDay(to, 1 - days), shiftDay(to, 1 - 2 * days)]
  const isComparable = began !== null && dayIn(timeZone, began) <= first
  return {
    from,
    to,
    previous: isComparable ? { from: first, to: shiftDay(from, -1) } : null,
    first,
    firstBegins: endOfDay(shiftDay(first, -1), timeZone),
    begins: endOfDay(shiftDay(from, -1), timeZone),
    ends: asOf,
    asOf,
    timeZone,
  }
}

/** Nothing is read of the days before. */
export const withoutBefore = (period: Period): Period => ({
  ...period,
  first: period.from,
  firstBegins: period.begins,
})

/** Of the days before, only how the last of them ended. */
export const withLastBefore = (period: Period): Period => ({
  ...period,
  first: shiftDay(period.from, -1),
  firstBegins: period.begins,
})

/** The days before, as days of their own. */
export const daysBefore = (period: Period): Period => ({
  ...period,
  to: shiftDay(period.from, -1),
  ends: period.begins,
})

export const periodOnWire = ({ from, to, previous, asOf, timeZone }: Period) => ({
  from,
  to,
  previous,
  as_of: asOf.toISOString(),
  time_zone: timeZone,
})
