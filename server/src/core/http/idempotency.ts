import { createHash, randomUUID } from 'node:crypto'
import { CODES } from '@throughline/contracts/errors'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/bound-kysely.ts'
import { AppError } from '../errors.ts'

export interface Answer {
  status: number
  body: unknown
}

export interface Attempt {
  key: string
  hash: Buffer
}

/** Same method, address and content: the same request. */
export function attemptOf(request: FastifyRequest, contentHash?: string): Attempt | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key.length === 0) return undefined
  if (key.length > 200) throw new AppError(422, CODES.invalid, 'The idempotency key is too long')
  const content = contentHash ?? JSON.stringify(request.body ?? null)
  const hash = createHash('sha256').update(`${request.method}\n${request.url}\n${content}`).digest()
  return { key, hash }
}

/** For acts on many, each of which has a key made of this one. */
export const keyOf = (request: FastifyRequest): string => attemptOf(request)?.key ?? randomUUID()

interface Stored {
  request_hash: Buffer
  status: number | null
  response: unknown
}

function replay(stored: Stored | undefined, attempt: Attempt): Answer {
  if (!stored?.request_hash.equals(attempt.hash)) {
    throw new AppError(422, CODES.idempotencyMismatch, 'This key was used for another request')
  }
  return { status: stored.status ?? 200, body: stored.response }
}

/**
 * The key's row is the first thing written in the mutation's own transaction: a second request waits on it, then reads
 * the stored answer. A refused or failed attempt rolls back and leaves no row, so it may be tried again.
 */
export async function onceInTenant(
  db: Db,
  tenantId: string,
  actorId: string,
  attempt: Attempt,
  work: () => Promise<Answer>,
) {
  const place = { tenant_id: tenantId, actor_id: actorId, key: attempt.key }
  const mine = await db
    .insertInto('idempotency_keys')
    .values({ ...place, request_hash: attempt.hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const row = () =>
    db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'status', 'response'])
      .where('tenant_id', '=', tenantId)
      .where('actor_id', '=', actorId)
      .where('key', '=', attempt.key)
      .executeTakeFirst()
  if (!mine) return replay(await row(), attempt)
  const answer = await work()
  await db
    .updateTable('idempotency_keys')
    .set({ status: answer.status, response: JSON.stringify(answer.body) })
    .where('tenant_id', '=', tenantId)
    .where('actor_id', '=', actorId)
    .where('key', '=', attempt.key)
    .execute()
  return answer
}

/** The same before a tenant exists: the actor is the visitor's browser. */
export async function onceInIdentity(db: Db, actor: string, attempt: Attempt, work: () => Promise<Answer>) {
  const mine = await db
    .insertInto('auth_idempotency')
    .values({ actor, key: attempt.key, request_hash: attempt.hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!mine) {
    const stored = await db
      .selectFrom('auth_idempotency')
      .select(['request_hash', 'status', 'response'])
      .where('actor', '=', actor)
      .where('key', '=', attempt.key)
      .executeTakeFirst()
    return replay(stored, attempt)
  }
  const answer = await work()
  await db
    .updateTable('auth_idempotency')
    .set({ status: answer.status, response: JSON.stringify(answer.body) })
    .where('actor', '=', actor)
    .where('key', '=', attempt.key)
    .execute()
  return answer
}
