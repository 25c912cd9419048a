import { Resolver } from 'node:dns/promises'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'

/** Text records of a name: the one way in which a message's keys are looked up. */
export type TextResolver = (name: string) => Promise<string[][]>

const LOOKUP = { timeout: 3_000, tries: 2 }
/** All those of one message: the servers that are asked are named by its sender, and other messages wait meanwhile. */
const LOOKUPS_MS = 10_000
/** Each costs a look-up and perhaps a hash of the whole body; mail that people send has two or three. */
const MAX_SIGNATURES = 10
const SIGNATURE = /^dkim-signature\s*:/gim
/** What a message says, what it answers, and how its parts are taken apart. */
const SAID_ONCE = /^(subject|date|message-id|content-type|content-transfer-encoding|in-reply-to|references)\s*:/gim
const SUBJECT = /^subject\s*:/im
/** Among the names of what a signature covers, as the library lists them. */
const SIGNED_SUBJECT = /(^|: )subject(:|$)/i

export function createTextResolver(): TextResolver {
  const resolver = new Resolver(LOOKUP)
  return (name) => resolver.resolveTxt(name)
}

/** They end with the first empty line. */
function headersOf(raw: Buffer): string {
  const text = raw.toString('latin1')
  return text.slice(0, /(?:^|\n)\r?\n/.exec(text)?.index ?? text.length)
}

/**
 * Whether what was vouched for is what is read. Of two lines of one name a signature covers the lowest and a reader takes the
 * topmost, so that lines put above a real message change what it says; and at a CR alone only some readers end a line.
 */
export function isReadOneWay(raw: Buffer): boolean {
  const headers = headersOf(raw)
  const names = Array.from(headers.matchAll(SAID_ONCE), ([, name = '']) => name.toLowerCase())
  return new Set(names).size === names.length && !/\r(?!\n|$)/.test(headers)
}

/**
 * Whether the domain of the From line itself signed the whole message. A signature over a part of the body, or a message
 * with several From lines, proves nothing about what a person reads, nor does one that leaves out the subject; one with very
 * many signatures is not looked at.
 */
export async function isSenderVerified(raw: Buffer, resolve: TextResolver): Promise<boolean> {
  const headers = headersOf(raw)
  if ((headers.match(SIGNATURE)?.length ?? 0) > MAX_SIGNATURES) return false
  const hasSubject = SUBJECT.test(headers)
  const latest = performance.now() + LOOKUPS_MS
  const { results, headerFrom, fromFields } = await dkimVerify(raw, {
    strict: true,
    minBitLength: 1_024,
    resolver: (name: string) =>
      performance.now() < latest ? resolve(name) : Promise.reject(new Error('looking up keys took too long')),
  })
  if (fromFields !== 1 || headerFrom.length !== 1) return false
  return results.some(
    ({ status, signingHeaders, canonBodyLengthLimited }) =>
      status.result === 'pass' &&
      Boolean(status.aligned) &&
      canonBodyLengthLimited !== true &&
      (!hasSubject || SIGNED_SUBJECT.test(signingHeaders?.keys ?? '')),
  )
}
