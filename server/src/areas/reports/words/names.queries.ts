import { sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Visibility } from '../../workflows/workflows.public.ts'
import type { KnownNames } from './question-rules.ts'

const MAX_NAMES = 500

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
  return { workflows: workflows.rows, forms: forms.rows, teams: teams.rows.map(({ name }) => name) }
}
