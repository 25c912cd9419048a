import { sql } from 'kysely'
import { fillFacts } from '../src/areas/analytics/roll-ups/roll-up.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant, readTenantOnce } from '../src/core/db/in-tenant.ts'
import type { TenantTx } from '../src/core/db/tenant-tx.ts'
import type { Viewer } from '../src/core/http/viewer.ts'
import type { Workspace } from './casework.ts'
import { onceUnlocked } from './once-unlocked.ts'

/** Weeks before the story in which the firm already did the same kind of work, with other clients and suppliers. */
const WEEKS = 12
const TITLES = ['Ashgrove', 'Pine & Partner', 'Ostrava Glass', 'Delta Marine', 'Kestrel Foods', 'Fenwick', 'Lindqvist']
const DAY = 86_400
/** Begins the key of each, by which the story is known to be told to its end. */
const PAST = 'past '
/** Sees the whole firm. */
export const HISTORIAN = 'priya'
/** More than there are. */
const MAX_INSTANCES = 10_000

interface Original {
  id: string
  workflow_id: string
  began: Date
  span_s: number
}

/** When a copy happened: from its start on, stretched from the moments that the story took to days. */
interface Retold {
  original: Original
  copy: string
  /** Seconds ago, and how long it took. */
  ago: number
  took: number
  title: string
}

const moment =
  ({ original: { began, span_s }, ago, took }: Retold) =>
  (column: string) =>
    sql`now() - make_interval(secs => ${ago}) + (${sql.ref(column)} - ${began}::timestamptz) * ${took / span_s}::float8`

async function retellInstance({ db, tenantId }: TenantTx, retold: Retold): Promise<void> {
  const at = moment(retold)
  const { original, copy, title, ago } = retold
  const due = sql`(now() - make_interval(secs => ${ago}) + interval '6 days')::date`
  await sql`with next as (update workflow_numbers set last_instance_number = last_instance_number + 1
      where tenant_id = ${tenantId} and workflow_id = ${original.workflow_id} returning last_instance_number)
    insert into instances (tenant_id, id, workflow_id, name, created_at, updated_at, prefix, number, workflow_version, title,
      description, status, outcome, priority, due_date, due_sort, due_first, metadata, source, source_key, started_by, client_id,
      seq, tasks_total, tasks_done, current_steps, started_at, completed_at)
    select tenant_id, ${copy}, workflow_id, ${title}, ${at('created_at')}, ${at('completed_at')}, prefix, next.last_instance_number,
      workflow_version, ${title}, description, status, outcome, priority, ${due}, ${due} + 1, ${due} + 1, metadata, source,
      ${`${PAST}${copy}`}, started_by, client_id, seq, tasks_total, tasks_done, current_steps, ${at('started_at')},
      ${at('completed_at')}
    from instances, next where tenant_id = ${tenantId} and id = ${original.id}`.execute(db)
  await sql`insert into instance_people (tenant_id, instance_id, member_id)
    select tenant_id, ${copy}, member_id from instance_people
    where tenant_id = ${tenantId} and instance_id = ${original.id}`.execute(db)
  await sql`insert into instance_state (tenant_id, instance_id, variables, lists, state, turned_at)
    select tenant_id, ${copy}, variables, lists, state, ${at('turned_at')} from instance_state
    where tenant_id = ${tenantId} and instance_id = ${original.id}`.execute(db)
  await sql`insert into instance_turns (tenant_id, instance_id, seq, at, events, taken, commands, changed, committed_at)
    select tenant_id, ${copy}, seq, ${at('at')}, events, taken, commands, changed, ${at('committed_at')} from instance_turns
    where tenant_id = ${tenantId} and instance_id = ${original.id}`.execute(db)
  await sql`insert into step_runs (tenant_id, instance_id, workflow_id, step, round, opened_at, closed_at, outcome, why, version, kind,
      failed_at, issue)
    select tenant_id, ${copy}, workflow_id, step, round, ${at('opened_at')}, ${at('closed_at')}, outcome, why, version, kind,
      ${at('failed_at')}, issue
    from step_runs where tenant_id = ${tenantId} and instance_id = ${original.id}`.execute(db)
}

