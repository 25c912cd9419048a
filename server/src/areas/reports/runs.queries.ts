import type { ReportColumn, ReportParameter, ReportProblem } from '@throughline/contracts/reports'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { storableJson } from '../../core/db/storable.ts'

/** What the list of reports shows of a run. */
const LIST_COLUMNS = [
  'id',
  'report_id',
  'state',
  'background',
  'row_count',
  'longest_cell',
  'problem',
  'started_at',
] as const
/** And what a report shows of its runs: where the blocks of an answer end is read with its rows only. */
const SHOWN_COLUMNS = [
  ...LIST_COLUMNS,
  ...(['query', 'parameters', 'columns', 'created_at', 'finished_at', 'expires_at'] as const),
] as const
const COLUMNS = [...SHOWN_COLUMNS, 'member_id', 'stopped', 'blocks', 'attempt'] as const

export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>
export type ShownRun = Pick<RunRow, (typeof SHOWN_COLUMNS)[number]>
export type ListedRun = Pick<RunRow, (typeof LIST_COLUMNS)[number]>

/** The name of the stored answer. */
export const fileOf = ({ id, attempt }: Pick<RunRow, 'id' | 'attempt'>): string => attempt ?? id

export const findRun = (db: Db, tenantId: string, id: string) =>
  db.selectFrom('report_runs').select(COLUMNS).where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst()

/** The last runs of one member, of each of these reports. */
export const lastRuns = (db: Db, tenantId: string, memberId: string, reports: readonly string[]) =>
  db
    .selectFrom(sql<{ one: string }>`unnest(${reports}::uuid[])`.as<'r'>(sql`r (one)`))
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('report_runs')
          .select(LIST_COLUMNS)
          .where('tenant_id', '=', tenantId)
          .whereRef('report_id', '=', 'r.one')
          .where('member_id', '=', memberId)
          .orderBy('id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('last')
    .execute()

interface RunOwner {
  report_id: string
  member_id: string
}

const runsOfOne = (db: Db, tenantId: string, { report_id, member_id }: RunOwner) =>
  db
    .selectFrom('report_runs')
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', report_id)
    .where('member_id', '=', member_id)
    .orderBy('id', 'desc')

/** Of one person and report. */
const KEPT_RUNS = 20

/** The last runs of one member, of one report. */
export const runsOf = (db: Db, tenantId: string, owner: RunOwner, limit = KEPT_RUNS) =>
  runsOfOne(db, tenantId, owner).select(SHOWN_COLUMNS).limit(limit).execute()

/** The last one, with all that is needed to read its rows. */
export const findLastRun = (db: Db, tenantId: string, owner: RunOwner) =>
  runsOfOne(db, tenantId, owner).select(COLUMNS).limit(1).executeTakeFirst()

/** Those that are listed nowhere any more. */
export const runsBeyondKept = (db: Db, tenantId: string, owner: RunOwner, limit: number) =>
  runsOfOne(db, tenantId, owner)
    .select(['id', 'attempt'])
    .where(sql<boolean>`state <> 'processing'`)
    .offset(KEPT_RUNS)
    .limit(limit)
    .execute()

export async function countRunning(db: Db, tenantId: string, memberId: string): Promise<number> {
  await sql`select from members where tenant_id = ${tenantId} and id = ${memberId} for no key update`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from report_runs
    where tenant_id = ${tenantId} and member_id = ${memberId} and state = 'processing'`.execute(db)
  return rows[0]?.n ?? 0
}

export async function runsBefore(db: Db, runId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select auth.report_runs_before(${runId}) as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** What all answers of the organization hold together. */
export async function answerBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select auth.report_answer_bytes() as n`.execute(db)
  return rows[0]?.n ?? 0
}

interface NewRun extends RunOwner {
  query: string
  parameters: readonly ReportParameter[]
  background: boolean
}

export const insertRun = (db: Db, tenantId: string, { parameters, ...run }: NewRun) =>
  db
    .insertInto('report_runs')
    .values({ tenant_id: tenantId, ...run, parameters: storableJson(JSON.stringify(parameters)) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

export const markStopped = (db: Db, tenantId: string, memberId: string, reportId: string) =>
  sql`update report_runs set stopped = true where tenant_id = ${tenantId} and member_id = ${memberId}
    and report_id = ${reportId} and state = 'processing'`.execute(db)

export async function oldestWaiting(db: Db, tenantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from report_runs
    where tenant_id = ${tenantId} and state = 'processing' order by id limit 1`.execute(db)
  return rows[0]?.id
}

/** One attempt to answer a run. A later one takes the run away from it: then it notes and ends nothing any more. */
export interface AttemptRef {
  id: string
  attempt: string
}

export const markAttempt = (db: Db, tenantId: string, { id, attempt }: AttemptRef) =>
  sql`update report_runs set attempt = ${attempt}, row_count = 0
    where tenant_id = ${tenantId} and id = ${id} and state = 'processing'`.execute(db)

export const markStarted = (db: Db, tenantId: string, { id, attempt }: AttemptRef) =>
  sql`update report_runs set started_at = now()
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt}`.execute(db)

/** How far it is; says whether it is to be stopped. */
export async function noteProgress(
  db: Db,
  tenantId: string,
  { id, attempt }: AttemptRef,
  rows: number,
): Promise<boolean> {
  const noted = await sql<{ stopped: boolean }>`update report_runs set row_count = ${rows}
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt} and state = 'processing'
    returning stopped`.execute(db)
  return noted.rows[0]?.stopped !== false
}

type Outcome =
  | { state: 'completed'; row_count: number; longest_cell: number; blocks: number[]; columns: readonly ReportColumn[] }
  | { state: 'failed'; problem: ReportProblem }

/** Once, and by the newest attempt if it is one that ends it: any other changes nothing and finds nothing. */
export function endRun(
  db: Db,
  tenantId: string,
  { id, attempt }: { id: string; attempt?: string | undefined },
  outcome: Outcome,
) {
  const set =
    outcome.state === 'completed'
      ? { ...outcome, bytes: outcome.blocks.at(-1) ?? 0, columns: storableJson(JSON.stringify(outcome.columns)) }
      : { ...outcome, problem: storableJson(JSON.stringify(outcome.problem)) }
  return db
    .updateTable('report_runs')
    .set({ ...set, finished_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(sql<boolean>`state = 'processing'`)
    .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt ?? ''))
    .returning(['id', 'member_id', 'report_id', 'attempt'])
    .executeTakeFirst()
}

export const expiredRuns = (db: Db, tenantId: string, limit: number) =>
  db
    .selectFrom('report_runs as n')
    .innerJoin('reports as r', (join) =>
      join.onRef('r.tenant_id', '=', 'n.tenant_id').onRef('r.id', '=', 'n.report_id'),
    )
    .select(['n.id', 'n.attempt'])
    .where('n.tenant_id', '=', tenantId)
    .where(sql<boolean>`(n.expires_at < now() or r.deleted_at < now() - interval '30 days')`)
    .limit(limit)
    .execute()

export const deleteRun = (db: Db, tenantId: string, id: string) =>
  db.deleteFrom('report_runs').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
