import { Json } from '@throughline/contracts/json'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { type StoredResponse, startTriggers } from './start-triggers.ts'

const Answers = z.record(z.string(), Json)

async function storedResponse({ db, tenantId }: TenantTx, id: string): Promise<StoredResponse | undefined> {
  const row = await db
    .selectFrom('form_submissions')
    .select(['id', 'form_id', 'version', 'receipt', 'answers'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { ...row, answers: z.parse(Answers, row.answers) }
}

/** A trigger that was deleted starts nothing any more: what it left open is not waited for. */
async function forgetGone({ db, tenantId }: TenantTx, submissionId: string): Promise<void> {
  await sql`delete from submission_starts s
    where s.tenant_id = ${tenantId} and s.submission_id = ${submissionId} and s.state <> 'started'
      and not exists (select from workflow_triggers t where t.tenant_id = s.tenant_id and t.id = s.trigger_id)`.execute(
    db,
  )
}

/**
 * Tries what a response was to start and has not; triggers that were added after it came are none of these. True: some of it
 * still waits, since the plan has no runs left.
 */
export async function startAgain(tx: TenantTx, submissionId: string): Promise<boolean> {
  const response = await storedResponse(tx, submissionId)
  if (!response) return false
  await forgetGone(tx, submissionId)
  const open = await tx.db
    .selectFrom('submission_starts')
    .select('trigger_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('submission_id', '=', submissionId)
    .where('state', '<>', 'started')
    .execute()
  const { outOfRuns } = await startTriggers(
    tx,
    response,
    open.map(({ trigger_id }) => trigger_id),
  )
  return outOfRuns
}

/** For a trigger that was added later; one that has started it already starts nothing. */
export async function startFor(tx: TenantTx, submissionId: string, triggerId: string): Promise<void> {
  const response = await storedResponse(tx, submissionId)
  if (response) await startTriggers(tx, response, [triggerId])
}
