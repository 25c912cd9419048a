import { type RawBuilder, sql } from 'kysely'
import { isTaskVisible } from '../tasks/tasks.public.ts'
import type { Visibility } from '../workflows/workflows.public.ts'

/**
 * For rows `w` of the trail: whether the reader may know what a row is about. Work that is gone can no longer be asked
 * for its people, so only the row of its deletion names it, and only if everybody saw it then.
 */
export function mayKnow(visible: Visibility, tenantId: string, memberId: string): RawBuilder<boolean> {
  if (visible.seesAll) return sql<boolean>`true`
  const task = isTaskVisible(visible, tenantId, memberId)
  return sql<boolean>`(case w.entity_kind
    when 'workflow' then exists (select from workflows f
      where f.tenant_id = ${tenantId} and f.id = w.entity_id and ${visible.ofWorkflow('f.id')})
    when 'form' then exists (select from forms f
      where f.tenant_id = ${tenantId} and f.id = w.entity_id and ${visible.ofForm('f.id')})
    when 'submission' then exists (select from form_submissions s
      where s.tenant_id = ${tenantId} and s.id = w.entity_id and ${visible.ofForm('s.form_id')})
    when 'instance' then exists (select from instances i
      where i.tenant_id = ${tenantId} and i.id = w.entity_id and ${visible.ofInstance('i')})
    when 'task' then exists (select from tasks t where t.tenant_id = ${tenantId} and t.id = w.entity_id and ${task})
    when 'document' then exists (select from documents d where d.tenant_id = ${tenantId} and d.id = w.entity_id
      and (${visible.ofFile('d')} or exists (select from tasks t
        where t.tenant_id = ${tenantId} and t.id = d.task_id and ${task})))
    else true end
    or (w.act in ('workflow.purged', 'form.purged', 'instance.purged', 'document.purged') and w.data->>'open' = 'true'))`
}
