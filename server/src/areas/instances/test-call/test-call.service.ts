import { randomUUID } from 'node:crypto'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { TestCall } from '@throughline/contracts/test-calls'
import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { ToolStep } from '@throughline/contracts/workflow-document'
import type { Json } from '@throughline/flow/eval'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { connectionsFor } from '../../integrations/integrations.public.ts'
import { openWorkflow } from '../../workflows/workflows.public.ts'
import { isOwnId } from '../tools/tool.ts'
import { ConnectionTrial } from './connection-trial.ts'
import { fillCall, sampleCallOf } from './sample-call.ts'
import { findTestCall, insertTestCall, type StoredTestCall, type TestCallKey } from './test-call.queries.ts'

/** As the worker leaves it. */
export const TestAnswer = z.object({
  ok: z.boolean(),
  text: z.nullable(z.string()),
  sent: z.record(z.string(), z.custom<Json>()),
  output: z.nullable(z.record(z.string(), z.custom<Json>())),
  took: z.number(),
})
export type TestAnswer = z.infer<typeof TestAnswer>

/** A worker that was killed leaves no answer. */
export const LONGEST = 60_000

function wireOf({ id, answer, created_at }: StoredTestCall): TestCall {
  if (answer === null) {
    const isLost = Date.now() - created_at.getTime() > LONGEST
    const text = isLost ? 'The test didn’t finish. Try again.' : null
    return { id, state: isLost ? 'failed' : 'under_way', sent: {}, output: null, text, took: null }
  }
  const { ok, ...rest } = z.parse(TestAnswer, answer)
  return { id, state: ok ? 'answered' : 'failed', ...rest }
}

/** A draft may name a connection that is somebody else's alone. */
async function canBeCalled({ db, tenantId }: ReadTx, { memberId }: Viewer, { tool_id, connection }: ToolStep) {
  if (tool_id === null || !isOwnId(tool_id)) return BUILTIN_TOOLS.some(({ id }) => id === tool_id)
  const usable = await connectionsFor(db, tenantId, memberId)
  return usable.some((one) => one.id === connection && one.tool_id === tool_id)
}

export const startTestCall = (tx: TenantTx, key: TestCallKey): void =>
  tx.start(key.id, {
    workflow: 'testCall',
    workflowId: `test-call:${key.id}`,
    args: { tenantId: tx.tenantId, ...key },
  })

/** Puts a call of one step of the draft on its way to the worker. */
export const beginTestCall = (ctx: Context, viewer: Viewer, workflowId: WorkflowId, { step: id }: { step: string }) =>
  inTenant(ctx, viewer, async (tx) => {
    const { draft, row } = await openWorkflow(tx, viewer, workflowId)
    const step = Object.hasOwn(draft.steps, id) ? draft.steps[id] : undefined
    if (step?.type !== 'tool' || !(await canBeCalled(tx, viewer, step)))
      throw invalid('This step has no tool to test. Choose one first.')
    const call = sampleCallOf(draft, step, Date.now())
    const filled = fillCall(call)
    if ('problem' in filled) throw invalid(filled.problem)
    const key = { memberId: viewer.memberId, id: randomUUID() }
    await insertTestCall(tx.db, tx.tenantId, key, z.parse(z.custom<Json>(), call))
    tx.audit({ act: 'workflow.step_tested', kind: 'workflow', id: workflowId, data: { name: row.name, step: id } })
    startTestCall(tx, key)
    return { data: wireOf({ id: key.id, call, answer: null, created_at: new Date() }) }
  })

export async function readTestCall(ctx: Context, viewer: Viewer, id: string) {
  const { memberId } = viewer
  const found = await readTenant(ctx, viewer, (tx) => findTestCall(tx.db, tx.tenantId, { memberId, id }))
  if (!found || ConnectionTrial.safeParse(found.call).success) throw notFound('This test')
  return { data: wireOf(found) }
}
