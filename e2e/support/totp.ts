import { setTimeout } from 'node:timers/promises'
import { beginTotp, confirmTotp } from '@throughline/contracts/account'
import { generate } from 'otplib'
import type { Caller } from './api.ts'
import { PASSWORD } from './settings.ts'

const STEP = 30

/** What an authenticator app shows now, or so many steps from now. A code is good once, so each use needs another step. */
export const codeOf = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP })

/** Never the right one, nor that of a neighbouring step. */
export async function wrongCodeFor(secret: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

/** What a call on a busy machine may take. */
const CALL_MS = 6_000

/** With the code of the step before, so that those of this step and of the next are left for the journey. */
export async function turnOnTwoFactors({ call }: Caller) {
  const { secret } = await call(beginTotp, { body: { password: PASSWORD } })
  // That code counts until this step ends: with little of it left, the next one is waited for.
  const left = STEP * 1_000 - (Date.now() % (STEP * 1_000))
  if (left < CALL_MS) await setTimeout(left)
  const { recovery_codes } = await call(confirmTotp, { body: { code: await codeOf(secret, -1) } })
  return { secret, recovery_codes }
}
