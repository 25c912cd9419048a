import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { twoFactorsAreOn, twoFactorsAreRequired } from './auth.errors.ts'
import { confirmPassword } from './confirm-password.ts'
import { notifyPerson } from './notices.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { beginTotp, confirmTotp, endTotp, putRecoveryCodes } from './second-factor.queries.ts'
import { sealTotp, withCode } from './second-factor.ts'
import { newTotpSecret, totpUri } from './totp.ts'

export async function beginSecondFactor(ctx: Context, viewer: Viewer, password: string | undefined) {
  await confirmPassword(ctx, viewer, password)
  const secret = newTotpSecret()
  const sealed = sealTotp(ctx, viewer.personId, secret)
  const begun = await inIdentity(ctx, viewer.personId, ({ db }) => beginTotp(db, viewer.personId, sealed))
  if (!begun) throw twoFactorsAreOn()
  return { secret, uri: totpUri(secret, viewer.user.email) }
}

async function giveRecoveryCodes(tx: DutyTx, { personId }: Viewer) {
  const codes = newRecoveryCodes()
  await putRecoveryCodes(
    tx.db,
    personId,
    codes.map((code) => hashRecoveryCode(personId, code)),
  )
  return { recovery_codes: codes }
}

export const confirmSecondFactor = (ctx: Context, viewer: Viewer, code: string) =>
  withCode(ctx, viewer.personId, code, 'pending', async (tx) => {
    await confirmTotp(tx.db, viewer.personId)
    await notifyPerson(ctx, tx, viewer, 'member.two_factors_on', 'two_factors_on')
    return giveRecoveryCodes(tx, viewer)
  })

export const renewCodes = (ctx: Context, viewer: Viewer, code: string) =>
  withCode(ctx, viewer.personId, code, 'confirmed', async (tx) => {
    await notifyPerson(ctx, tx, viewer, 'member.recovery_codes_made', 'recovery_codes_renewed')
    return giveRecoveryCodes(tx, viewer)
  })

export const endSecondFactor = (ctx: Context, viewer: Viewer, code: string) =>
  withCode(ctx, viewer.personId, code, 'confirmed', async (tx) => {
    if (!(await endTotp(tx.db, viewer.personId))) throw twoFactorsAreRequired()
    await notifyPerson(ctx, tx, viewer, 'member.two_factors_off', 'two_factors_off')
  })
