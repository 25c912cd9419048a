import { readConfig } from '../../server/src/core/config.ts'
import type { Context } from '../../server/src/core/context.ts'
import { createRuntime } from '../../server/src/core/runtime.ts'

/** What the API has, for as long as the work takes. */
export async function withRuntime<T>(environment: NodeJS.ProcessEnv, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { ctx, closing } = createRuntime(readConfig({ ...environment, LOG_LEVEL: 'warn' }), 'api')
  try {
    return await work(ctx)
  } finally {
    for (const [, close] of closing) await close()
  }
}
