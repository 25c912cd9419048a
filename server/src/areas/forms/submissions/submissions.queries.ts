import type { SubmissionFilter } from '@throughline/contracts/form-submissions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Visibility } from '../../workflows/workflows.public.ts'

export interface Place {
  key: string
  id: string
}

export interface Wanted {
  status: SubmissionFilter
  from?: string | undefined
  until?: string | undefined
}

const TIME_DIGITS = 12

/** Ids are made in the order of time, so that days are a range of them. Time begins in 1970 there. */
const earliest = (instant: string) => {
  const digits = Math.max(0, Date.parse(instant)).toString(16).padStart(TIME_DIGITS, '0')
  return sql`${digits.padEnd(32, '0')}::uuid`
}

const within = ({ status, from, until }: Wanted): RawBuilder<unknown> =>
  sql.join(
    [
      sql``,
      ...(status === 'all' ? [] : [sql`s.state = ${status}`]),
      ...(from ? [sql`s.id >= ${earliest(from)}`] : []),
      ...(until ? [sql`s.id < ${earliest(until)}`] : []),
    ],
    sql` and `,
  )

/** Newest first. */
export async function scanSubmissions(
  db: Db,
  tenantId: string,
  formId: string,
  wanted: Wanted,
  after: Place | undefined,
  limit: number,
): Promise<Place[]> {
  const { rows } = await sql<Place>`select '' as key, s.id from form_submissions s
    where s.tenant_id = ${tenantId} and s.form_id = ${formId} ${within(wanted)}
      ${after ? sql`and s.id < ${after.id}::uuid` : sql``}
    order by s.id desc limit ${limit}`.execute(db)
  return rows
}

/** Without regard to a search, and no further than so many. */
export async function countSubmissionRows(
  db: Db,
  tenantId: string,
  formId: string,
  wanted: Wanted,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from form_submissions s where s.tenant_id = ${tenantId} and s.form_id = ${formId} ${within(wanted)}
    limit ${most}) counted`.execute(db)
  return rows[0]?.n ?? 0
}

/** Sorts behind whatever a key can go on with. */
const LAST = '\u{10FFFF}'
const NO_ID = '00000000-0000-0000-0000-000000000000'

export interface WordPlace extends Place {
  isWanted: boolean
}

/**
 * By the words that match: every row of the range is looked at once, and says whether it is one that is wanted. A response
 * is looked up for each word: `exists` may be answered by reading all of the tenant's once.
 */
export async function scanWords(
  db: Db,
  tenantId: string,
  formId: string,
  word: string,
  wanted: Wanted,
  after: Place | undefined,
  limit: number,
): Promise<WordPlace[]> {
  const { key, id } = after ?? { key: word, id: NO_ID }
  const { rows } = await sql<WordPlace>`
    with scanned as materialized (
      select word_key, submission_id from submission_words
      where tenant_id = ${tenantId} and form_id = ${formId} and (word_key, submission_id) > (${key}, ${id}::uuid)
        and word_key < ${word + LAST}
      order by word_key, submission_id limit ${limit})
    select w.word_key as key, w.submission_id as id,
      coalesce((select true from form_submissions s
        where s.tenant_id = ${tenantId} and s.id = w.submission_id ${within(wanted)} limit 1), false)
      and not exists (select from submission_words o where o.tenant_id = ${tenantId} and o.submission_id = w.submission_id
        and o.word_key >= ${word} and o.word_key < w.word_key) as "isWanted"
    from scanned w order by w.word_key, w.submission_id`.execute(db)
  return rows
}

/** A receipt names one response; it is listed where it is one that is wanted. */
export async function findByReceipt(db: Db, tenantId: string, formId: string, receipt: string, wanted: Wanted) {
  const { rows } = await sql<{ id: string; isWanted: boolean }>`
    select s.id, (true ${within(wanted)}) as "isWanted" from form_submissions s
    where s.tenant_id = ${tenantId} and s.form_id = ${formId} and s.receipt = ${receipt}`.execute(db)
  return rows[0]
}

const COLUMNS = [
  'id',
  'form_id',
  'version',
  'receipt',
  'answers',
  'file_count',
  'state',
  'held_because',
  'took_seconds',
  'device',
  'received_at',
] as const

export const submissionsById = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('form_submissions')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()

export const findSubmission = (db: Db, tenantId: string, formId: string, id: string) =>
  db
    .selectFrom('form_submissions')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .where('id', '=', id)
    .executeTakeFirst()

export type StoredSubmission = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

export interface StoredStart {
  submission_id: string
  workflow_id: string
  name: string
  prefix: string
  state: string
  reason: unknown
  at: Date
  instance_id: string | null
  instance_name: string | null
  number: number | null
  status: string | null
}

/** An instance that the viewer may not see is left out: that something was started is all they learn. */
export async function startsOf(
  db: Db,
  tenantId: string,
  submissionIds: readonly string[],
  visible: Visibility,
): Promise<StoredStart[]> {
  const { rows } = await sql<StoredStart>`
    select s.submission_id, s.workflow_id, w.name, w.prefix, s.state, s.reason, s.at,
      i.id as instance_id, i.name as instance_name, i.number, i.status
    from submission_starts s
    join workflows w on w.tenant_id = s.tenant_id and w.id = s.workflow_id
    left join instances i on i.tenant_id = s.tenant_id and i.id = s.instance_id and i.deleted_at is null
      and ${visible.ofInstance('i')}
    where s.tenant_id = ${tenantId} and s.submission_id = any (${submissionIds}::uuid[])
    order by s.submission_id, s.workflow_id`.execute(db)
  return rows
}

/** With each document what was sent as it: people of an instance may have renamed or replaced it since. */
const sentFiles = (db: Db, tenantId: string, submissionIds: readonly string[]) =>
  db
    .selectFrom('documents as d')
    .innerJoin('document_versions as v', (join) =>
      join.onRef('v.tenant_id', '=', 'd.tenant_id').onRef('v.document_id', '=', 'd.id').on('v.number', '=', 1),
    )
    .where('d.tenant_id', '=', tenantId)
    .where('d.submission_id', '=', sql<string>`any (${submissionIds}::uuid[])`)

export const filesOf = (db: Db, tenantId: string, submissionId: string) =>
  sentFiles(db, tenantId, [submissionId])
    .select(['d.id', 'v.name', 'v.size', 'v.state', 'd.field_id'])
    .where('d.deleted_at', 'is', null)
    .orderBy('d.id')
    .execute()

export const versionContent = (db: Db, tenantId: string, formId: string, number: number) =>
  db
    .selectFrom('form_versions')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .where('number', '=', number)
    .executeTakeFirst()

/** Of the files that came with these responses: their names, by document. */
export async function fileNames(
  db: Db,
  tenantId: string,
  submissionIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sentFiles(db, tenantId, submissionIds).select(['d.id', 'v.name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
