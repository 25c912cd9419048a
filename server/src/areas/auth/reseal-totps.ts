import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { resealTotp, totpsUnderOtherKeys } from './second-factor.queries.ts'
import { totpAad } from './second-factor.ts'

const BATCH = 200

function sealAnew({ keyring: { system }, log }: Context, personId: string, totp: Buffer): Buffer | undefined {
  const aad = totpAad(personId)
  try {
    return system.seal(system.open(totp, aad), aad)
  } catch (err) {
    // One that nobody can open any more does not hold up the others.
    log.error({ err, person_id: personId }, 'a second factor could not be opened')
    return undefined
  }
}

/** Seals second factors after this person anew under the current master key; says where to go on, or that all are. */
export function resealTotps(ctx: Context, after: string): Promise<string | null> {
  return inIdentity(ctx, undefined, async ({ db }) => {
    const found = await totpsUnderOtherKeys(db, ctx.keyring.currentHeader, after, BATCH)
    for (const { person_id, totp } of found) {
      const sealed = sealAnew(ctx, person_id, totp)
      if (sealed) await resealTotp(db, person_id, totp, sealed)
    }
    return found.length === BATCH ? (found.at(-1)?.person_id ?? null) : null
  })
}
