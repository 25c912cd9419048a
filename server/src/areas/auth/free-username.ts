import { randomInt } from 'node:crypto'
import type { Db } from '../../core/db/bound-kysely.ts'
import { findLogin } from './auth.queries.ts'

/** The part before the @, made a valid username; a few digits follow where it is taken. */
export async function freeUsername(db: Db, email: string): Promise<string> {
  const local = (email.split('@')[0] ?? '').replace(/[^\p{L}\p{N}._-]/gu, '').replace(/^[^\p{L}\p{N}]+/u, '')
  const base = (local.length >= 2 ? local : `person-${local}`).slice(0, 24)
  if (!(await findLogin(db, base))) return base
  for (;;) {
    const candidate = `${base}${randomInt(10, 100_000)}`
    if (!(await findLogin(db, candidate))) return candidate
  }
}
