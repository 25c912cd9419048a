import { type Client, createClient } from '@throughline/contracts/client'
import {
  type ArrivedPart,
  addVersion,
  beginUpload,
  cancelUpload,
  completeUpload,
  getUpload,
  type Upload as ServerUpload,
  signParts,
  uploadDocument,
} from '@throughline/contracts/document-uploads'
import type { Document } from '@throughline/contracts/documents'
import type { FilePart } from '@throughline/contracts/endpoint'
import type { UploadId } from '@throughline/contracts/ids'
import { uploadOrgIcon } from '@throughline/contracts/org'
import { uploadPhoto } from '@throughline/contracts/profile'
import { api, callKeys, tellRefusal } from '../../api.ts'
import type { UploadPlace, UploadTarget } from './upload.ts'

/** The object store's own refusals. */
export class StoreError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The object store answered ${status}`)
    this.name = 'StoreError'
    this.status = status
  }
}

interface SignedPart {
  number: number
  url: string
}

type OnSent = (bytes: number) => void

/** Everything that is said to servers while a file goes up. */
export interface Line {
  /** In one call; answered with the document where one is made of it. */
  plain(
    file: File,
    name: string,
    target: UploadTarget,
    key: string,
    onSent: OnSent,
    signal: AbortSignal,
  ): Promise<Document | undefined>
  begin(name: string, size: number, place: UploadPlace, signal: AbortSignal): Promise<ServerUpload>
  show(id: UploadId, signal: AbortSignal): Promise<ServerUpload>
  sign(id: UploadId, numbers: number[], signal: AbortSignal): Promise<SignedPart[]>
  /** Says by which mark the store knows the part it has taken. */
  put(url: string, part: Blob, onSent: OnSent, signal: AbortSignal): Promise<string>
  complete(id: UploadId, parts: ArrivedPart[], signal: AbortSignal): Promise<Document>
  cancel(id: UploadId): Promise<unknown>
}

const at = (uploadId: UploadId) => ({ params: { uploadId } })

/** Not `fetch`: it does not tell how much of a body has left. */
const put: Line['put'] = (url, part, onSent, signal) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('PUT', url)
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', stop)
      const etag = request.status >= 200 && request.status < 300 ? request.getResponseHeader('etag') : undefined
      if (etag) resolve(etag)
      else if (etag === null) reject(new Error('the object store does not let pages read the mark of a part'))
      else reject(request.status === 0 ? new TypeError('Failed to fetch') : new StoreError(request.status))
    })
    signal.addEventListener('abort', stop)
    request.send(part)
  })

/** What the client needs of `fetch`, over the one way by which a browser tells how much of a body has left. */
function sendWithProgress(onProgress: (part: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const stopped = () => reject(new DOMException('The upload was stopped', 'AbortError'))
      // Stopped while the token was requested: the stop has already been reported.
      if (init.signal?.aborted) return stopped()
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input)
      request.withCredentials = true
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress(loaded / total))
      request.addEventListener('load', () => {
        const retryAfter = request.getResponseHeader('retry-after')
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
          }),
        )
      })
      request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
      request.addEventListener('abort', stopped)
      init.signal?.addEventListener('abort', () => request.abort())
      request.send(init.body instanceof FormData || typeof init.body === 'string' ? init.body : null)
      return undefined
    })
}

/** The client of one upload: calls like any other, and tells from 0 to 1 how much has left. */
const uploadClient = (onProgress: (part: number) => void): Client =>
  createClient({ fetch: sendWithProgress(onProgress), onError: tellRefusal, keys: callKeys })

const plain: Line['plain'] = async (file, name, target, idempotencyKey, onSent, signal) => {
  const call = uploadClient((part) => onSent(part * file.size))
  const formFor = ({ file: { field } }: { file: FilePart }) => {
    const form = new FormData()
    form.set(field, file, name)
    return { form, idempotencyKey, signal }
  }
  if (target.kind === 'logo') {
    await call(uploadOrgIcon, { params: { orgId: target.orgId } }, formFor(uploadOrgIcon))
    return undefined
  }
  if (target.kind === 'photo') {
    await call(uploadPhoto, { params: { userId: target.userId } }, formFor(uploadPhoto))
    return undefined
  }
  const { taskId, instanceId, workflowId, documentId, category, description, field } = target
  if (documentId) return call(addVersion, { params: { documentId } }, formFor(addVersion))
  const body = { taskId, instanceId, workflowId, category, description, field }
  return call(uploadDocument, { body }, formFor(uploadDocument))
}

export const serverLine: Line = {
  plain,
  put,
  begin: async (name, size, place, signal) => {
    const { documentId, taskId, instanceId, workflowId, category, description, field } = place
    const metadata = { taskId, instanceId, workflowId, category, description, field }
    const where = documentId ? { document_id: documentId } : { metadata }
    return (await api(beginUpload, { body: { name, size, ...where } }, { signal })).data
  },
  show: async (id, signal) => (await api(getUpload, at(id), { signal })).data,
  sign: async (id, numbers, signal) => (await api(signParts, { ...at(id), body: { numbers } }, { signal })).data,
  complete: (id, parts, signal) => api(completeUpload, { ...at(id), body: { parts } }, { signal }),
  cancel: (id) => api(cancelUpload, at(id)),
}
