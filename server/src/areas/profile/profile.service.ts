import type { Body, Made } from '@throughline/contracts/endpoint'
import { type getProfile, LANGUAGES, type updateProfile } from '@throughline/contracts/profile'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { photoUrl } from '../../core/http/session.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { requireTimeZone } from '../../core/time-zone.ts'
import { auditPerson, explainTaken } from '../auth/auth.public.ts'
import { changeProfile, findProfile } from './profile.queries.ts'

type Profile = Made<typeof getProfile>

/** With whatever the transaction has changed so far. */
export async function profileOf(db: Db, { personId, user }: Viewer): Promise<Profile> {
  const row = await findProfile(db, personId)
  if (!row) throw notFound('The person')
  const { two_factor_since, ...rest } = row
  return {
    ...rest,
    // As everywhere else: whoever never gave a name goes by the username.
    name: row.name || user.name,
    photo: photoUrl(personId, row.photo),
    language: LANGUAGES.find((language) => language === row.language) ?? LANGUAGES[0],
    password_changed_at: row.password_changed_at?.toISOString() ?? null,
    two_factor_enabled: two_factor_since !== null,
    two_factor_since: two_factor_since?.toISOString() ?? null,
    deletes_at: row.deletes_at?.toISOString() ?? null,
  }
}

export const readProfile = (ctx: Context, viewer: Viewer): Promise<Profile> =>
  inIdentity(ctx, viewer.personId, ({ db }) => profileOf(db, viewer))

/** The address may be sent along, since forms do; it changes by its own call only. */
export async function saveProfile(ctx: Context, viewer: Viewer, body: Body<typeof updateProfile>): Promise<Profile> {
  const { email, ...change } = body
  if (email !== undefined && email.toLowerCase() !== viewer.user.email.toLowerCase()) {
    const message = 'To change your email address, use the link sent to the new one'
    throw invalid(message, [{ path: 'email', message }])
  }
  if (change.time_zone !== undefined) change.time_zone = requireTimeZone(change.time_zone)
  return inIdentity(ctx, viewer.personId, async ({ db }) => {
    if (Object.keys(change).length > 0) {
      await changeProfile(db, viewer.personId, change).catch(explainTaken)
      await auditPerson(db, viewer.personId, 'member.profile_changed', ctx.origin)
    }
    return profileOf(db, viewer)
  })
}
