import { sql } from 'kysely'
import type { Db } from '../db/bound-kysely.ts'
import { AUDIT_COLUMNS, type SealedRow } from './canonical.ts'
import type { SignedHead } from './head-signature.ts'
import { BEGINNING, type Head } from './verify-chain.ts'

/** Counting what waits ends here: more than this is an alarm, not a number. */
const MAX_COUNTED = 10_000

export interface ChainState {
  head: Head
  signedAt: Date | null
  /** The last row there is: seen at the same moment as the head, which moves with it. */
  lastSeq: number
}

export async function readChain(db: Db, tenantId: string): Promise<ChainState> {
  const found = await sql<{ seq: number | null; hash: Buffer | null; signed_at: Date | null; last: number | null }>`
    select h.seq, h.hash, h.signed_at, l.last from (
      select max(seq) as last from audit_log where tenant_id = ${tenantId}) l
    left join audit_heads h on h.tenant_id = ${tenantId}`.execute(db)
  const row = found.rows[0]
  return {
    head: row?.seq && row.hash ? { seq: row.seq, hash: row.hash } : BEGINNING,
    signedAt: row?.signed_at ?? null,
    lastSeq: row?.last ?? 0,
  }
}

export async function countPending(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ n: number }>`select count(*) as n from (
    select from audit_pending where tenant_id = ${tenantId} limit ${MAX_COUNTED}) p`.execute(db)
  return counted.rows[0]?.n ?? 0
}

export async function hashAt(db: Db, tenantId: string, seq: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('hash')
    .where('tenant_id', '=', tenantId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.hash
}

export async function rowsAfter(db: Db, tenantId: string, seq: number, limit: number): Promise<SealedRow[]> {
  const found = await sql<SealedRow>`select seq, prev_hash, hash, ${sql.raw(AUDIT_COLUMNS)} from audit_log l
    where tenant_id = ${tenantId} and seq > ${seq} order by seq limit ${limit}`.execute(db)
  return found.rows
}

export async function markSigned(db: Db, tenantId: string, { seq, signed_at, key_id }: SignedHead): Promise<void> {
  await db
    .updateTable('audit_heads')
    .set({ signed_seq: seq, signed_at, signed_key: key_id })
    .where('tenant_id', '=', tenantId)
    .execute()
}
