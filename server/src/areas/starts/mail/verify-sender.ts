import { Resolver } from 'node:dns/promises'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'

/** Text records of a name: the one way in which a message's keys are looked up. */
export type TextResolver = (name: string) => Promise<string[][]>

const LOOKUP = { timeout: 3_000, tries: 2 }
/** Each costs a look-up and perhaps a hash of the whole body; mail that people send has two or three. */
const MAX_SIGNATURES = 10
const SIGNATURE = /^dkim-signature\s*:/gim

export function createTextResolver(): TextResolver {
  const resolver = new Resolver(LOOKUP)
  return (name) => resolver.resolveTxt(name)
}

/** In the headers, which end with the first empty line. */
function signaturesIn(raw: Buffer): number {
  const text = raw.toString('latin1')
  const end = /(?:^|\n)\r?\n/.exec(text)?.index ?? text.length
  return text.slice(0, end).match(SIGNATURE)?.length ?? 0
}

/**
 * Whether the domain of the From line itself signed the whole message. A signature over a part of the body, or a message
 * with several From lines, proves nothing about what a person reads; one with very many signatures is not looked at.
 */
export async function isSenderVerified(raw: Buffer, resolve: TextResolver): Promise<boolean> {
  if (signaturesIn(raw) > MAX_SIGNATURES) return false
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
