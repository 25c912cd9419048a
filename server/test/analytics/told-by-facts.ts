import type { TestDatabase } from '../database.ts'

type Database = Pick<TestDatabase, 'admin'>

/** As if no day had been closed yet: the next count closes each anew, by the facts and in the zone that hold then. */
export const reopenDays = (database: Database, tenantId: string): Promise<void> =>
  database.admin(async (db) => {
    await db.query('update workflow_days set running = null, overdue = null where tenant_id = $1', [tenantId])
    await db.query('delete from usage_days where tenant_id = $1', [tenantId])
    await db.query('update roll_ups set closed_day = null where tenant_id = $1', [tenantId])
  })

const TOLD = {
  running: `select u.day, i.workflow_id, i.workflow_version as version, i.narrowed, count(*)::int as n from ended u
    join instances i on i.tenant_id = $1 and i.deleted_at is null and i.created_at < u.ends
      and (i.completed_at >= u.ends or i.completed_at is null and i.status not in ('completed', 'cancelled'))
    group by 1, 2, 3, 4`,
  overdue: `select u.day, i.workflow_id, i.workflow_version as version, i.narrowed, count(*)::int as n from ended u
    join tasks t on t.tenant_id = $1 and t.created_at < u.ends and t.due_date is not null and t.due_sort < u.ends
      and (t.completed_at >= u.ends or t.completed_at is null and t.status not in ('completed', 'cancelled'))
    join instances i on i.tenant_id = $1 and i.id = t.instance_id and i.deleted_at is null
    group by 1, 2, 3, 4`,
} as const

/** Days as they were closed that say of open work what is not counted here from the facts; of both, what the other lacks. */
export async function differingEnds(database: Database, tenantId: string, zone: string): Promise<string[]> {
  const found: string[] = []
  for (const [column, told] of Object.entries(TOLD)) {
    const { rows } = await database.admin((db) =>
      db.query<{ text: string }>(
        `with ended as (select day, (day + 1)::timestamp at time zone $2 as ends from usage_days where tenant_id = $1),
           told as (${told}),
           stored as (select day, workflow_id, version, narrowed, ${column} as n from workflow_days
             where tenant_id = $1 and ${column} > 0)
         select concat_ws(' ', day, workflow_id, version, narrowed, '${column}', s.n, 'stored,', t.n, 'told') as text
         from stored s full join told t using (day, workflow_id, version, narrowed) where s.n is distinct from t.n`,
        [tenantId, zone],
      ),
    )
    found.push(...rows.map(({ text }) => text))
  }
  return found
}

/** Days as they were closed whose use is not what is counted here from the facts, one day at a time. */
export async function differingUse(database: Database, tenantId: string, zone: string): Promise<string[]> {
  const onDay = (column: string) => `(${column} at time zone $2)::date = u.day`
  const cases = (condition: string) =>
    `(select count(*)::int from instances i where i.tenant_id = $1 and i.deleted_at is null and ${condition})`
  const calls = (condition: string) =>
    `(select count(*)::int from step_runs r join instances i on i.tenant_id = $1 and i.id = r.instance_id
       where r.tenant_id = $1 and i.deleted_at is null and r.kind = 'tool' and ${condition})`
  const ended = `i.status = 'completed' and ${onDay('i.completed_at')}`
  const told = {
    people: `(select count(distinct e.actor_id)::int from events e
      where e.tenant_id = $1 and ${onDay('uuid_extract_timestamp(e.id)')})`,
    started: cases(onDay('i.started_at')),
    ended: cases(ended),
    late: cases(`${ended} and i.due_date is not null and i.completed_at > i.due_sort`),
    automations_done: calls(`${onDay('r.closed_at')} and r.outcome is not null and r.failed_at is null`),
    automations_failed: calls(`${onDay('r.failed_at')} and r.issue is not null`),
    automations_stopped: calls(`${onDay('r.closed_at')} and r.outcome is null`),
    file_bytes: '(select coalesce(sum(bytes), 0)::bigint from blobs where tenant_id = $1)',
    members: `(select count(*)::int from members where tenant_id = $1 and status = 'active')`,
  }
  const columns = Object.entries(told)
  const { rows } = await database.admin((db) =>
    db.query<{ text: string }>(
      `select x::text as text from (select u.day, ${columns.map(([name, count]) => `u.${name} as ${name}, ${count} as told_${name}`).join(', ')}
         from usage_days u where u.tenant_id = $1) x
       where ${columns.map(([name]) => `${name} is distinct from told_${name}`).join(' or ')}`,
      [tenantId, zone],
    ),
  )
  return rows.map(({ text }) => text)
}
