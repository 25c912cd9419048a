import type { RateClass } from '@throughline/contracts/endpoint'
import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisClientType } from 'redis'
import { tooManyTries } from '../errors.ts'
import type { Viewer } from './viewer.ts'

interface Limit {
  points: number
  seconds: number
  /** Without Redis these still count, in the process; the others let everyone pass. */
  guarded: boolean
}

const LIMITS: Record<RateClass, Limit> = {
  read: { points: 1_200, seconds: 60, guarded: false },
  write: { points: 300, seconds: 60, guarded: false },
  upload: { points: 120, seconds: 60, guarded: false },
  sign_in: { points: 60, seconds: 60, guarded: true },
  mail: { points: 20, seconds: 60, guarded: true },
  probe: { points: 5, seconds: 60, guarded: true },
}

/** Tries against one account, wherever they come from. */
const ACCOUNT: Limit = { points: 10, seconds: 300, guarded: true }

export interface RateLimits {
  take(rate: RateClass, request: FastifyRequest, viewer: Viewer | undefined): Promise<void>
  /** Known and unknown accounts are counted alike. */
  takeAccount(key: string): Promise<void>
}

export function createRateLimits(redis: RedisClientType): RateLimits {
  const made = new Map<string, RateLimiterRedis | RateLimiterMemory>()
  const limiter = (name: string, limit: Limit) => {
    let found = made.get(name)
    if (!found) {
      const options = { keyPrefix: `rate:${name}`, points: limit.points, duration: limit.seconds }
      // Where passing is right without Redis, the stand-in has no end of points.
      const insuranceLimiter = new RateLimiterMemory(
        limit.guarded ? options : { ...options, points: Number.MAX_SAFE_INTEGER },
      )
      found = new RateLimiterRedis({ ...options, storeClient: redis, useRedisPackage: true, insuranceLimiter })
      made.set(name, found)
    }
    return found
  }
  const consume = async (name: string, limit: Limit, key: string) => {
    try {
      await limiter(name, limit).consume(key)
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw tooManyTries(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
      throw refusal
    }
  }
  return {
    take: (rate, request, viewer) => consume(rate, LIMITS[rate], viewer?.sessionId ?? request.ip),
    takeAccount: (key) => consume('account', ACCOUNT, key),
  }
}
