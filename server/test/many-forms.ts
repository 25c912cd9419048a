import type pg from 'pg'
import { formContent } from './form-acts.ts'

/**
 * So many forms in one tenant; one in ten is a draft, one in ten closed, one in fifty in the trash, and one in seven ends
 * with its hundredth response. The last is called Zebra crossing.
 */
export async function putManyForms(admin: pg.Client, tenantId: string, memberId: string, count: number) {
  const content = JSON.stringify(formContent())
  // Without checking each foreign key: they are right, and there are many.
  await admin.query('set session_replication_role = replica')
  await admin.query(
    `insert into forms (tenant_id, title, current_version, last_version, closed_at, closes_after, last_response_at, created_by, deleted_at)
     select $1, case when n = $3 then 'Zebra crossing' else (array['Intake','Leave','Contract','Expense','Review'])[1 + n % 5] || ' form ' || n end,
       case when n % 10 <> 1 then 1 end, 1, case when n % 10 = 2 then now() end, case when n % 7 = 0 then 100 end,
       case when n % 3 = 0 then now() - make_interval(secs => n) end, $2, case when n % 50 = 49 then now() - make_interval(secs => n) end
     from generate_series(1, $3::int) n`,
    [tenantId, memberId, count],
  )
  await admin.query(
    `insert into form_drafts (tenant_id, form_id, based_on, version, content)
     select tenant_id, id, 1, 1, $2::json from forms where tenant_id = $1`,
    [tenantId, content],
  )
  await admin.query(
    `insert into form_versions (tenant_id, form_id, number, hash, content, compiled, changes, change_count, authors, published_by)
     select tenant_id, id, 1, 'hash', $2::json, '{"pages": [], "fields": [], "show": {}}', '[]', 1, array[$3::uuid], $3 from forms where tenant_id = $1`,
    [tenantId, content, memberId],
  )
  await admin.query(
    `insert into counters (tenant_id, name, key, slot, n)
     select tenant_id, 'form.submissions', id, slot, 20 from forms, generate_series(0, 3) slot where tenant_id = $1`,
    [tenantId],
  )
  await admin.query('set session_replication_role = origin')
  await admin.query('vacuum analyze forms, form_drafts, form_versions, counters, members')
}
