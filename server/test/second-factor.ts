import { beginTotp, confirmTotp } from '@throughline/contracts/account'
import type { Client } from '@throughline/contracts/client'
import { generate } from 'otplib'
import { PASSWORD } from './factories.ts'

const STEP = 30

/** What an authenticator app shows now, or so many steps from now. */
export const codeOf = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP })

/** Never the right one, nor that of a neighbouring step. */
export async function wrongCodeFor(secret: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

const stepNow = () => Math.floor(Date.now() / (STEP * 1_000))

/** With the code of the step before, so that those of this step and of the next are left for the test. */
export async function turnOnTwoFactors(client: Client) {
  const { secret } = await client(beginTotp, { body: { password: PASSWORD } })
  // A code that arrives when its time is over is wrong: then that of the next step is sent.
  for (;;) {
    const step = stepNow()
    const sent = client(confirmTotp, { body: { code: await codeOf(secret, -1) } })
    const confirmed = await sent.catch((error: unknown) => {
      if (stepNow() === step) throw error
    })
    if (confirmed) return { secret, recovery_codes: confirmed.recovery_codes }
  }
}
