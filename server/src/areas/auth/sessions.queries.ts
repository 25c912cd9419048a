import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Origin } from '../../core/db/pending-work.ts'
import { callOne, callValue } from './auth.queries.ts'

export interface KnownDevice {
  is_new: boolean
  email: string
  time_zone: string
}

export const knowDevice = (db: Db, sessionId: string, hash: Buffer, name: string) =>
  callOne(db, sql<KnownDevice>`select * from auth.know_device(${sessionId}, ${hash}, ${name})`)

export const knowsDevice = (db: Db, personId: string | null, hash: Buffer) =>
  callValue(db, sql<{ value: boolean }>`select auth.knows_device(${personId}, ${hash}) as value`)

export async function putConfirmation(db: Db, tokenHash: Buffer) {
  await sql`select auth.confirm_session(${tokenHash})`.execute(db)
}

export const isConfirmed = (db: Db, tokenHash: Buffer, goodFor: string) =>
  callValue(db, sql<{ value: boolean }>`select auth.is_confirmed(${tokenHash}, ${goodFor}::interval) as value`)

export interface OpenSession {
  id: string
  device: string
  address: string
  created_at: Date
  last_seen_at: Date
  is_new: boolean
}

export async function openSessionsOf(db: Db, personId: string): Promise<OpenSession[]> {
  return (await sql<OpenSession>`select * from auth.sessions_of(${personId})`.execute(db)).rows
}

/** One of the person's sessions, or all but one. */
export async function endSessions(
  db: Db,
  personId: string,
  which: { only: string } | { except: string },
  origin: Origin | undefined,
): Promise<string[]> {
  const only = 'only' in which ? which.only : null
  const except = 'except' in which ? which.except : null
  const { rows } = await sql<{ session_id: string }>`select * from auth.end_sessions(${personId}, ${only}, ${except},
    ${origin?.requestId ?? ''}, ${origin?.address ?? ''}, ${origin?.device ?? ''})`.execute(db)
  return rows.map((row) => row.session_id)
}

export interface WorkspaceRow {
  tenant_id: string
  member_id: string
  name: string
  kind: 'personal' | 'organization'
  role_display_name: string
  logo_sha256: Buffer | null
}

export async function workspacesOf(db: Db, personId: string): Promise<WorkspaceRow[]> {
  return (await sql<WorkspaceRow>`select * from auth.workspaces_of(${personId})`.execute(db)).rows
}

export const openWorkspace = (db: Db, tokenHash: Buffer, tenantId: string, origin: Origin | undefined) =>
  callValue(
    db,
    sql<{ value: boolean }>`select auth.open_workspace(${tokenHash}, ${tenantId}, ${origin?.requestId ?? ''},
      ${origin?.address ?? ''}, ${origin?.device ?? ''}) as value`,
  )
