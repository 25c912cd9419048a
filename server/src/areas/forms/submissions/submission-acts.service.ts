import type { Body, Made } from '@throughline/contracts/endpoint'
import type {
  eraseSubmission,
  releaseSubmission,
  retrySubmission,
  startSubmissions,
} from '@throughline/contracts/form-submissions'
import type { FormId, SubmissionId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import { done, failed } from '../../../core/bulk-result.ts'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { onceForEach } from '../../../core/http/once-for-each.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { countStorage } from '../../../core/storage/quota.ts'
import { dropDocuments } from '../../documents/documents.public.ts'
import { requireMayStart } from '../../starts/starts.public.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { type OpenedForm, openForm } from '../opened.ts'
import { recordFormAct } from '../publish-frames.ts'
import { shownReceipt } from '../receipt.ts'
import { countSubmissions } from '../submission-count.ts'
import { startAgain, startFor } from '../triggers/start-again.ts'
import { findTrigger } from '../triggers/triggers.queries.ts'
import { eraseRows, lockSubmission, markReleased } from './submission-acts.queries.ts'
import { noSuchSubmission, submissionWire } from './submission-page.service.ts'
import { countState } from './submission-state.ts'
import { findSubmission } from './submissions.queries.ts'

const recordAct = (tx: TenantTx, act: string, { row }: OpenedForm, receipt: string) =>
  recordFormAct(tx, act, row, { receipt: shownReceipt(receipt) })

async function wireAfter(tx: TenantTx, viewer: Viewer, form: OpenedForm, id: SubmissionId) {
  const row = await findSubmission(tx.db, tx.tenantId, form.row.id, id)
  if (!row) throw noSuchSubmission()
  return { data: await submissionWire(tx, row, await visibleTo(tx, viewer)) }
}

/** Somebody has looked at it and says that a person sent it. */
export const release = (
  ctx: Context,
  viewer: Viewer,
  formId: FormId,
  id: SubmissionId,
): Promise<Made<typeof releaseSubmission>> =>
  inTenant(ctx, viewer, async (tx) => {
    const form = await openForm(tx, viewer, formId)
    const row = await lockSubmission(tx.db, tx.tenantId, formId, id)
    if (!row) throw noSuchSubmission()
    if (row.state !== 'held') throw conflict('not_held', 'This response isn’t held')
    await markReleased(tx.db, tx.tenantId, id, viewer.memberId)
    await startAgain(tx, id)
    await recordAct(tx, 'form.response_released', form, row.receipt)
    return wireAfter(tx, viewer, form, id)
  })

export const retry = (
  ctx: Context,
  viewer: Viewer,
  formId: FormId,
  id: SubmissionId,
): Promise<Made<typeof retrySubmission>> =>
  inTenant(ctx, viewer, async (tx) => {
    const form = await openForm(tx, viewer, formId)
    const row = await lockSubmission(tx.db, tx.tenantId, formId, id)
    if (!row) throw noSuchSubmission()
    if (row.state === 'held') throw conflict('held', 'This response is held. Release it first.')
    await startAgain(tx, id)
    await recordAct(tx, 'form.response_retried', form, row.receipt)
    return wireAfter(tx, viewer, form, id)
  })

/** For responses that came before the trigger was added. One that has started it already, or cannot, says so in its row. */
export async function startEarlier(
  ctx: Context,
  viewer: Viewer,
  formId: FormId,
  { workflow_id: workflowId, ids }: Body<typeof startSubmissions>,
  key: string,
): Promise<Made<typeof startSubmissions>> {
  requireMayStart(viewer)
  const open = async (tx: ReadTx) => {
    const form = await openForm(tx, viewer, formId)
    const visible = await visibleTo(tx, viewer)
    const trigger = visible.canSee(workflowId) ? await findTrigger(tx.db, tx.tenantId, workflowId, formId) : undefined
    if (!trigger) throw notFound('This trigger')
    return { form, trigger }
  }
  await readTenant(ctx, viewer, open)
  const one = async (tx: TenantTx, id: string) => {
    const { form, trigger } = await open(tx)
    const row = await lockSubmission(tx.db, tx.tenantId, formId, id)
    if (!row) throw noSuchSubmission()
    if (row.state === 'held') throw conflict('held', 'This response is held. Release it first.')
    await startFor(tx, id, trigger.id)
    await recordAct(tx, 'form.response_started', form, row.receipt)
  }
  const results: Made<typeof startSubmissions>['data'] = []
  for (const id of new Set(ids)) {
    try {
      await onceForEach(ctx, viewer, { key, id, asked: { workflowId } }, (tx) => one(tx, id))
      results.push(done(id))
    } catch (error) {
      results.push(failed(id, error))
    }
  }
  return { data: results }
}

/** Instances that the response started continue with the answers and files they were given. */
export async function eraseOne(tx: TenantTx, formId: string, id: string): Promise<{ receipt: string } | undefined> {
  const { db, tenantId } = tx
  const row = await lockSubmission(db, tenantId, formId, id)
  if (!row) return undefined
  const { rows: files } = await sql<{ id: string }>`select id from documents
    where tenant_id = ${tenantId} and submission_id = ${id} and instance_id is null for update`.execute(db)
  countStorage(
    tx,
    -(await dropDocuments(
      db,
      tenantId,
      files.map((file) => file.id),
    )),
  )
  await eraseRows(tx, id)
  countSubmissions(tx, formId, row.version, -1)
  countState(tx, formId, row.state, -1)
  return row
}

export const erase = (
  ctx: Context,
  viewer: Viewer,
  formId: FormId,
  id: SubmissionId,
): Promise<Made<typeof eraseSubmission>> =>
  inTenant(ctx, viewer, async (tx) => {
    const form = await openForm(tx, viewer, formId)
    const gone = await eraseOne(tx, formId, id)
    if (!gone) throw noSuchSubmission()
    await recordAct(tx, 'form.response_erased', form, gone.receipt)
    return { id }
  })
