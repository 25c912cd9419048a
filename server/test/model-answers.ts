import { createCallModel } from '../src/areas/copilot/models/call-model.ts'
import type { AskModel, ModelQuestion } from '../src/areas/copilot/models/model-call.ts'
import type { Context } from '../src/core/context.ts'
import { createPools } from '../src/core/db/pools.ts'
import { createEgress } from '../src/core/egress/egress.ts'
import { startModelServer } from './model-server.ts'

/** A model server, called as the API calls it, without the engine between; what it was sent is kept. */
export async function startModelAnswers(ctx: Context) {
  const server = await startModelServer()
  const jobs = { ...ctx, pools: createPools(ctx.config, 'worker', () => undefined) }
  const callModel = createCallModel(jobs, createEgress({ trustedOrigins: [server.origin] }))
  const questions: ModelQuestion[] = []
  const ask: AskModel = (tenantId, modelId, question) => {
    questions.push(question)
    return callModel({ tenantId, modelId, question })
  }
  const stop = async () => {
    await server.stop()
    await jobs.pools.end()
  }
  return { server, questions, ask, stop }
}
