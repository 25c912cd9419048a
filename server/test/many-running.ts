import type pg from 'pg'
import { settle } from './settle.ts'

interface Many {
  tenantId: string
  memberId: string
  /** Open to everyone; and one that the viewer may not see, of which the newest `hidden` are. */
  workflows: { open: string; hidden: string }
  count: number
  hidden: number
}

const STATE = { v: 1, plan: '', seq: 1, status: 'running', wait: {}, round: {}, base: 1, returns: 0 }
const OPEN = { ask: { round: 1, since: 0, phase: 'working', attempt: 1 } }

/** So many instances with three tasks each, two of them done; a customer in a hundred, one in fifty in the trash. */
export async function putManyRunning(admin: pg.Client, { tenantId, memberId, workflows, count, hidden }: Many) {
  // Without checking each foreign key: they are right, and there are many.
  await admin.query('set session_replication_role = replica')
  const client = await admin.query<{ id: string }>(
    `insert into clients (tenant_id, name) values ($1, 'Harbor') returning id`,
    [tenantId],
  )
  await admin.query(
    `insert into instances (tenant_id, workflow_id, workflow_version, prefix, number, name, title, status, started_by, source_key,
       client_id, deleted_at, tasks_total, tasks_done, started_at, completed_at)
     select $1, case when n > $5::int - $6::int then $4::uuid else $3::uuid end, 1, 'MANY', n, 'Desk ' || n, 'Chair number ' || n,
       (array['in_progress','in_progress','completed','completed','failed','cancelled','pending'])[1 + n % 7], $2, 'many ' || n,
       case when n % 100 = 0 then $7::uuid end, case when n % 50 = 49 then now() - make_interval(secs => n) end, 3, 2,
       now() - interval '1 day', case when n % 7 in (2, 3) then now() - make_interval(secs => n) end
     from generate_series(1, $5::int) n`,
    [tenantId, memberId, workflows.open, workflows.hidden, count, hidden, client.rows[0]?.id],
  )
  await admin.query(
    `insert into instance_state (tenant_id, instance_id, state)
     select tenant_id, id, jsonb_set($2::jsonb, '{open}', case when status in ('in_progress', 'failed') then $3::jsonb else '{}' end)
     from instances where tenant_id = $1`,
    [tenantId, JSON.stringify(STATE), JSON.stringify(OPEN)],
  )
  await admin.query(
    `insert into tasks (tenant_id, instance_id, workflow_id, number, step, round, name, task_type, status, assigned_to, in_trash)
     select i.tenant_id, i.id, i.workflow_id, t, 'ask', t, 'Ask ' || t, 'manual',
       case when t < 3 then 'completed' when i.status in ('in_progress', 'failed') then 'pending' else 'cancelled' end, $2,
       i.deleted_at is not null
     from instances i, generate_series(1, 3) t where i.tenant_id = $1`,
    [tenantId, memberId],
  )
  await admin.query(
    `insert into step_runs (tenant_id, instance_id, workflow_id, step, round, opened_at, closed_at, outcome)
     select tenant_id, id, workflow_id, 'ask', t, now() - interval '2 hours', now() - make_interval(mins => t), 'done'
     from instances, generate_series(1, 2) t where tenant_id = $1`,
    [tenantId],
  )
  await admin.query('set session_replication_role = origin')
  await settle(admin)
}
