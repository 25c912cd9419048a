import { decideDocument, restoreVersion as restore, retryProcessing } from '@throughline/contracts/document-acts'
import type { DocumentDetail } from '@throughline/contracts/documents'
import type { Input } from '@throughline/contracts/endpoint'
import { api } from '../../../shared/api.ts'

const at = (documentId: string) => ({ params: { documentId } })

export type FileDecision = Input<typeof decideDocument>['body']

export const decideFile = (id: string, body: FileDecision) => api(decideDocument, { ...at(id), body })

export const restoreVersion = (id: string, number: number): Promise<DocumentDetail> =>
  api(restore, { params: { documentId: id, number } })

export const retryFile = (id: string) => api(retryProcessing, at(id))
