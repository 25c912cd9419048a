import type { ReportParameter } from '@throughline/contracts/reports'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { storableJson } from '../../core/db/storable.ts'

const COLUMNS = [
  'id',
  'title',
  'description',
  'query',
  'parameters',
  'created_by',
  'created_at',
  'version',
  'deleted_at',
] as const
export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>

export const findReport = (db: Db, tenantId: string, id: string) =>
  db.selectFrom('reports').select(COLUMNS).where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst()

/** Without words, every report. */
const isNamed = (words: string) => sql<boolean>`strpos(app.fold(title), app.fold(${words})) > 0`

/** Only the first pages are read by number: at most a thousand of them. */
export const reportsOnPage = (db: Db, tenantId: string, words: string, page: number, pageSize: number) =>
  db
    .selectFrom('reports')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`deleted_at is null`)
    .where(isNamed(words))
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()

export async function countReports(db: Db, tenantId: string, words: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from reports
    where tenant_id = ${tenantId} and deleted_at is null and ${isNamed(words)}`.execute(db)
  return rows[0]?.n ?? 0
}

interface NewReport {
  title: string
  description: string
  query: string
  parameters: readonly ReportParameter[]
  created_by: string
}

export const insertReport = (db: Db, tenantId: string, { parameters, ...report }: NewReport) =>
  db
    .insertInto('reports')
    .values({ tenant_id: tenantId, ...report, parameters: storableJson(JSON.stringify(parameters)) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

export interface ReportChange {
  title?: string | undefined
  query?: string | undefined
  parameters?: readonly ReportParameter[] | undefined
}

/** Nothing where it was changed meanwhile. */
export const updateReport = (
  db: Db,
  tenantId: string,
  id: string,
  version: number,
  { title, query, parameters }: ReportChange,
) =>
  db
    .updateTable('reports')
    .set({
      ...(title !== undefined && { title }),
      ...(query !== undefined && { query }),
      ...(parameters !== undefined && { parameters: storableJson(JSON.stringify(parameters)) }),
      version: version + 1,
      updated_at: sql`now()`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(COLUMNS)
    .executeTakeFirst()

export const setTrashed = (db: Db, tenantId: string, id: string, by: string | null) =>
  sql`update reports set deleted_at = ${by === null ? sql`null` : sql`now()`}, deleted_by = ${by}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)

/** Old ones in the trash whose runs are gone. */
export const deleteOldReports = (db: Db, tenantId: string, limit: number) =>
  sql`delete from reports where (tenant_id, id) in (select r.tenant_id, r.id from reports r
    where r.tenant_id = ${tenantId} and r.deleted_at < now() - interval '30 days' and not exists (
      select from report_runs n where n.tenant_id = r.tenant_id and n.report_id = r.id) limit ${limit})`.execute(db)
