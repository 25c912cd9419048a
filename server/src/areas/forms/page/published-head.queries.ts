import type { Db } from '../../../core/db/bound-kysely.ts'

/** What decides how the page of a form looks now, without its content. */
export const findPublishedHead = (db: Db, tenantId: string, formId: string) =>
  db
    .selectFrom('forms as f')
    .innerJoin('form_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'f.tenant_id')
        .onRef('v.form_id', '=', 'f.id')
        .onRef('v.number', '=', 'f.current_version'),
    )
    .innerJoin('tenants as t', 't.id', 'f.tenant_id')
    .select(['f.closed_at', 'f.closes_at', 'f.closes_after', 'f.last_response_at', 'f.max_files', 'f.max_megabytes'])
    .select(['v.number', 'v.hash', 't.name as organisation', 't.time_zone'])
    .where('f.tenant_id', '=', tenantId)
    .where('f.id', '=', formId)
    .where('f.deleted_at', 'is', null)
    .executeTakeFirst()
