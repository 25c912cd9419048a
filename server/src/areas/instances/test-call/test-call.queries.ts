import type { Json } from '@throughline/flow/eval'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { storable } from '../../../core/db/storable.ts'

/** A person looks at the last one; older ones are for retries of lost answers. */
const MOST_KEPT = 20

export interface TestCallKey {
  memberId: string
  id: string
}

export interface StoredTestCall {
  id: string
  call: unknown
  answer: unknown
  created_at: Date
}

export async function insertTestCall(
  db: Db,
  tenantId: string,
  { memberId, id }: TestCallKey,
  call: Json,
  sealed: Buffer | null = null,
) {
  await sql`delete from test_calls where tenant_id = ${tenantId} and member_id = ${memberId} and id not in (
    select id from test_calls where tenant_id = ${tenantId} and member_id = ${memberId}
    order by created_at desc limit ${MOST_KEPT - 1})`.execute(db)
  await sql`insert into test_calls (tenant_id, member_id, id, call, sealed)
    values (${tenantId}, ${memberId}, ${id}, ${JSON.stringify(storable(call))}::jsonb, ${sealed})`.execute(db)
}

export const findTestCall = (db: Db, tenantId: string, { memberId, id }: TestCallKey) =>
  db
    .selectFrom('test_calls')
    .select(['id', 'call', 'answer', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()

/** For the worker, which alone may. */
export const sealedTestCall = (db: Db, tenantId: string, { memberId, id }: TestCallKey) =>
  db
    .selectFrom('test_calls')
    .select('sealed')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Its first answer stays: a repeat after a crash says nothing of the call that people looked at. */
export async function answerTestCall(db: Db, tenantId: string, { memberId, id }: TestCallKey, answer: Json) {
  await sql`update test_calls set answer = ${JSON.stringify(storable(answer))}::jsonb, sealed = null
    where tenant_id = ${tenantId} and member_id = ${memberId} and id = ${id} and answer is null`.execute(db)
}
