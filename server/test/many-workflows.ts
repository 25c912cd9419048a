import { print } from '@throughline/flow/compile'
import type pg from 'pg'
import { workflowDocument } from './workflow-document.ts'

/**
 * So many workflows with so many versions each, in one tenant; one in ten is archived, one in fifty in the trash. The last
 * is called Zebra crossing. Counters and words are as the product writes them.
 */
export async function putManyWorkflows(
  admin: pg.Client,
  tenantId: string,
  memberId: string,
  count: number,
  versions: number,
) {
  // Without checking each foreign key: they are right, and there are many.
  await admin.query('set session_replication_role = replica')
  await admin.query(
    `insert into workflows (tenant_id, name, prefix, status, current_version, step_types, step_count, saved_at, created_by, deleted_at)
     select $1, case when n = $3 then 'Zebra crossing' else (array['Invoice','Leave','Contract','Expense','Review'])[1 + n % 5] || ' flow ' || n end,
       'M' || n, case when n % 10 = 0 then 'archived' else 'active' end, $4, '{manual,approval}', 2,
       now() - make_interval(secs => n), $2, case when n % 50 = 49 then now() - make_interval(secs => n) end
     from generate_series(1, $3::int) n`,
    [tenantId, memberId, count, versions],
  )
  await admin.query(
    `insert into workflow_drafts (tenant_id, workflow_id, based_on, version, document)
     select tenant_id, id, current_version, $2, $3::json from workflows where tenant_id = $1`,
    [tenantId, versions, print(workflowDocument)],
  )
  await admin.query(
    `insert into workflow_versions (tenant_id, workflow_id, number, hash, document, plan, exprs, changes, change_count, authors, published_by)
     select w.tenant_id, w.id, v, 'hash', case when v = $2 then $3::json else '{}'::json end, '{}', '{}', '[]', 1, array[$4::uuid], $4
     from workflows w, generate_series(1, $2::int) v where w.tenant_id = $1`,
    [tenantId, versions, print(workflowDocument), memberId],
  )
  await admin.query(
    `insert into workflow_words (tenant_id, workflow_id, word_key)
     select w.tenant_id, w.id, k.word from workflows w,
       lateral (select w.prefix_key as word union select substr(w.name_key, 1) union
         select substr(w.name_key, strpos(w.name_key, ' ') + 1)) k where w.tenant_id = $1`,
    [tenantId],
  )
  await admin.query(
    `insert into counters (tenant_id, name, key, slot, n)
     select tenant_id, 'workflows', case when deleted_at is null then status else 'trash' end, 0, count(*)
     from workflows where tenant_id = $1 group by 1, 3`,
    [tenantId],
  )
  await admin.query('set session_replication_role = origin')
  await admin.query('vacuum analyze workflows, workflow_drafts, workflow_versions, workflow_words, counters, members')
}