async function retellTasks({ db, tenantId }: TenantTx, retold: Retold): Promise<void> {
  const at = moment(retold)
  const { original, copy, ago } = retold
  const { rows } = await sql<{
    id: string
    copy: string
  }>`select id, uuidv7(make_interval(secs => ${-ago})) as copy from tasks
    where tenant_id = ${tenantId} and instance_id = ${original.id} and step is not null`.execute(db)
  const copies = sql`unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.copy)}::uuid[]) as c (old, new)`
  const due = sql`case when due_date is not null then (${at('created_at')} + interval '3 days')::date end`
  await sql`insert into tasks (tenant_id, id, instance_id, workflow_id, number, step, round, item, name, description, task_type, status,
      priority, due_date, due_sort, assigned_to, reviewer_id, team_id, role_id, outcome, attempt, completed_by, completed_at,
      created_at, updated_at, began_at)
    select tenant_id, c.new, ${copy}, workflow_id, number, step, round, item, name, description, task_type, status, priority,
      ${due}, coalesce(${due} + 1, 'infinity'), assigned_to, reviewer_id, team_id, role_id, outcome, attempt, completed_by,
      ${at('completed_at')}, ${at('created_at')}, ${at('completed_at')}, ${at('began_at')}
    from tasks join ${copies} on c.old = id where tenant_id = ${tenantId}`.execute(db)
  await sql`insert into task_people (tenant_id, task_id, part, member_id, asked, status, due_sort, priority)
    select p.tenant_id, c.new, p.part, p.member_id, p.asked, p.status, t.due_sort, p.priority
    from task_people p join ${copies} on c.old = p.task_id join tasks t on t.tenant_id = ${tenantId} and t.id = c.new
    where p.tenant_id = ${tenantId}`.execute(db)
  await sql`insert into task_answers (tenant_id, task_id, answers, answered_by, answered_at)
    select tenant_id, c.new, answers, answered_by, ${at('answered_at')} from task_answers
    join ${copies} on c.old = task_id where tenant_id = ${tenantId}`.execute(db)
  await sql`insert into decisions (tenant_id, task_id, member_id, slot, verdict, comment, at)
    select tenant_id, c.new, member_id, slot, verdict, comment, ${at('at')} from decisions
    join ${copies} on c.old = task_id where tenant_id = ${tenantId} and withdrawn_at is null`.execute(db)
}

/** The past is told last, and in one transaction: where it is, everything before it is there as well. */
export const isPastTold = (ctx: Context, { tenantId }: Pick<Viewer, 'tenantId'>): Promise<boolean> =>
  readTenantOnce(ctx, { tenantId }, async ({ db }) => {
    const found = await db
      .selectFrom('instances')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('source_key', 'like', `${PAST}%`)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  })

/** What the story completed, told again for the weeks before it: figures have something to count and to compare with. */
export async function seedPast({ ctx, cast }: Workspace): Promise<number> {
  const { tenantId, memberId } = await cast.viewer(HISTORIAN)
  const retell = async (tx: TenantTx) => {
    const { rows } = await sql<Original>`select id, workflow_id, created_at as began,
        greatest(1, extract(epoch from completed_at - created_at))::float8 as span_s
      from instances where tenant_id = ${tenantId} and status = 'completed' and deleted_at is null and not narrowed
      order by id`.execute(tx.db)
    let count = 0
    for (const [place, original] of rows.entries()) {
      for (let week = 1; week <= WEEKS; week++) {
        // More each week towards now, each begun on another day and taking between one day and nine.
        if ((place * 5 + week * 3) % (WEEKS + 2) > WEEKS - week / 2) continue
        const ago = (week * 7 + ((place * 3) % 5)) * DAY - ((place * 4_127) % 20_000)
        const took = Math.min(ago - DAY, (1 + ((place * 7 + week * 3) % 9)) * DAY * 0.9)
        const { rows: ids } = await sql<{ id: string }>`select uuidv7(make_interval(secs => ${-ago})) as id`.execute(
          tx.db,
        )
        const copy = ids[0]?.id ?? ''
        const title = `${TITLES[(place + week) % TITLES.length] ?? ''}, week ${WEEKS + 1 - week}`
        const retold = { original, copy, ago, took, title }
        await retellInstance(tx, retold)
        await retellTasks(tx, retold)
        tx.emit({ type: 'instance.changed', kind: 'instance', id: copy, to: [] })
        tx.count('workflow.instances', original.workflow_id, 1)
        count++
      }
    }
    // Times of runs are told from the tasks, as they are for work from before figures were kept.
    await fillFacts(tx.db, tenantId, '00000000-0000-0000-0000-000000000000', MAX_INSTANCES)
    return count
  }
  // It takes the lock of every instance, while the engine may still hold those of some.
  return onceUnlocked(() => inTenant(ctx, { tenantId, memberId }, retell))
}
