import * as profile from '@throughline/contracts/profile'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { Mount } from '../../core/http/call.ts'
import { VISITOR_COOKIE } from '../../core/http/cookies.ts'
import type { RateLimits } from '../../core/http/rate-limits.ts'
import { createPictures } from '../../core/images/pictures.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { findPersonByEmail, type ProviderCheck, takeTry } from '../auth/auth.public.ts'
import { changePassword, connectGoogle, disconnectGoogle } from './credentials.service.ts'
import { keepAccount, planAccountDeletion } from './delete-account.service.ts'
import { dropPhoto, readPhoto, savePhoto } from './photo.service.ts'
import { requireOwn } from './profile.policy.ts'
import { readProfile, saveProfile } from './profile.service.ts'

const ok = { status: 'ok' } as const
const PHOTO_SIDE = 256
const identity = { once: 'identity' } as const
/** A request with a password in it is not remembered, not even as a hash; a wrong one stays counted. */
const never = { once: 'never' } as const

/** What a person says of themselves, with their photo. */
const ownProfileRoutes = (on: Mount, storage: Storage) => {
  const pictures = createPictures(storage)

  on(
    profile.isAvailable,
    async ({ ctx, viewer, body }) => {
      const found = await inIdentity(ctx, viewer.personId, ({ db }) => findPersonByEmail(db, body.email))
      return { available: !found }
    },
    never,
  )

  on(profile.getProfile, async ({ ctx, viewer, params }) => {
    requireOwn(viewer, params.userId)
    return readProfile(ctx, viewer)
  })
  on(
    profile.updateProfile,
    async ({ ctx, viewer, params, body }) => {
      requireOwn(viewer, params.userId)
      return saveProfile(ctx, viewer, body)
    },
    identity,
  )

  on(
    profile.uploadPhoto,
    async ({ ctx, viewer, file }) => ({ photo: await savePhoto(ctx, storage, viewer, pictures.of(file).objectKey) }),
    {
      before: async ({ viewer, params, file }) => {
        requireOwn(viewer, params.userId)
        await pictures.receive(file, `people/${viewer.personId}`, PHOTO_SIDE)
      },
      ...identity,
    },
  )
  on(profile.getPhoto, async ({ ctx, viewer, params, reply }) => {
    requireOwn(viewer, params.userId)
    return readPhoto(ctx, storage, viewer, reply)
  })
  on(
    profile.removePhoto,
    async ({ ctx, viewer, params }) => {
      requireOwn(viewer, params.userId)
      await dropPhoto(ctx, storage, viewer)
      return ok
    },
    identity,
  )
}

/** How a person signs in, and whether they stay. */
const ownAccountRoutes = (on: Mount, limits: RateLimits, checkProviderToken: ProviderCheck) => {
  on(
    profile.changePassword,
    async ({ ctx, viewer, params, body, request }) => {
      requireOwn(viewer, params.userId)
      await takeTry(ctx, limits, viewer, request)
      await changePassword(ctx, viewer, body.current_password, body.new_password)
      return ok
    },
    never,
  )

  on(
    profile.connectGoogle,
    async ({ ctx, viewer, params, body, request }) => {
      requireOwn(viewer, params.userId)
      return connectGoogle(ctx, viewer, checkProviderToken, body.token, request.cookies[VISITOR_COOKIE] ?? '')
    },
    never,
  )
  on(
    profile.disconnectGoogle,
    async ({ ctx, viewer, params }) => {
      requireOwn(viewer, params.userId)
      return disconnectGoogle(ctx, viewer)
    },
    identity,
  )

  on(
    profile.deleteAccount,
    async ({ ctx, viewer, params, body, request }) => {
      requireOwn(viewer, params.userId)
      await takeTry(ctx, limits, viewer, request)
      return planAccountDeletion(ctx, viewer, body.password)
    },
    never,
  )
  on(
    profile.keepAccount,
    async ({ ctx, viewer, params }) => {
      requireOwn(viewer, params.userId)
      return keepAccount(ctx, viewer)
    },
    identity,
  )
}

export const profileRoutes =
  (limits: RateLimits, storage: Storage, checkProviderToken: ProviderCheck) => (on: Mount) => {
    ownProfileRoutes(on, storage)
    ownAccountRoutes(on, limits, checkProviderToken)
  }
