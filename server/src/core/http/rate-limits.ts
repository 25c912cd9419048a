import type { RateClass } from '@throughline/contracts/endpoint'
import { CODES } from '@throughline/contracts/errors'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisClientType } from 'redis'
import type { Config } from '../config.ts'
import { AppError, tooManyTries } from '../errors.ts'
import { Leases } from './rate-leases.ts'
import type { Viewer } from './viewer.ts'

interface Limit {
  points: number
  seconds: number
  /** Taken from Redis a second's worth at a time and then spent in the process: these come in dozens and need not each ask. */
  leased: boolean
  /** Without Redis these still count, in the process; the others let everyone pass. */
  guarded: boolean
}

/** Of one session; before there is one, of one address. */
export const LIMITS: Record<RateClass | 'socket', Limit> = {
  read: { points: 1_200, seconds: 60, leased: true, guarded: false },
  // Six a second: somebody who types without a pause, and the texts of what was found.
  search: { points: 360, seconds: 60, leased: true, guarded: false },
  write: { points: 300, seconds: 60, leased: false, guarded: false },
  upload: { points: 120, seconds: 60, leased: false, guarded: false },
  socket: { points: 240, seconds: 60, leased: false, guarded: false },
  sign_in: { points: 60, seconds: 60, leased: false, guarded: true },
  mail: { points: 20, seconds: 60, leased: false, guarded: true },
  // Each may cost money, and takes a worker for up to a minute.
  model: { points: 30, seconds: 60, leased: false, guarded: true },
  probe: { points: 5, seconds: 60, leased: false, guarded: true },
  public_begin: { points: 300, seconds: 60, leased: false, guarded: true },
  public_send: { points: 120, seconds: 60, leased: false, guarded: true },
  hook: { points: 1_200, seconds: 60, leased: false, guarded: true },
}

/** What all sessions of a person, and all people of a tenant, may use together, as multiples of one session's. */
const PERSON_SHARE = 3
const TENANT_SHARE = 50

/** What all respondents of one form may use together, as a multiple of one network's: thousands answer an open call. */
const FORM_SHARE = 50

/** More pages than this begun in a minute are not usual, of one network and of one form: their browsers are given work. */
const USUAL: Record<'network' | 'form', Limit> = {
  network: { points: 20, seconds: 60, leased: false, guarded: true },
  form: { points: 300, seconds: 60, leased: false, guarded: true },
}

/** What comes from one page: somebody may send a form a few times, and then begins it anew. */
const PAGE: Limit = { points: 5, seconds: 3_600, leased: false, guarded: true }
/** The same attempt again, whose answer was lost, is one response. */
const ATTEMPT: Limit = { ...PAGE, points: 1 }

/** Starts of one API key. */
const API_KEY: Limit = { points: 60, seconds: 60, leased: false, guarded: true }

const DAY_SECONDS = 86_400

/** Of every call, whoever makes it: three a second for each of 200 people behind one address. */
const ADDRESS: Limit = { points: 36_000, seconds: 60, leased: true, guarded: false }

/**
 * What is counted for one account, wherever it comes from. Each has a prefix of its own: what somebody types in one
 * place can never be the key of another count.
 */
type AccountAct = 'sign_in_name' | 'sign_in_person' | 'sign_in_device' | 'mail' | 'invitation' | 'waitlist'
const ACCOUNT: Limit = { points: 10, seconds: 300, leased: false, guarded: true }

export interface RateLimits {
  /** Of every call, before anything is looked up for it. */
  takeAddress(ip: string): Promise<void>
  take(rate: RateClass | 'socket', ip: string, viewer: Viewer | undefined, points?: number): Promise<void>
  /** Of one API key. */
  takeKey(keyId: string): Promise<void>
  /** Of one network, and of all who answer one form or call one webhook. */
  takeRespondent(rate: RateClass, ip: string, formId: string): Promise<void>
  /** Whether no more pages than usual are begun, by this network and of this form. */
  isUsual(ip: string, formId: string): Promise<boolean>
  /** Whether this page has sent no more than people do. */
  tryPage(page: string, attempt: string): Promise<boolean>
  /** Whether so many bytes of files can still be taken within the day, of this form. */
  takeBytes(formId: string, bytes: number, most: number): Promise<boolean>
  /** What was counted and then not kept. */
  giveBackBytes(formId: string, bytes: number): Promise<void>
  /** A try that succeeded was none: 200 people behind one address can all sign in. */
  giveBack(rate: RateClass, ip: string, viewer: Viewer | undefined): Promise<void>
  /** Known and unknown accounts are counted alike. */
  takeAccount(act: AccountAct, key: string): Promise<void>
  /** The same where a refusal would tell too much: false when there are no tries left. */
  tryAccount(act: AccountAct, key: string): Promise<boolean>
}

/** As the directory compares names and addresses; otherwise every spelling of one account would have tries of its own. */
const fold = (account: string) => account.normalize('NFKC').toUpperCase().toLowerCase()

/** Whoever has one IPv6 address has 2^64 beside it: they are one caller. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 }, () => '0')
  return [...head.split(':').filter(Boolean), ...zeros].slice(0, 4).join(':')
}

interface Bucket {
  name: string
  limit: Limit
  key: string
}

/** Where tries are guarded, signing in once more must not bring new ones: they have no count for each session. */
function callerOf(rate: RateClass | 'socket', ip: string, viewer: Viewer | undefined): Bucket {
  const limit = LIMITS[rate]
  const caller = limit.guarded ? viewer?.personId : viewer?.sessionId
  return { name: rate, limit, key: caller ?? networkOf(ip) }
}

