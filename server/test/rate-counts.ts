import { createClient } from 'redis'
import type { TestApi } from './api.ts'

/** What is counted against those who call: for tests that make more calls than anybody may. Rate limits have tests of their own. */
export async function rateCounts({ ctx: { config } }: Pick<TestApi, 'ctx'>) {
  const redis = createClient({ url: config.REDIS_URL })
  await redis.connect()
  return {
    async forget(): Promise<void> {
      for await (const keys of redis.scanIterator({ MATCH: `rate:${config.PG_DATABASE}:*`, COUNT: 1_000 })) {
        if (keys.length > 0) await redis.del(keys)
      }
    },
    close: () => redis.destroy(),
  }
}
