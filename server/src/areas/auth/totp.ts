import { generateSecret, generateURI, verify } from 'otplib'

const ISSUER = 'Throughline'
const STEP_SECONDS = 30

/** 160 random bits, as authenticator apps read them. */
export const newTotpSecret = () => generateSecret()

export const totpUri = (secret: string, account: string) => generateURI({ issuer: ISSUER, label: account, secret })

/** The step a code belongs to: this one, the one before or the one after. Undefined: it is none of ours. */
export async function stepOfCode(secret: string, code: string): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined
  const result = await verify({ secret, token: code, epochTolerance: STEP_SECONDS })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
