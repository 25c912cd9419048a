import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

export const findResponse = (db: Db, tenantId: string, formId: string, key: string) =>
  db
    .selectFrom('form_submissions')
    .select(['receipt', 'received_at', 'content_hash'])
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .where('idem_key', '=', key)
    .executeTakeFirst()
export type KnownResponse = NonNullable<Awaited<ReturnType<typeof findResponse>>>

/** What decides whether a response is taken; nothing where the form is not published. */
export const findIntake = (db: Db, tenantId: string, formId: string) =>
  db
    .selectFrom('forms')
    .select([
      'id',
      'title',
      'visibility',
      'current_version',
      'closed_at',
      'closes_at',
      'closes_after',
      'last_response_at',
    ])
    .select(['max_files', 'max_megabytes', 'max_megabytes_a_day'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', formId)
    .where('deleted_at', 'is', null)
    .where('current_version', 'is not', null)
    .executeTakeFirst()
export type Intake = NonNullable<Awaited<ReturnType<typeof findIntake>>>

/** Until the commit it is not taken away; undefined where it was taken off its address meanwhile. */
export const keepForm = (db: Db, tenantId: string, formId: string) =>
  db
    .selectFrom('forms')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', formId)
    .where('deleted_at', 'is', null)
    .where('current_version', 'is not', null)
    .forKeyShare()
    .executeTakeFirst()

/** Responses for a form's last places are stored one after the other; otherwise two could count on the same place. */
export const lockLastPlaces = (db: Db, formId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('responses of ' || ${formId}, 0))`.execute(db)

interface NewResponse {
  form_id: string
  version: number
  idem_key: string
  content_hash: Buffer
  receipt: string
  answers: string
  file_count: number
  state: string
  held_because: string[]
  took_seconds: number | null
  device: string | null
}

/** Waits for a request that inserts the same key; undefined if the key or the receipt is already used. */
export const insertResponse = (db: Db, tenantId: string, response: NewResponse) =>
  db
    .insertInto('form_submissions')
    .values({ tenant_id: tenantId, ...response })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'received_at'])
    .executeTakeFirst()

/** Accurate to the minute. Of simultaneous requests one writes it, and the others skip it instead of waiting. */
export async function touchForm(db: Db, tenantId: string, formId: string): Promise<void> {
  await sql`update forms set last_response_at = now()
    where tenant_id = ${tenantId} and id in (select id from forms where tenant_id = ${tenantId} and id = ${formId}
      and (last_response_at is null or last_response_at < now() - interval '1 minute') for no key update skip locked)`.execute(
    db,
  )
}

/** The column sorts by bytes, and knows no letters but a to z. */
const lettered = (at: RawBuilder<unknown>) => sql`substr(f.key, ${at}, 1) collate pg_c_utf8 ~ '[[:alnum:]]'`

/** Each answer from each of its first words on, as a search folds what is typed. */
export async function writeResponseWords(
  db: Db,
  tenantId: string,
  response: { id: string; form_id: string },
  texts: readonly string[],
): Promise<void> {
  if (texts.length === 0) return
  await sql`insert into submission_words (tenant_id, form_id, word_key, submission_id)
    select ${tenantId}, ${response.form_id}, left(k.word, 40), ${response.id}
    from unnest(${texts}::text[]) t (text), lateral (
      select substr(f.key, n) as word from (select app.fold(t.text) as key) f, generate_series(1, length(f.key)) n
      where ${lettered(sql`n`)} and (n = 1 or not ${lettered(sql`n - 1`)})
      order by n limit 16) k
    on conflict do nothing`.execute(db)
}
