import type { Body } from '@throughline/contracts/endpoint'
import type { FormId, UploadId } from '@throughline/contracts/ids'
import type {
  beginPublicUpload,
  cancelPublicUpload,
  completePublicUpload,
  signPublicParts,
} from '@throughline/contracts/public-forms'
import { fileRuleOf } from '@throughline/flow/form'
import { invalid, notFound } from '../../../core/errors.ts'
import { networkOf } from '../../../core/http/rate-limits.ts'
import {
  beginForResponse,
  cancelUpload,
  completeForResponse,
  type ResponseUploader,
  showUpload,
  signUploadParts,
} from '../../documents/documents.public.ts'
import { requireStillOpen } from './keep-response.ts'
import { hashOfNetwork, hashOfToken, readPage } from './page-token.ts'
import { requirePublicTenant, requirePublicVersion } from './public-form.service.ts'
import { type RespondParts, tooMuchToday } from './receive-response.ts'

const MEGABYTE = 1_048_576

/** A token that is not this form's, or too old, has no uploads. */
async function uploaderOf({ ctx }: RespondParts, formId: FormId, token: string): Promise<ResponseUploader> {
  const tenantId = await requirePublicTenant(ctx, formId)
  if (!readPage(ctx.config, formId, token, Date.now())) throw notFound('This upload')
  return { tenantId, formId, tokenHash: hashOfToken(token) }
}

/** What every field and form bounds is asked before anything is sent; what the bytes are, when they are there. */
export async function begin(
  parts: RespondParts,
  formId: FormId,
  { token, element: id, name, size }: Body<typeof beginPublicUpload>,
  ip: string,
) {
  const { ctx, storage, limits } = parts
  const uploader = await uploaderOf(parts, formId, token)
  const { content, compiled, closed, limits: most } = await requirePublicVersion(ctx, formId)
  const element = content.elements.find((one) => one.id === id)
  const refused = (path: string, message: string) => invalid('This file can’t be sent', [{ path, message }])
  const takesFiles = compiled.fields.some((field) => field.name === id && field.type === 'file')
  if (!element || !takesFiles) throw refused('element', 'not a field for files')
  if (closed) throw refused('element', 'this form is closed')
  const maxBytes = Math.min(fileRuleOf(element).maxBytes, most.megabytes * MEGABYTE)
  if (size > maxBytes) throw refused('size', `larger than ${maxBytes / MEGABYTE} MB`)
  if (!(await limits.takeBytes(formId, size, most.megabytes_a_day * MEGABYTE))) throw tooMuchToday()
  const network = hashOfNetwork(ctx.config, networkOf(ip))
  try {
    return await beginForResponse(ctx, storage, uploader, { element: id, name, size, network }, (tx) =>
      requireStillOpen(tx, formId),
    )
  } catch (error) {
    await limits.giveBackBytes(formId, size)
    throw error
  }
}

export const show = async (parts: RespondParts, formId: FormId, id: UploadId, { token }: { token: string }) =>
  showUpload(parts.ctx, parts.storage, await uploaderOf(parts, formId, token), id)

export const sign = async (
  parts: RespondParts,
  formId: FormId,
  id: UploadId,
  { token, ...body }: Body<typeof signPublicParts>,
) => signUploadParts(parts.ctx, parts.storage, await uploaderOf(parts, formId, token), id, body)

export const complete = async (
  parts: RespondParts,
  formId: FormId,
  id: UploadId,
  { token, ...body }: Body<typeof completePublicUpload>,
) => completeForResponse(parts.ctx, parts.storage, await uploaderOf(parts, formId, token), id, body)

export const cancel = async (
  parts: RespondParts,
  formId: FormId,
  id: UploadId,
  { token }: Body<typeof cancelPublicUpload>,
) => {
  const { ctx, storage, limits } = parts
  const uploader = await uploaderOf(parts, formId, token)
  const { data } = await showUpload(ctx, storage, uploader, id)
  const answer = await cancelUpload(ctx, storage, uploader, id)
  // What was never sent is not taken from the form's day.
  if (data.state === 'uploading') await limits.giveBackBytes(formId, data.size)
  return answer
}
