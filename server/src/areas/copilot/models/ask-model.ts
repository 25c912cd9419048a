import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Temporal } from '../../../core/temporal/client.ts'
import { type AskModel, MAX_QUESTION, type ModelCallInput, ModelReply } from './model-call.ts'

/** Longer than a call may take, with the ways to the worker and back. */
const LONGEST = 55_000

/** Through the engine to the worker: what the API asks, only the worker has the key for. */
export const createAskModel =
  (temporal: Temporal, log: Logger): AskModel =>
  async (tenantId, modelId, question) => {
    if (JSON.stringify(question).length > MAX_QUESTION)
      return { ok: false, problem: 'This workflow is too large for a model.' }
    const args = { tenantId, modelId, question } satisfies ModelCallInput
    try {
      const start = { workflow: 'askModel', workflowId: `model:${tenantId}:${randomUUID()}`, args }
      return z.parse(ModelReply, await temporal.askWorkflow(start, tenantId, LONGEST))
    } catch (error) {
      log.warn({ err: error, model: modelId }, 'a model was not asked')
      return { ok: false, problem: 'The model couldn’t be reached.' }
    }
  }
