import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { secretsNamedIn } from '@throughline/flow/compile'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** All of them, whoever asks: names are no secrets. */
export async function secretNames(db: Db, tenantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('integration_secrets')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** What is published names at most a hundred; a draft may name anything. */
const MAX_NAMES = 1_000

/** Keeps which secrets a workflow refers to, in its draft or its current version. */
export async function writeSecretUses(
  db: Db,
  tenantId: string,
  workflowId: string,
  place: 'draft' | 'published',
  { before, after }: { before: FlowDoc | undefined; after: FlowDoc },
): Promise<void> {
  const [old, names] = [before ? secretsNamedIn(before) : [], secretsNamedIn(after)]
  if (old.join() === names.join()) return
  await db
    .deleteFrom('secret_uses')
    .where('tenant_id', '=', tenantId)
    .where('workflow_id', '=', workflowId)
    .where('place', '=', place)
    .execute()
  if (names.length === 0) return
  await sql`insert into secret_uses (tenant_id, workflow_id, place, name)
    select ${tenantId}, ${workflowId}, ${place}, unnest(${names.slice(0, MAX_NAMES)}::text[])`.execute(db)
}
