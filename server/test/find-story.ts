import { findLogin, findPersonByEmail } from '../src/areas/auth/auth.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inIdentity } from '../src/core/db/in-identity.ts'
import { Cast } from './cast.ts'
import { HISTORIAN, isPastTold } from './seed-past.ts'
import { emailOf, HARBOR_VALE, INDIVIDUAL, NORTHGATE, STAFF, usernameOf } from './story.ts'

/** Everybody of the story who has an account. */
export const ACCOUNTS: readonly { username: string; email: string }[] = [
  ...[HARBOR_VALE, NORTHGATE].flatMap((firm) =>
    firm.members
      .filter(({ invited }) => invited === undefined)
      .map((member) => ({ username: usernameOf(member.name), email: emailOf(member, firm) })),
  ),
  INDIVIDUAL,
  STAFF,
]

/** Whether the story is here, how far, or what stands in its way: usernames and addresses that somebody has already. */
export async function findStory(ctx: Context): Promise<{ state: 'absent' | 'begun' | 'whole'; taken: string[] }> {
  const taken = await inIdentity(ctx, undefined, async ({ db }) => {
    const names: string[] = []
    for (const { username, email } of ACCOUNTS) {
      if (await findLogin(db, username)) names.push(username)
      else if (await findPersonByEmail(db, email)) names.push(email)
    }
    return names
  })
  if (taken.length < ACCOUNTS.length) return { state: 'absent', taken }
  const cast = new Cast(ctx)
  const state = (await isPastTold(ctx, await cast.viewer(HISTORIAN))) ? 'whole' : 'begun'
  await cast.goHome()
  return { state, taken }
}
