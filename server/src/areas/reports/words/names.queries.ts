import { sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Visibility } from '../../workflows/workflows.public.ts'
import type { KnownNames, NamedStep } from './question-rules.ts'

const MAX_NAMES = 500
const MAX_STEPS = 5_000

/** The names that a question may use, of what the person may see. */
export async function knownNames({ db, tenantId }: ReadTx, visible: Visibility): Promise<KnownNames> {
  const workflows = await sql<{ id: string; name: string; prefix: string }>`select id, name, prefix from workflows w
    where tenant_id = ${tenantId} and deleted_at is null and ${visible.ofWorkflow('w.id')} limit ${MAX_NAMES}`.execute(
    db,
  )
  const forms = await sql<{ id: string; title: string }>`select id, title from forms f
    where tenant_id = ${tenantId} and deleted_at is null and ${visible.ofForm('f.id')} limit ${MAX_NAMES}`.execute(db)
  const teams = await sql<{ name: string }>`select name from teams
    where tenant_id = ${tenantId} and deleted_at is null limit ${MAX_NAMES}`.execute(db)
  const steps =
    await sql<NamedStep>`select w.id as workflow_id, s.key as step, s.value ->> 'name' as name from workflows w
    join workflow_versions v on v.tenant_id = w.tenant_id and v.workflow_id = w.id and v.number = w.current_version
    cross join lateral json_each(v.document -> 'steps') s
    where w.tenant_id = ${tenantId} and w.deleted_at is null and ${visible.ofWorkflow('w.id')}
    limit ${MAX_STEPS}`.execute(db)
  return {
    workflows: workflows.rows,
    forms: forms.rows,
    teams: teams.rows.map(({ name }) => name),
    steps: steps.rows,
  }
}
