import type { Body, Made } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { startInstances } from '@throughline/contracts/instances'
import type { Json } from '@throughline/flow/eval'
import { sql } from 'kysely'
import { failed } from '../../core/bulk-result.ts'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../core/db/repeat-on-lock.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { versionOf } from './engine/version.ts'
import { startIn } from './start-by-person.service.ts'
import { startableWorkflow } from './startable.ts'

type Result = Made<typeof startInstances>['data'][number]
type Row = Body<typeof startInstances>['rows'][number]

/** At the same time. */
const TOGETHER = 6

const emailOf = (value: Json | undefined) => (typeof value === 'string' && value.includes('@') ? value : undefined)

/** A table names people by their addresses: ids of members, by address. */
async function membersByEmail({ db, tenantId }: ReadTx, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const { rows } = await sql<{ email: string; id: string }>`
    select given.email, m.id from unnest(${emails}::text[]) as given (email)
    join members m on m.tenant_id = ${tenantId} and m.email_key = casefold(normalize(given.email, NFKC))
      and m.status <> 'removed'`.execute(db)
  return new Map(rows.map(({ email, id }) => [email, id]))
}

/** The rows with ids in place of addresses; an address of nobody stays, and is refused with its row. */
const withMembers = (ctx: Context, viewer: Viewer, id: WorkflowId, rows: readonly Row[]): Promise<readonly Row[]> =>
  readTenant(ctx, viewer, async (tx) => {
    const { current_version } = await startableWorkflow(tx, await visibleTo(tx, viewer), id)
    if (current_version === null) return rows
    const { doc } = await versionOf(tx.db, tx.tenantId, id, current_version)
    const people = (doc.start_fields ?? []).filter(({ type }) => type === 'person').map(({ name }) => name)
    const emails = rows.flatMap(({ answers }) => people.flatMap((name) => emailOf(answers[name]) ?? []))
    const members = await membersByEmail(tx, [...new Set(emails)])
    const named = (answers: Row['answers']) =>
      people.flatMap((name) => {
        const member = members.get(emailOf(answers[name]) ?? '')
        return member ? [[name, member] as const] : []
      })
    return rows.map((row) => ({ ...row, answers: { ...row.answers, ...Object.fromEntries(named(row.answers)) } }))
  })

function refusalOf(key: string, error: unknown): Result {
  const { result, code, message } = failed(key, error)
  const errors = error instanceof AppError ? (error.errors ?? []) : []
  return { key, result, code, message, errors, instance: null }
}

/**
 * Each row in a transaction of its own, under its own key and with its own result: one that is refused holds up no other, and
 * sending it again starts nothing twice.
 */
export async function startMany(
  ctx: Context,
  viewer: Viewer,
  id: WorkflowId,
  { rows }: Body<typeof startInstances>,
): Promise<Made<typeof startInstances>> {
  const repeated = rows.findIndex(({ key }, at) => rows.findIndex((row) => row.key === key) < at)
  if (repeated >= 0) {
    throw invalid('Each row needs a key of its own', [{ path: `rows.${repeated}.key`, message: 'repeated' }])
  }
  const results = new Map<string, Result>()
  const one = async ({ key, ...body }: Row) => {
    try {
      const instance = await repeatOnLock(() =>
        inTenant(ctx, viewer, (tx) => startIn(tx, viewer, id, body, `${id}:${key}`)),
      )
      results.set(key, { key, result: 'done', instance, code: null, message: null, errors: [] })
    } catch (error) {
      results.set(key, refusalOf(key, error))
    }
  }
  const waiting = (await withMembers(ctx, viewer, id, rows)).values()
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      for (const row of waiting) await one(row)
    }),
  )
  return { data: rows.flatMap(({ key }) => results.get(key) ?? []) }
}
