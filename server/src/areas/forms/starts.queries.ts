import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'

export interface StartRow {
  form_id: string
  id: string
  name: string
  prefix: string
}

/** What responses to these forms start, as far as the reader may see it. */
export const startsOf = (db: Db, tenantId: string, formIds: readonly string[], visible: Visibility) =>
  db
    .selectFrom('workflow_triggers as t')
    .innerJoin('workflows as w', (join) =>
      join.onRef('w.tenant_id', '=', 't.tenant_id').onRef('w.id', '=', 't.workflow_id'),
    )
    .select([sql<string>`t.form_id`.as('form_id'), 'w.id', 'w.name', 'w.prefix'])
    .where('t.tenant_id', '=', tenantId)
    .where('t.form_id', '=', sql<string>`any (${formIds}::uuid[])`)
    .where('w.deleted_at', 'is', null)
    .where(visible.ofWorkflow('w.id'))
    .orderBy('w.name_key')
    .orderBy('w.id')
    .execute()
