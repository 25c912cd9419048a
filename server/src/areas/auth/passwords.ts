import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { invalid } from '../../core/errors.ts'

/** Argon2id at OWASP's first recommendation: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])
const PASSWORD_MIN = 8

export function requireGoodPassword(password: string) {
  const problem =
    password.length < PASSWORD_MIN
      ? `Password must be at least ${PASSWORD_MIN} characters`
      : COMMON.has(password.toLowerCase())
        ? 'This password is on the list of common passwords. Choose another.'
        : undefined
  if (problem) throw invalid(problem, [{ path: 'password', message: problem }])
}

export const hashPassword = (password: string) => hash(password, COST)

/** What an account without password, or no account at all, is compared with: the same work, never a match. */
const NOBODY = hashPassword(crypto.randomUUID())

export async function passwordMatches(stored: string | null | undefined, given: string): Promise<boolean> {
  const matches = await verify(stored ?? (await NOBODY), given)
  return matches && Boolean(stored)
}
