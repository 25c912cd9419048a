import { sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Scope } from '../../../core/db/tenant-tx.ts'
import { eraseOne } from './submission-acts.service.ts'

const CHUNK_SIZE = 50

/** Read from the oldest on, form by form. */
async function tooOld(db: Db, tenantId: string): Promise<{ id: string; form_id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; form_id: string; title: string }>`
    select s.id, f.id as form_id, f.title from forms f
    cross join lateral (
      select o.id, o.received_at from form_submissions o where o.tenant_id = ${tenantId} and o.form_id = f.id
      order by o.id limit ${CHUNK_SIZE}) s
    where f.tenant_id = ${tenantId} and f.retention_days is not null
      and s.received_at < now() - make_interval(days => f.retention_days)
    limit ${CHUNK_SIZE}`.execute(db)
  return rows
}

/** Erases responses that have been kept as long as their form says; says how many, so that the job knows whether to come again. */
export const purgeSubmissions = (ctx: Context, scope: Scope): Promise<number> =>
  inTenant(ctx, scope, async (tx) => {
    const old = await tooOld(tx.db, tx.tenantId)
    for (const { id, form_id } of old) await eraseOne(tx, form_id, id)
    const forms = new Map(old.map(({ form_id, title }) => [form_id, title]))
    for (const [id, title] of forms) {
      const count = old.filter(({ form_id }) => form_id === id).length
      tx.audit({ act: 'form.responses_expired', kind: 'form', id, data: { name: title, count } })
    }
    return old.length
  })
