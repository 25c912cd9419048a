import type { listStaffLog } from '@throughline/contracts/admin'
import type { Made, Query } from '@throughline/contracts/endpoint'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inStaff, STAFF_LOG } from '../../core/db/in-staff.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { type LogRow, logRows, noteRead } from './staff-log.queries.ts'

type Entry = Made<typeof listStaffLog>[number]

const toWire = ({ actor_id, actor_name, hash, ...row }: LogRow): Entry => ({
  ...row,
  actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
  hash: hash?.toString('hex') ?? null,
})

export const staffLogPage = (ctx: Context, viewer: Viewer, { cursor, limit }: Query<typeof listStaffLog>) =>
  inStaff(ctx, viewer, async (tx) => {
    const cursors = cursorsOf(ctx, STAFF_LOG, 'staff_log', null)
    const [before] = cursors.decode(cursor) ?? []
    const rows = await logRows(tx, before, limit + 1)
    await noteRead(tx, 'staff_log.read', 'staff_log', null)
    const { data, next } = pageOf(rows, limit, ({ at }) => cursors.encode([at]))
    return { data: data.map(toWire), next }
  })
