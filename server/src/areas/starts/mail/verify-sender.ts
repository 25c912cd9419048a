import { Resolver } from 'node:dns/promises'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'

/** Text records of a name: the one way in which a message's keys are looked up. */
export type TextResolver = (name: string) => Promise<string[][]>

const LOOKUP = { timeout: 3_000, tries: 2 }

export function createTextResolver(): TextResolver {
  const resolver = new Resolver(LOOKUP)
  return (name) => resolver.resolveTxt(name)
}

/**
 * Whether the domain of the From line itself signed the whole message. A signature over a part of the body, or a message
 * with several From lines, proves nothing about what a person reads.
 */
export async function isSenderVerified(raw: Buffer, resolve: TextResolver): Promise<boolean> {
  const { results, headerFrom, fromFields } = await dkimVerify(raw, {
    strict: true,
    minBitLength: 1_024,
    resolver: (name: string) => resolve(name),
  })
  if (fromFields !== 1 || headerFrom.length !== 1) return false
  return results.some(
    ({ status, canonBodyLengthLimited }) =>
      status.result === 'pass' && Boolean(status.aligned) && canonBodyLengthLimited !== true,
  )
}
