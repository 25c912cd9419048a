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

/** Ids are made in the order of time, so that days are a range of them. */
const earliest = (
  instant: string,
) => sql`(lpad(to_hex((extract(epoch from ${instant}::timestamptz) * 1000)::bigint), 12, '0')
  || '00000000000000000000')::uuid`

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

export const findByReceipt = (db: Db, tenantId: string, formId: string, receipt: string) =>
  db
    .selectFrom('form_submissions')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .where('receipt', '=', receipt)
    .executeTakeFirst()

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

export interface StoredColumn {
  id: string
  label: string
  type: string
  multiple: boolean
  number: number
  place: number
}

/** Of the last so many versions: what nobody has seen for longer has no column. */
const MOST_VERSIONS = 100

/** Every field of the versions, in the words of the last that has it. */
export async function columnsOf(db: Db, tenantId: string, formId: string): Promise<StoredColumn[]> {
  const { rows } = await sql<StoredColumn>`
    select distinct on (f.value ->> 'name') f.value ->> 'name' as id, f.value ->> 'label' as label, f.value ->> 'type' as type,
      coalesce((f.value -> 'multiple')::boolean, false) as multiple, v.number, f.ordinality::int as place
    from (select number, compiled from form_versions where tenant_id = ${tenantId} and form_id = ${formId}
      order by number desc limit ${MOST_VERSIONS}) v
    cross join lateral jsonb_array_elements(v.compiled -> 'fields') with ordinality f
    order by f.value ->> 'name', v.number desc`.execute(db)
  return rows
}

export const filesOf = (db: Db, tenantId: string, submissionId: string) =>
  db
    .selectFrom('documents')
    .select(['id', 'name', 'size', 'state', 'field_id', 'instance_id'])
    .where('tenant_id', '=', tenantId)
    .where('submission_id', '=', submissionId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
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
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('submission_id', '=', sql<string>`any (${submissionIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
