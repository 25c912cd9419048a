import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { callOne, callValue } from './auth.queries.ts'

export interface SecondFactor {
  /** Sealed. */
  totp: Buffer
  confirmed: boolean
  locked_seconds: number
}

/** Locks the row until the transaction ends. */
export const lockSecondFactor = (db: Db, personId: string) =>
  callOne(db, sql<SecondFactor>`select * from auth.second_factor(${personId})`)

export const hasSecondFactor = (db: Db, personId: string) =>
  callValue(db, sql<{ value: boolean }>`select auth.has_second_factor(${personId}) as value`)

export const beginTotp = (db: Db, personId: string, sealed: Buffer) =>
  callValue(db, sql<{ value: boolean }>`select auth.begin_totp(${personId}, ${sealed}) as value`)

export const useTotpStep = (db: Db, personId: string, step: number) =>
  callValue(db, sql<{ value: boolean }>`select auth.use_totp_step(${personId}, ${step}) as value`)

export const useRecoveryCode = (db: Db, personId: string, hash: Buffer) =>
  callValue(db, sql<{ value: boolean }>`select auth.use_recovery_code(${personId}, ${hash}) as value`)

export async function countWrongCode(db: Db, personId: string, most: number, minutes: number): Promise<number> {
  const lock = `${minutes} minutes`
  const row = await callOne(
    db,
    sql<{ seconds: number }>`select auth.count_wrong_code(${personId}, ${most}, ${lock}::interval) as seconds`,
  )
  return row?.seconds ?? 0
}

export async function confirmTotp(db: Db, personId: string) {
  await sql`select auth.confirm_totp(${personId})`.execute(db)
}

export async function putRecoveryCodes(db: Db, personId: string, hashes: Buffer[]) {
  await sql`select auth.put_recovery_codes(${personId}, ${hashes}::bytea[])`.execute(db)
}

export const endTotp = (db: Db, personId: string) =>
  callValue(db, sql<{ value: boolean }>`select auth.end_totp(${personId}) as value`)

export async function putChallenge(db: Db, hash: Buffer, personId: string, host: string) {
  await sql`select auth.put_challenge(${hash}, ${personId}, ${host}, interval '10 minutes')`.execute(db)
}

export const checkChallenge = (db: Db, hash: Buffer, host: string) =>
  callOne(db, sql<{ person_id: string }>`select * from auth.check_challenge(${hash}, ${host})`)

export const spendChallenge = (db: Db, hash: Buffer) =>
  callValue(db, sql<{ value: boolean }>`select auth.use_challenge(${hash}) as value`)

export async function totpsUnderOtherKeys(db: Db, header: Buffer, after: string, limit: number) {
  const found = await sql<{ person_id: string; totp: Buffer }>`
    select person_id, totp from auth.totps_under_other_keys(${header}, ${after}, ${limit})`.execute(db)
  return found.rows
}

export const resealTotp = (db: Db, personId: string, old: Buffer, sealed: Buffer) =>
  callValue(db, sql<{ value: boolean }>`select auth.reseal_totp(${personId}, ${old}, ${sealed}) as value`)
