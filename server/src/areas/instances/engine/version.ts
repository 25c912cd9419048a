import { parse } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { Exprs } from '@throughline/flow/eval'
import type { Plan } from '@throughline/flow/plan'
import * as z from 'zod/mini'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { isBusy, isDatabaseAway } from '../../../core/db/busy.ts'

export interface Version {
  doc: FlowDoc
  plan: Plan
  exprs: Exprs
}

const MAX_CACHED = 500
const kept = new Map<string, Version>()

async function read(db: Db, tenantId: string, workflowId: string, number: number): Promise<Version> {
  const row = await db
    .selectFrom('workflow_versions')
    .select(['document', 'plan', 'exprs'])
    .where('tenant_id', '=', tenantId)
    .where('workflow_id', '=', workflowId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  // What we wrote ourselves is read as it was written: plan and expressions have no other author.
  return {
    doc: parse(row.document).doc,
    plan: z.parse(z.custom<Plan>(), row.plan),
    exprs: z.parse(z.custom<Exprs>(), row.exprs),
  }
}

/** Versions never change, so that each is read and parsed once; the least recently used leave first. */
export async function versionOf(db: Db, tenantId: string, workflowId: string, number: number): Promise<Version> {
  const key = `${tenantId}:${workflowId}:${number}`
  const version = kept.get(key) ?? (await read(db, tenantId, workflowId, number))
  kept.delete(key)
  kept.set(key, version)
  if (kept.size > MAX_CACHED) {
    const [oldest] = kept.keys()
    if (oldest !== undefined) kept.delete(oldest)
  }
  return version
}

const UNREADABLE: Version = {
  doc: parse({}).doc,
  plan: { v: 1, hash: '', type: 'sequential', start: 0, steps: [] },
  exprs: { steps: {} },
}

/** For pages: what cannot be read has no steps to show, and is still there to be cancelled. */
export async function versionIfReadable(
  db: Db,
  tenantId: string,
  workflowId: string,
  number: number,
): Promise<Version> {
  try {
    return await versionOf(db, tenantId, workflowId, number)
  } catch (error) {
    if (isBusy(error) || isDatabaseAway(error)) throw error
    return UNREADABLE
  }
}
