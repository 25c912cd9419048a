import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { endOfDay } from './due.ts'
import { type Dated, daysAfter, findZone, setDays, setMoments } from './redate.queries.ts'

const CHUNK_SIZE = 1_000

export interface RedateLeft {
  tenantId: string
  table: Dated
  after: string
}

export const createRedateActivities = (ctx: Context) => ({
  /** A repeat finds what it changed changed, and goes on behind it; undefined at the end. */
  redateBite: ({ tenantId, table, after }: RedateLeft): Promise<string | undefined> =>
    inTenant(ctx, { tenantId: TenantId.parse(tenantId) }, async (tx) => {
      const { db, tenantId: id } = tx
      const { time_zone } = await findZone(db, id)
      const { last, days, has_strays } = await daysAfter(db, id, table, { after, limit: CHUNK_SIZE, zone: time_zone })
      if (last === null) return undefined
      const stretch = { after, last }
      const moments = days.map((day) => ({ day, at: endOfDay(day, time_zone) }))
      const tasks = moments.length > 0 ? await setMoments(db, id, table, stretch, moments) : []
      if (has_strays) await setDays(db, id, table, stretch, time_zone)
      // Messages about them follow. Open pages show the day, which stays as it is where there is no time of day.
      for (const task of tasks) tx.emit({ type: 'task.redated', kind: 'task', id: task, to: [] })
      return last
    }),
})

export type RedateActivities = ReturnType<typeof createRedateActivities>
