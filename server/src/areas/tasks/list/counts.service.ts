import type { Made } from '@throughline/contracts/endpoint'
import type { countTasks } from '@throughline/contracts/tasks'
import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { dayIn, endOfDay } from '../../instances/instances.public.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { countOwn } from './counts.queries.ts'
import { zoneOf } from './zone.queries.ts'

export const ownCounts = (ctx: Context, viewer: Viewer): Promise<Made<typeof countTasks>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const zone = await zoneOf(db, tenantId)
    const dayEnds = endOfDay(dayIn(zone, new Date()), zone)
    return { data: await countOwn(db, tenantId, viewer.memberId, dayEnds, await visibleTo(tx, viewer)) }
  })
