import type { Json } from '@throughline/flow/eval'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { notFound } from '../../../core/errors.ts'
import { keepResponseFiles, newDocumentIds, useUpload } from '../../documents/documents.public.ts'
import type { FormVersion } from '../form-version.ts'
import { type FormVisibility, publishFormFrame } from '../publish-frames.ts'
import { newReceipt } from '../receipt.ts'
import { countSubmissions } from '../submission-count.ts'
import { countState } from '../submissions/submission-state.ts'
import { holdTriggers, startTriggers } from '../triggers/start-triggers.ts'
import type { SentFile } from './check-files.ts'
import {
  findResponse,
  insertResponse,
  type KnownResponse,
  keepForm,
  touchForm,
  writeResponseWords,
} from './respond.queries.ts'
import type { Judged } from './suspicion.ts'

export interface CheckedResponse {
  formId: string
  form: FormVisibility
  version: FormVersion
  key: string
  contentHash: Buffer
  /** By element, of those that are shown; without files. */
  values: Record<string, Json>
  files: readonly SentFile[]
  judged: Judged
  device: 'phone' | 'computer' | null
}

const MAX_RECEIPTS = 5
/** Only the beginning of an answer can be searched. */
const SEARCHED = 300
const MAX_SEARCHED_ANSWERS = 50

const textsIn = (value: Json): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(textsIn) : []

const searched = (values: Record<string, Json>) =>
  Object.values(values)
    .flatMap(textsIn)
    .slice(0, MAX_SEARCHED_ANSWERS)
    .map((text) => text.slice(0, SEARCHED))

/** One document for each file; the answers name them. */
async function withDocuments(tx: TenantTx, { values, files }: CheckedResponse) {
  const ids = await newDocumentIds(tx, files.length)
  const documents = files.map((one, n) => {
    const id = ids[n]
    if (id === undefined) throw new Error('the database makes as many ids as it is asked for')
    return { ...one, id }
  })
  const elements = [...new Set(files.map(({ element }) => element))]
  const named = elements.map((element): [string, Json] => [
    element,
    documents.filter((one) => one.element === element).map(({ id }) => id),
  ])
  return { documents, answers: { ...values, ...Object.fromEntries(named) } }
}

type Documents = Awaited<ReturnType<typeof withDocuments>>

/** The row is inserted first: a request with the same key waits for it, and then stores nothing. */
async function insertNew(tx: TenantTx, response: CheckedResponse, { documents, answers }: Documents) {
  const { db, tenantId } = tx
  const { formId: form_id, version, key, contentHash, judged, device } = response
  for (let tries = 0; tries < MAX_RECEIPTS; tries++) {
    const receipt = newReceipt()
    const row = await insertResponse(db, tenantId, {
      form_id,
      version: version.number,
      idem_key: key,
      content_hash: contentHash,
      receipt,
      answers: JSON.stringify(answers),
      file_count: documents.length,
      state: judged.signs.length > 0 ? 'held' : 'received',
      held_because: judged.signs,
      took_seconds: judged.tookSeconds,
      device,
    })
    if (row) {
      tx.index('submission', row.id)
      return { fresh: { ...row, receipt } }
    }
    const known = await findResponse(db, tenantId, form_id, key)
    if (known) return { known }
  }
  throw new Error('no receipt was free')
}

/** It may have been deleted since the response was read, even for ever: nothing could be stored for it then. */
export async function requireStillOpen({ db, tenantId }: TenantTx, formId: string): Promise<void> {
  if (!(await keepForm(db, tenantId, formId))) throw notFound('This form')
}

export type Kept = { known: KnownResponse } | { fresh: { receipt: string; received_at: Date } }

/** Stores the response with its files and starts its workflows, in one transaction. */
export async function keepResponse(tx: TenantTx, response: CheckedResponse): Promise<Kept> {
  const { db, tenantId } = tx
  const { formId, version, judged } = response
  await requireStillOpen(tx, formId)
  const made = await withDocuments(tx, response)
  const kept = await insertNew(tx, response, made)
  if (kept.known) return kept
  const { id, receipt } = kept.fresh
  await keepResponseFiles(tx, { formId, submissionId: id }, made.documents)
  for (const { uploadId, id: documentId } of made.documents) {
    if (uploadId !== undefined) await useUpload(tx, uploadId, documentId)
  }
  const isHeld = judged.signs.length > 0
  const stored = { id, form_id: formId, version: version.number, receipt, answers: made.answers }
  await writeResponseWords(db, tenantId, stored, searched(response.values))
  countSubmissions(tx, formId, version.number, 1)
  countState(tx, formId, isHeld ? 'held' : 'received', 1)
  await touchForm(db, tenantId, formId)
  await publishFormFrame(tx, 'form.response_received', response.form)
  if (isHeld) await holdTriggers(tx, stored)
  else await startTriggers(tx, stored)
  return kept
}
