import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { storableJson } from '../../../core/db/storable.ts'
import { BUILTIN_CHOICES } from './builtin-choices.ts'
import type { askOf, newsOf } from './message-words.ts'

/** Whose messages have changed, and whether the inboxes must be looked after earlier than was known. */
export interface Told {
  told: [memberId: string, messageId: string][]
  wake: boolean
}

interface TellingResult extends Told {
  /** Places of the notices whose followers are more than an act tells: none of them is told yet. */
  crowded: number[]
}

interface Teller {
  /** The member who acts. */
  actor: string | null
  /** How long a mail is held, in seconds. */
  hold: number
}

const BUILTIN = JSON.stringify(BUILTIN_CHOICES)
const NOBODY: TellingResult = { told: [], wake: false, crowded: [] }

export interface NoticeRow extends ReturnType<typeof newsOf> {
  place: number
  source_id: string
  thing_id: string
  to: readonly string[]
  /** Whether those are told who follow the workflow: all of them, or those of them who see the instance. */
  followers?: true | readonly string[]
}

export interface Telling {
  /** Tasks whose people may have changed. */
  tasks: readonly string[]
  /** Those of whose people only some are given. */
  partial: readonly string[]
  asked: readonly ReturnType<typeof askOf>[]
  notices: readonly NoticeRow[]
}

const json = (rows: readonly object[]) => storableJson(JSON.stringify(rows))

export async function putTelling(db: Db, telling: Telling, { actor, hold }: Teller): Promise<TellingResult> {
  const { tasks, partial, asked, notices } = telling
  const { rows } = await sql<{
    told: TellingResult
  }>`select auth.tell(${tasks}::uuid[], ${partial}::uuid[], ${json(asked)}::jsonb,
    ${json(notices)}::jsonb, ${actor}::uuid, ${BUILTIN}::jsonb, ${hold}::int) as told`.execute(db)
  return rows[0]?.told ?? NOBODY
}

/** Of these members' messages those end that ask for what waits in a queue of others. Answers which. */
export async function endQueueAsks(db: Db, members: readonly string[]): Promise<Told['told']> {
  const { rows } = await sql<{ member_id: string; message_id: string }>`
    select member_id, message_id from auth.end_queue_asks(${members}::uuid[])`.execute(db)
  return rows.map(({ member_id, message_id }) => [member_id, message_id])
}

/** Told by a job, a batch at a time. */
export async function putFanOuts(
  db: Db,
  tenantId: string,
  actor: string | null,
  rows: readonly ({ task_id: string } | { notice: NoticeRow })[],
) {
  await db
    .insertInto('fan_outs')
    .values(
      rows.map((row) => ({
        tenant_id: tenantId,
        actor_id: actor,
        task_id: 'task_id' in row ? row.task_id : null,
        notice: 'notice' in row ? storableJson(JSON.stringify(row.notice)) : null,
      })),
    )
    .execute()
  await sql`select auth.want_inboxes(now())`.execute(db)
}
