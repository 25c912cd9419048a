import type { RateClass } from '@throughline/contracts/endpoint'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisClientType } from 'redis'
import type { Config } from '../config.ts'
import { tooManyTries } from '../errors.ts'
import type { Viewer } from './viewer.ts'

interface Limit {
  points: number
  seconds: number
  /** Taken from Redis so many at a time and then spent in the process: reads come in dozens and need not each ask. */
  lease?: number
  /** Without Redis these still count, in the process; the others let everyone pass. */
  guarded: boolean
}

export const LIMITS: Record<RateClass, Limit> = {
  read: { points: 1_200, seconds: 60, lease: 20, guarded: false },
  write: { points: 300, seconds: 60, guarded: false },
  upload: { points: 120, seconds: 60, guarded: false },
  sign_in: { points: 60, seconds: 60, guarded: true },
  mail: { points: 20, seconds: 60, guarded: true },
  probe: { points: 5, seconds: 60, guarded: true },
}

const MOST_LEASES = 10_000

/** Tries against one account, wherever they come from. */
const ACCOUNT: Limit = { points: 10, seconds: 300, guarded: true }

export interface RateLimits {
  take(rate: RateClass, ip: string, viewer: Viewer | undefined): Promise<void>
  /** Tries against one account, or mails to one address. Known and unknown ones are counted alike. */
  takeAccount(key: string): Promise<void>
}

/** Points this process has taken and not yet spent. Forgotten with the window they were taken in. */
class Leases {
  readonly #held = new Map<string, { left: number; until: number }>()

  spend(key: string): boolean {
    const lease = this.#held.get(key)
    if (!lease || lease.left === 0 || lease.until < performance.now()) {
      this.#held.delete(key)
      return false
    }
    lease.left -= 1
    return true
  }

  keep(key: string, left: number, seconds: number) {
    if (this.#held.size >= MOST_LEASES) this.#held.clear()
    this.#held.set(key, { left, until: performance.now() + seconds * 1000 })
  }
}

/** As the directory compares names and addresses; otherwise every spelling of one account would have tries of its own. */
const fold = (account: string) => account.normalize('NFKC').toUpperCase().toLowerCase()

/** Whoever has one IPv6 address has 2^64 beside it: they are one caller. */
function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 }, () => '0')
  return [...head.split(':').filter(Boolean), ...zeros].slice(0, 4).join(':')
}

/** Counts are the installation's own, also where several share one Redis. */
export function createRateLimits(config: Pick<Config, 'PG_DATABASE'>, redis: RedisClientType): RateLimits {
  const made = new Map<string, RateLimiterRedis | RateLimiterMemory>()
  const limiter = (name: string, limit: Limit) => {
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
  const underWay = new Map<string, Promise<void>>()
  const takePoints = async (name: string, limit: Limit, key: string, points: number) => {
    try {
      await limiter(name, limit).consume(key, points)
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw tooManyTries(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
      throw refusal
    }
  }
  const takeLease = async (name: string, limit: Limit, key: string, lease: number) => {
    try {
      await takePoints(name, limit, key, lease)
      leases.keep(key, lease, limit.seconds)
    } finally {
      underWay.delete(key)
    }
  }
  const consume = async (name: string, limit: Limit, key: string) => {
    const { lease } = limit
    if (!lease) return takePoints(name, limit, key, 1)
    // Calls that come at once wait for one lease: if each took its own, a page of sixty reads would use all points up.
    while (!leases.spend(key)) {
      const taken = underWay.get(key) ?? takeLease(name, limit, key, lease)
      underWay.set(key, taken)
      await taken
    }
  }
  return {
    take: (rate, ip, viewer) => {
      const limit = LIMITS[rate]
      // Where tries are guarded, signing in once more must not bring new ones.
      const caller = limit.guarded ? viewer?.personId : viewer?.sessionId
      return consume(rate, limit, caller ?? networkOf(ip))
    },
    takeAccount: (key) => consume('account', ACCOUNT, fold(key)),
  }
}
