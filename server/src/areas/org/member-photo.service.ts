import type { MemberId } from '@throughline/contracts/ids'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { readTenantOnce } from '../../core/db/in-tenant.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { sendPicture } from '../../core/images/send-picture.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { findPhoto } from './members.queries.ts'

export async function readPhoto(
  ctx: Context,
  storage: Storage,
  viewer: Viewer,
  memberId: MemberId,
  reply: FastifyReply,
) {
  const member = await readTenantOnce(ctx, viewer, (tx) => findPhoto(tx.db, tx.tenantId, memberId))
  if (!member?.photo) throw notFound('The photo')
  return sendPicture(storage, reply, member.photo)
}
