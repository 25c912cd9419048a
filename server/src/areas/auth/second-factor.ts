import { LOCKED_MINUTES, MOST_WRONG_CODES } from '@throughline/contracts/account'
import type { PersonId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import type { AppError } from '../../core/errors.ts'
import { nothingToConfirm, secondFactorLocked, twoFactorsAreOff, wrongCode } from './auth.errors.ts'
import { auditPerson, auditStranger } from './auth.queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import {
  countWrongCode,
  lockSecondFactor,
  type SecondFactor,
  useRecoveryCode,
  useTotpStep,
} from './second-factor.queries.ts'
import { stepOfCode } from './totp.ts'

/** What a secret is sealed for, so that a row copied to somebody else does not open. */
export const totpAad = (personId: string) => `person_secrets:${personId}`

export const sealTotp = ({ keyring }: Context, personId: PersonId, secret: string) =>
  keyring.system.seal(secret, totpAad(personId))

const openTotp = ({ keyring }: Context, personId: PersonId, sealed: Buffer) =>
  keyring.system.open(sealed, totpAad(personId)).toString('utf8')

/** A code counts once: its step, or the recovery code itself, is spent here. */
async function spend(ctx: Context, db: Db, personId: PersonId, factor: SecondFactor, given: string): Promise<boolean> {
  const code = given.replace(/\s/g, '')
  const step = await stepOfCode(openTotp(ctx, personId, factor.totp), code)
  if (step !== undefined) return useTotpStep(db, personId, step)
  const used = factor.confirmed && (await useRecoveryCode(db, personId, hashRecoveryCode(personId, code)))
  if (used) await auditPerson(db, personId, 'member.recovery_code_used', ctx.origin)
  return used
}

async function countWrong(ctx: Context, db: Db, personId: PersonId): Promise<AppError> {
  const seconds = await countWrongCode(db, personId, MOST_WRONG_CODES, LOCKED_MINUTES)
  await auditStranger(db, personId, 'member.second_factor_failed', ctx.origin)
  if (seconds === 0) return wrongCode()
  await auditStranger(db, personId, 'member.second_factor_locked', ctx.origin)
  return secondFactorLocked(seconds)
}

/**
 * Does the work once the code is right, in the transaction that spends it. A wrong code stays counted, which is why it
 * is refused only after the commit; while the factor is locked right ones are refused too.
 */
export async function withCode<T>(
  ctx: Context,
  personId: PersonId,
  code: string,
  of: 'confirmed' | 'pending',
  work: (tx: DutyTx) => Promise<T>,
  onRefusal?: (db: Db) => Promise<void>,
): Promise<T> {
  const outcome = await inIdentity(ctx, personId, async (tx) => {
    const factor = await lockSecondFactor(tx.db, personId)
    if (!factor || factor.confirmed !== (of === 'confirmed')) {
      throw of === 'confirmed' ? twoFactorsAreOff() : nothingToConfirm()
    }
    const refusal =
      factor.locked_seconds > 0
        ? secondFactorLocked(factor.locked_seconds)
        : (await spend(ctx, tx.db, personId, factor, code))
          ? undefined
          : await countWrong(ctx, tx.db, personId)
    if (!refusal) return { made: await work(tx) }
    await onRefusal?.(tx.db)
    return { refusal }
  })
  if (outcome.refusal) throw outcome.refusal
  return outcome.made
}
