import { decideDocument, restoreVersion as restore, retryProcessing } from '@throughline/contracts/document-acts'
import { addVersion } from '@throughline/contracts/document-uploads'
import type { DocumentDetail } from '@throughline/contracts/documents'
import type { Input } from '@throughline/contracts/endpoint'
import { api } from '../../../api.ts'
import { uploadClient } from '../../../upload.ts'

const at = (documentId: string) => ({ params: { documentId } })

export type FileDecision = Input<typeof decideDocument>['body']

export const decideFile = (id: string, body: FileDecision, key: { idempotencyKey?: string } = {}) =>
  api(decideDocument, { ...at(id), body }, key)

export const restoreVersion = (id: string, number: number): Promise<DocumentDetail> =>
  api(restore, { params: { documentId: id, number } })

export const retryFile = (id: string) => api(retryProcessing, at(id))

/** What is sent in one piece; larger files go by parts. */
export const MOST_AT_ONCE = addVersion.file.maxBytes

export function sendVersion(id: string, file: File, onProgress: (part: number) => void) {
  const form = new FormData()
  form.append(addVersion.file.field, file)
  return uploadClient(onProgress)(addVersion, at(id), { form })
}
