import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import {
  type AdmittedCall,
  admitCall,
  type CallEnd,
  finishCall,
  refused,
  type ToolAnswer,
} from '../../integrations/integrations.public.ts'
import { isOwnId, type RunTool } from './tool.ts'

const DEFAULT_TIMEOUT_MS = 60_000
const AGAIN_PAUSE = 1_000

function endOf(answer: ToolAnswer, took: number): CallEnd {
  if (answer.ok) return { kind: 'done', took, problem: null }
  if (answer.code === 'held') return { kind: 'wait', until: answer.until, problem: answer.text }
  if (answer.code === 'signed_out') return { kind: 'signed_out', problem: answer.text }
  const problem = answer.text
  if (answer.code !== 'refused') return { kind: 'failed', took, problem }
  return { kind: answer.sent === false ? 'unsent' : 'refused', took, problem }
}

/** Makes calls by a connection within its limits, for all workers together, and keeps how each of them ended. */
export function createLimitedTool(ctx: Context, run: RunTool): RunTool {
  /** The call was made: it must not be taken for one that was not. */
  async function finish(tenantId: TenantId, call: AdmittedCall, end: CallEnd) {
    try {
      return await finishCall(ctx, tenantId, call, end)
    } catch (error) {
      ctx.log.warn({ err: error, connection: call.connectionId }, 'the end of a call by a connection was not kept')
      return undefined
    }
  }

  return async (call) => {
    const { tenantId, own, timeoutMs = DEFAULT_TIMEOUT_MS } = call
    const connection = own?.connection
    if (connection === undefined || !isOwnId(connection)) return refused('This step names no connection.')
    const admission = await admitCall(ctx, tenantId, connection, timeoutMs)
    if (admission.kind === 'ended')
      return refused('This connection was ended. Choose another for the step, or connect the tool again.')
    if (admission.kind === 'signed_out') return { ok: false, code: 'signed_out', text: admission.text }
    if (admission.kind === 'held') return { ok: false, code: 'held', until: admission.until, text: admission.text }
    const began = performance.now()
    try {
      const answer = await run(call)
      const verdict = await finish(tenantId, admission, endOf(answer, performance.now() - began))
      if (verdict !== 'again' || answer.ok) return answer
      return { ok: false, code: 'held', until: new Date(Date.now() + AGAIN_PAUSE), text: answer.text }
    } catch (error) {
      const { aborted, reason } = call.signal
      const isDropped = aborted && !(reason instanceof Error && reason.name === 'TimeoutError')
      const problem = aborted ? 'There was no response in time.' : 'The call couldn’t be made.'
      const failed = { kind: 'failed', took: performance.now() - began, problem } as const
      await finish(tenantId, admission, isDropped ? { kind: 'dropped' } : failed)
      throw error
    }
  }
}