/** Leased even where a session's are not, so that sharing costs no further question to Redis. */
function sharesOf(rate: RateClass | 'socket', viewer: Viewer): Bucket[] {
  const limit = LIMITS[rate]
  const share = (times: number) => ({ ...limit, points: limit.points * times, leased: !limit.guarded })
  const tenant = { name: `${rate}:tenant`, limit: share(TENANT_SHARE), key: viewer.tenantId }
  if (limit.guarded) return [tenant]
  return [{ name: `${rate}:person`, limit: share(PERSON_SHARE), key: viewer.personId }, tenant]
}

/** Whether there was enough left to take. */
async function isLeft(take: Promise<void>): Promise<boolean> {
  try {
    await take
    return true
  } catch (refusal) {
    if (refusal instanceof AppError && refusal.code === CODES.rateLimited) return false
    throw refusal
  }
}

const sentTo = (formId: string): Bucket => ({
  name: 'form_bytes',
  limit: { points: 1, seconds: DAY_SECONDS, leased: false, guarded: true },
  key: formId,
})

type LimitsConfig = Pick<Config, 'PG_DATABASE' | 'SHARED_LIMITS_FACTOR'>

/** Counts are the installation's own, also where several share one Redis. */
export function createRateLimits(config: LimitsConfig, redis: RedisClientType): RateLimits {
  const made = new Map<string, RateLimiterRedis>()
  const limiter = ({ name, limit }: Bucket) => {
    let found = made.get(name)
    if (!found) {
      const options = { keyPrefix: `rate:${config.PG_DATABASE}:${name}`, points: limit.points, duration: limit.seconds }
      // Where passing is right without Redis, the stand-in has no end of points.
      const insuranceLimiter = new RateLimiterMemory(
        limit.guarded ? options : { ...options, points: Number.MAX_SAFE_INTEGER },
      )
      found = new RateLimiterRedis({ ...options, storeClient: redis, useRedisPackage: true, insuranceLimiter })
      made.set(name, found)
    }
    return found
  }
  const leases = new Leases()
  const takePoints = async (bucket: Bucket, points: number) => {
    try {
      await limiter(bucket).consume(bucket.key, points)
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw tooManyTries(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
      throw refusal
    }
  }
  const consume = async (bucket: Bucket, spent = 1) => {
    const { points, seconds, leased } = bucket.limit
    if (!leased) return takePoints(bucket, spent)
    const lease = Math.ceil(points / seconds)
    for (let one = 0; one < spent; one++)
      await leases.spend(`${bucket.name} ${bucket.key}`, lease, seconds, () => takePoints(bucket, lease))
  }
  const shared = (bucket: Bucket): Bucket => ({
    ...bucket,
    limit: { ...bucket.limit, points: bucket.limit.points * config.SHARED_LIMITS_FACTOR },
  })
  const takeAccount = (act: AccountAct, key: string) =>
    consume({ name: `account:${act}`, limit: ACCOUNT, key: fold(key) })
  return {
    takeAddress: (ip) => consume(shared({ name: 'address', limit: ADDRESS, key: networkOf(ip) })),
    take: async (rate, ip, viewer, points) => {
      const shares = viewer ? sharesOf(rate, viewer).map(shared) : []
      await Promise.all([callerOf(rate, ip, viewer), ...shares].map((bucket) => consume(bucket, points)))
    },
    giveBack: async (rate, ip, viewer) => {
      const bucket = callerOf(rate, ip, viewer)
      await limiter(bucket).reward(bucket.key)
    },
    takeAccount,
    tryAccount: (act, key) => isLeft(takeAccount(act, key)),
    takeKey: (keyId) => consume({ name: 'api_key', limit: API_KEY, key: keyId }),
    takeRespondent: async (rate, ip, formId) => {
      const limit = LIMITS[rate]
      await consume(shared({ name: `${rate}:network`, limit, key: networkOf(ip) }))
      const form = { name: `${rate}:form`, limit: { ...limit, points: limit.points * FORM_SHARE }, key: formId }
      if (formId !== '' && limit.guarded) await consume(shared(form))
    },
    isUsual: async (ip, formId) => {
      const network = isLeft(consume(shared({ name: 'usual:network', limit: USUAL.network, key: networkOf(ip) })))
      const form = isLeft(consume(shared({ name: 'usual:form', limit: USUAL.form, key: formId })))
      return (await network) && (await form)
    },
    tryPage: async (page, attempt) => {
      const isFirst = await isLeft(consume({ name: 'attempt', limit: ATTEMPT, key: `${page} ${attempt}` }))
      return !isFirst || isLeft(consume({ name: 'page', limit: PAGE, key: page }))
    },
    takeBytes: async (formId, bytes, most) => {
      const { consumedPoints } = await limiter(sentTo(formId)).penalty(formId, bytes)
      if (consumedPoints <= most) return true
      await limiter(sentTo(formId)).reward(formId, bytes)
      return false
    },
    giveBackBytes: async (formId, bytes) => {
      await limiter(sentTo(formId)).reward(formId, bytes)
    },
  }
}
