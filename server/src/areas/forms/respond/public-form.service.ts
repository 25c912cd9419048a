import type { Made } from '@throughline/contracts/endpoint'
import type { FormId, TenantId } from '@throughline/contracts/ids'
import type { getPublicForm } from '@throughline/contracts/public-forms'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { findPublicTenant } from '../../../core/db/in-public.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import { notFound } from '../../../core/errors.ts'
import { sendPicture } from '../../../core/images/send-picture.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { findPublicVersion, type PublicVersion } from '../public-version.ts'

const noSuchForm = () => notFound('This form')

/** Whose form it is; what is not published is not there. */
export async function requirePublicTenant(ctx: Context, formId: string): Promise<TenantId> {
  const tenantId = await findPublicTenant(ctx, 'form', formId)
  if (!tenantId) throw noSuchForm()
  return tenantId
}

export async function requirePublicVersion(ctx: Context, formId: string): Promise<PublicVersion> {
  const tenantId = await requirePublicTenant(ctx, formId)
  const version = await readTenant(ctx, { tenantId }, (tx) => findPublicVersion(tx, formId))
  if (!version) throw noSuchForm()
  return version
}

export async function showPublicForm(ctx: Context, formId: FormId): Promise<Made<typeof getPublicForm>> {
  const { number, content, compiled, closed, limits, organisation } = await requirePublicVersion(ctx, formId)
  const { banner, ...shown } = content
  const imageUrl = `/v1/forms/public/${formId}/header/`
  return {
    data: {
      id: formId,
      ...shown,
      header_banner_document_id: banner?.id ?? null,
      headerBanner: banner && { imageUrl, altText: banner.altText, height: banner.height },
      version: number,
      show: compiled.show,
      organisation,
      closed: closed && { because: closed.because, since: closed.since },
      limits: { files: limits.files, megabytes: limits.megabytes },
    },
  }
}

export async function sendPublicHeader(ctx: Context, storage: Storage, formId: FormId, reply: FastifyReply) {
  const { banner } = await requirePublicVersion(ctx, formId)
  if (!banner) throw notFound('The picture')
  return await sendPicture(storage, reply, banner.objectKey, banner.mediaType)
}
