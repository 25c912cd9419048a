import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { callOne } from '../auth/auth.public.ts'

/** Each of these calls one `auth.*` function for one person. */

export interface ProfileRow {
  id: string
  name: string
  email: string
  username: string
  photo: string | null
  auth_type: string
  language: string
  time_zone: string
  has_password: boolean
  password_changed_at: Date | null
  google_connected: boolean
  two_factor_since: Date | null
  recovery_codes_left: number
  deletes_at: Date | null
  version: number
}

export const findProfile = (db: Db, personId: string) =>
  callOne(db, sql<ProfileRow>`select * from auth.profile(${personId})`)

export interface ProfileChange {
  name?: string | undefined
  username?: string | undefined
  language?: string | undefined
  time_zone?: string | undefined
}

export async function changeProfile(db: Db, personId: string, change: ProfileChange) {
  await sql`select auth.update_profile(${personId}, ${change.name ?? null}, ${change.username ?? null},
    ${change.language ?? null}, ${change.time_zone ?? null})`.execute(db)
}

/** Answers where the photo before is kept. */
export async function setPhoto(db: Db, personId: string, objectKey: string | null): Promise<string | null> {
  const row = await callOne(
    db,
    sql<{ before: string | null }>`select auth.set_photo(${personId}, ${objectKey}) as before`,
  )
  return row?.before ?? null
}

export const setGoogle = (db: Db, personId: string, sub: string | null) =>
  callOne(db, sql<{ email: string }>`select * from auth.set_google(${personId}, ${sub})`)

export interface PlannedDeletion {
  email: string
  time_zone: string
  deletes_at: Date
  /** False where it was planned before. */
  planned: boolean
}

export const planDeletion = (db: Db, personId: string, after: string) =>
  callOne(db, sql<PlannedDeletion>`select * from auth.plan_deletion(${personId}, ${after}::interval)`)

export const keepPerson = (db: Db, personId: string) =>
  callOne(db, sql<{ email: string }>`select * from auth.keep_account(${personId})`)

export const findDue = (db: Db, personId: string, at: string) =>
  callOne(
    db,
    sql<{ email: string; is_due: boolean }>`select * from auth.due_for_deletion(${personId}, ${at}::timestamptz)`,
  )

/** The sessions that ended with it; nothing where the account stays, or is gone already. */
export const erasePerson = (db: Db, personId: string, at: string) =>
  callOne(
    db,
    sql<{ session_ids: string[] }>`select session_ids from auth.erase_person(${personId}, ${at}::timestamptz)`,
  )
