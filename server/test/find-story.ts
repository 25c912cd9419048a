import { findLogin, findPersonByEmail } from '../src/areas/auth/auth.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inIdentity } from '../src/core/db/in-identity.ts'
import { emailOf, HARBOR_VALE, INDIVIDUAL, NORTHGATE, STAFF, usernameOf } from './story.ts'

/** Everybody of the story who has an account. */
const ACCOUNTS: readonly { username: string; email: string }[] = [
  ...[HARBOR_VALE, NORTHGATE].flatMap((firm) =>
    firm.members
      .filter(({ invited }) => invited === undefined)
      .map((member) => ({ username: usernameOf(member.name), email: emailOf(member, firm) })),
  ),
  INDIVIDUAL,
  STAFF,
]

/** Whether the story is here, or what stands in its way: usernames and addresses that somebody has already. */
export const findStory = (ctx: Context): Promise<{ isHere: boolean; taken: string[] }> =>
  inIdentity(ctx, undefined, async ({ db }) => {
    const taken: string[] = []
    for (const { username, email } of ACCOUNTS) {
      if (await findLogin(db, username)) taken.push(username)
      else if (await findPersonByEmail(db, email)) taken.push(email)
    }
    return { isHere: taken.length === ACCOUNTS.length, taken }
  })
