import { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenantOnce } from '../../../core/db/in-tenant.ts'
import { truncate } from '../../../core/truncate.ts'
import type { ToolAnswer } from '../../integrations/integrations.public.ts'
import { asRecord } from '../engine/prepare-call.ts'
import { shownMarks } from '../tools/secret-marks.ts'
import { isOwnId, runnerOf, type Tools, textOf } from '../tools/tool.ts'
import { withoutSecrets } from '../tools/without-secrets.ts'
import { ConnectionTrial } from './connection-trial.ts'
import type { createMakeConnectionTest } from './make-connection-test.ts'
import { type FilledCall, fillCall, SampleCall } from './sample-call.ts'
import type { TestCallInput } from './test-call.activities.ts'
import { answerTestCall, findTestCall } from './test-call.queries.ts'
import type { TestAnswer } from './test-call.service.ts'

const TIMEOUT = 20_000
/** By then it could still end before the person is told that it did not. */
const LATEST = 30_000
/** Tells the receiver that nothing depends on it. */
const MARK = { 'throughline-test': 'true' }

type TestConnection = ReturnType<typeof createMakeConnectionTest>

/** What is sent in a test: requests with a mark, mails to the person who tests alone. */
function marked({ step, parameters }: FilledCall, memberId: string): Record<string, Json> {
  if (step.tool_id === 'email.send')
    return { ...parameters, to: memberId, subject: `[Test] ${textOf(parameters.subject)}` }
  if (isOwnId(step.tool_id ?? '')) return parameters
  return { ...parameters, headers: { ...asRecord(parameters.headers), ...MARK } }
}

const noteOf = ({ step }: FilledCall) =>
  step.tool_id === 'email.send' ? 'Sent only to you, not to the addresses in the step.' : null

/** People look at the beginning of what was sent and answered; the rest of it is not kept. */
const MOST_KEPT = 64 * 1024
const CUT_OFF = '… (cut off)'

function withinRoom(values: Record<string, Json>): Record<string, Json> {
  let room = MOST_KEPT
  const kept: Record<string, Json> = {}
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    room -= name.length
    if (room <= 0) break
    kept[name] = text.length <= room ? value : truncate(text, room) + CUT_OFF
    room -= text.length
  }
  return kept
}

function answerOf(given: ToolAnswer, note: string | null, all: Record<string, Json>, took: number): TestAnswer {
  const sent = withinRoom(all)
  if (given.ok) return { ok: true, text: given.note ?? note, sent, output: withinRoom(given.output), took }
  return { ok: false, text: given.text, sent, output: null, took }
}

/**
 * Makes a call of a step once, as the engine would, but for nobody's case: under a key of its own, marked as a test, with
 * sample values. Nothing but its answer is kept.
 */
export function createMakeTestCall(ctx: Context, tools: Tools, testConnection: TestConnection) {
  async function tryOnce(input: TestCallInput, filled: FilledCall): Promise<ToolAnswer> {
    const { step, secrets } = filled
    const toolId = step.tool_id ?? ''
    const run = runnerOf(tools, toolId)
    if (!run) return { ok: false, code: 'refused', text: 'This tool isn’t connected.' }
    const signal = AbortSignal.timeout(TIMEOUT)
    try {
      return await run({
        tenantId: TenantId.parse(input.tenantId),
        key: `test:${input.id}`,
        run: { instanceId: input.id, step: step.id, round: 1 },
        own: { toolId, operation: step.operation, connection: step.connection },
        marks: MARK,
        parameters: marked(filled, input.memberId),
        secrets,
        signal,
        timeoutMs: TIMEOUT,
      })
    } catch (error) {
      if (signal.aborted) return { ok: false, code: 'unreachable', text: 'There was no response in time.' }
      ctx.log.error({ err: error, tool: step.tool_id }, 'a test call failed')
      return { ok: false, code: 'unreachable', text: 'The call couldn’t be made.' }
    }
  }

  return async (input: TestCallInput): Promise<void> => {
    const scope = { tenantId: TenantId.parse(input.tenantId) }
    const stored = await readTenantOnce(ctx, scope, (tx) => findTestCall(tx.db, tx.tenantId, input))
    if (!stored || stored.answer !== null) return
    // The worker was away: the person was told to try again, and must not be surprised by a second call.
    if (Date.now() - stored.created_at.getTime() > LATEST) return
    const began = Date.now()
    const trial = ConnectionTrial.safeParse(stored.call)
    if (trial.success) {
      const tested = { ...(await testConnection(scope.tenantId, input, trial.data)), took: Date.now() - began }
      return inTenant(ctx, scope, (tx) => answerTestCall(tx.db, tx.tenantId, input, tested))
    }
    const filled = fillCall(z.parse(SampleCall, stored.call))
    const given: ToolAnswer =
      'problem' in filled ? { ok: false, code: 'refused', text: filled.problem } : await tryOnce(input, filled)
    const sent = 'problem' in filled ? {} : asRecord(withoutSecrets(shownMarks(filled.parameters, filled.secrets)))
    const note = 'problem' in filled ? null : noteOf(filled)
    const answer = answerOf(given, note, sent, Date.now() - began)
    await inTenant(ctx, scope, (tx) => answerTestCall(tx.db, tx.tenantId, input, { ...answer }))
  }
}
