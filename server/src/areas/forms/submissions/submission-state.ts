import type { SubmissionState } from '@throughline/contracts/form-submissions'
import { sql } from 'kysely'
import { countersOf } from '../../../core/db/counters.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'

const OF_STATE = 'form.state'
const STATES = ['received', 'running', 'finished', 'not_started', 'held'] as const

/** For each response that enters a state, and with -1 for each that leaves it. */
export const countState = (tx: TenantTx, formId: string, state: string, by: number): void =>
  tx.count(OF_STATE, `${formId}:${state}`, by)

export async function stateCounts({ db, tenantId }: ReadTx, formId: string): Promise<Record<SubmissionState, number>> {
  const keys = STATES.map((state) => `${formId}:${state}`)
  const counts = await countersOf(db, tenantId, OF_STATE, keys)
  const n = (state: SubmissionState) => counts.get(`${formId}:${state}`) ?? 0
  return {
    received: n('received'),
    running: n('running'),
    finished: n('finished'),
    not_started: n('not_started'),
    held: n('held'),
  }
}

/** What a start came to; an instance that is gone for ever is over. */
interface StartOutcome {
  state: string
  isOver: boolean
}

/** What a response came to, by what its triggers made of it. */
function stateOf(starts: readonly StartOutcome[]): SubmissionState {
  if (starts.some(({ state }) => state === 'held')) return 'held'
  if (starts.some(({ state }) => state === 'not_started')) return 'not_started'
  if (starts.length === 0) return 'received'
  return starts.every(({ isOver }) => isOver) ? 'finished' : 'running'
}

/** Reads anew what a response came to, and tells the counts of its form. Answers its state. */
export async function restate(tx: TenantTx, submissionId: string): Promise<SubmissionState | undefined> {
  const { db, tenantId } = tx
  const row = await db
    .selectFrom('form_submissions')
    .select(['form_id', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', submissionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { rows } = await sql<StartOutcome>`
    select s.state, coalesce(i.status in ('completed', 'cancelled'), true) as "isOver" from submission_starts s
    left join instances i on i.tenant_id = s.tenant_id and i.id = s.instance_id
    where s.tenant_id = ${tenantId} and s.submission_id = ${submissionId}`.execute(db)
  const state = stateOf(rows)
  if (state === row.state) return state
  await db
    .updateTable('form_submissions')
    .set({ state })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', submissionId)
    .execute()
  countState(tx, row.form_id, row.state, -1)
  countState(tx, row.form_id, state, 1)
  return state
}
