import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { ACCOUNT_CALLS, addKnownAccounts, createProber } from '../../../test/enumeration.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { type Comparison, compare, interleave, type Measure } from '../../../test/statistics.ts'

const PAIRS = 200
/** On a machine too busy to decide, as many pairs again are taken, this often at most. */
const ROUNDS = 3
const TOLERANCE_MS = 5

// All of it comes from one network: the waitlist would want a little work of everybody there.
const api = await createTestApi({ ...ENGINE_AWAY, SHARED_LIMITS_FACTOR: '1000' })
let prober: Awaited<ReturnType<typeof createProber>>

beforeAll(async () => {
  await addKnownAccounts(api.database, PAIRS * ROUNDS)
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  prober = await createProber(address, new URL(api.ctx.config.APP_ORIGIN).host, api.ctx.config.WWW_ORIGIN)
})

afterAll(async () => {
  prober.close()
  await api.close()
})

function alike({ difference, interval: [low, high] }: Comparison): boolean {
  const aroundZero = low <= 0 && high >= 0
  const within = low >= -TOLERANCE_MS && high <= TOLERANCE_MS
  return Math.abs(difference) <= TOLERANCE_MS && (aroundZero || within)
}

const different = ({ interval: [low, high] }: Comparison) => low > TOLERANCE_MS || high < -TOLERANCE_MS

async function decide(first: Measure, second: Measure): Promise<Comparison> {
  const pairs: [number, number][] = []
  for (;;) {
    const from = pairs.length
    pairs.push(
      ...(await interleave(
        PAIRS,
        (index) => first(from + index),
        (index) => second(from + index),
      )),
    )
    const result = compare(pairs)
    if (alike(result) || different(result) || pairs.length >= PAIRS * ROUNDS) return result
  }
}

describe('whether an account exists cannot be told by', () => {
  test.for(Object.entries(ACCOUNT_CALLS))(
    '%s: not by status, content, headers or time',
    { timeout: 240_000 },
    async ([, call], { annotate }) => {
      const { known, unknown, seen } = await prober.probe(call)
      const result = await decide(known, unknown)

      expect([...seen.known]).toHaveLength(1)
      expect([...seen.known]).toEqual([...seen.unknown])
      expect([...seen.known][0]?.startsWith(`[${call.status},`)).toBe(true)
      const figures = JSON.stringify(result)
      await annotate(figures, 'figures')
      expect(alike(result), figures).toBe(true)
    },
  )
})
