import { acceptedAt, type CaughtMail, countOf, outcomeOf, type Registration, withoutMail } from './ledger.ts'
import { KILLED, type Struck } from './plan.ts'
import type { Story, Strike } from './run.ts'

const LEAST_IN_FLIGHT = 0.8

/** What one strike met, and how things went on. */
export interface Hit extends Strike {
  /** Requests without an answer yet. */
  requests: number
  /** Accepted registrations without a mail yet: in the outbox, or in a workflow. */
  owed: number
  inFlight: boolean
  /** Milliseconds until any mail arrived, and until all did that were under way. */
  nextMail: number
  allMails: number
}

export interface Verdict {
  hits: Hit[]
  kills: Hit[]
  accepted: number
  duplicates: number
  shareInFlight: number
  /** Promises that were not kept, in words. Empty is the aim. */
  broken: string[]
}

const receivedAt = (mail: CaughtMail) => Date.parse(mail.receivedAt)
const isKill = ({ part }: { part: Struck }) => KILLED.some((killed) => killed === part)

function hitOf(strike: Strike, { registrations, mails }: Story, firstMail: Map<string, number>): Hit {
  const { at } = strike
  const reached = (registration: Registration) => firstMail.get(registration.email) ?? Number.POSITIVE_INFINITY
  const asked = registrations.filter(({ tries }) => tries.some(({ began, ended }) => began <= at && at < ended))
  const owed = registrations.filter((registration) => acceptedAt(registration) <= at && at < reached(registration))
  const later = mails.map(receivedAt).filter((time) => time > at)
  const underWay = [...asked, ...owed].filter((registration) => outcomeOf(registration) === 'ok').map(reached)
  return {
    ...strike,
    requests: asked.length,
    owed: owed.length,
    inFlight: asked.length + owed.length + strike.rows > 0,
    nextMail: Math.min(...later) - at,
    allMails: Math.max(at, ...underWay) - at,
  }
}

function promisesBroken(story: Story, ids: Map<string, Set<string>>, share: number): string[] {
  const { registrations, mails, left, faults } = story
  const allowed = new Set(registrations.filter((one) => outcomeOf(one) !== 'failed').map(({ email }) => email))
  const shared = mails.length > 0 && new Set(mails.map(({ messageId }) => messageId)).size < ids.size
  const refused = registrations.filter((one) => outcomeOf(one) === 'failed').map(({ trouble }) => String(trouble))
  const found: [string, string[]][] = [
    ['too few accepted', countOf(registrations, 'ok') < story.sizes.registrations ? [...new Set(refused)] : []],
    ['accepted without a mail', withoutMail(registrations, mails)],
    ['a mail although refused', [...ids.keys()].filter((address) => !allowed.has(address))],
    ['repeated under another Message-ID', [...ids].filter(([, of]) => of.size > 1).map(([address]) => address)],
    ['one Message-ID for different people', shared ? ['yes'] : []],
    ['never answered', registrations.filter((one) => outcomeOf(one) === 'unknown').map(({ email }) => email)],
    ['left in the outbox', left.rows > 0 ? [String(left.rows)] : []],
    ['given up by the relay', left.dead > 0 ? [String(left.dead)] : []],
    ['workflows still open', left.workflows > 0 ? [String(left.workflows)] : []],
    ['ended by themselves', faults],
    ['share of kills with work in flight', share < LEAST_IN_FLIGHT ? [String(share)] : []],
  ]
  return found.filter(([, which]) => which.length > 0).map(([what, which]) => `${what}: ${which.join(', ')}`)
}

export function judge(story: Story): Verdict {
  const firstMail = new Map<string, number>()
  const ids = new Map<string, Set<string>>()
  for (const mail of story.mails.toSorted((a, b) => receivedAt(a) - receivedAt(b))) {
    for (const address of mail.to) {
      if (!firstMail.has(address)) firstMail.set(address, receivedAt(mail))
      ids.set(address, (ids.get(address) ?? new Set()).add(mail.messageId))
    }
  }
  const hits = story.strikes.map((strike) => hitOf(strike, story, firstMail))
  const kills = hits.filter(isKill)
  const shareInFlight = kills.filter(({ inFlight }) => inFlight).length / kills.length
  return {
    hits,
    kills,
    accepted: countOf(story.registrations, 'ok'),
    duplicates: story.mails.length - ids.size,
    shareInFlight,
    broken: promisesBroken(story, ids, shareInFlight),
  }
}
