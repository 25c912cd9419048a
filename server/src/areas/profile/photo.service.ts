import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { notFound } from '../../core/errors.ts'
import { photoUrl } from '../../core/http/session.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { sendPicture } from '../../core/images/send-picture.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { auditPerson } from '../auth/auth.public.ts'
import { findProfile, setPhoto } from './profile.queries.ts'

/** The old picture goes once nobody is shown it any more; should that fail, it is only room that is lost. */
async function replacePhoto(ctx: Context, storage: Storage, { personId }: Viewer, objectKey: string | null) {
  await inIdentity(ctx, personId, async (tx) => {
    const before = await setPhoto(tx.db, personId, objectKey)
    if (before === objectKey) return
    await auditPerson(tx.db, personId, 'member.photo_changed', ctx.origin)
    if (!before) return
    tx.afterCommit(() => {
      storage.remove(before).catch((err: unknown) => ctx.log.warn({ err }, 'an old photo was not removed'))
    })
  })
}

export async function savePhoto(ctx: Context, storage: Storage, viewer: Viewer, objectKey: string) {
  await replacePhoto(ctx, storage, viewer, objectKey)
  return photoUrl(viewer.personId, objectKey) ?? ''
}

export const dropPhoto = (ctx: Context, storage: Storage, viewer: Viewer) => replacePhoto(ctx, storage, viewer, null)

export async function readPhoto(ctx: Context, storage: Storage, viewer: Viewer, reply: FastifyReply) {
  const found = await inIdentity(ctx, viewer.personId, ({ db }) => findProfile(db, viewer.personId))
  if (!found?.photo) throw notFound('The photo')
  return sendPicture(storage, reply, found.photo)
}
