import { TenantId } from '@throughline/contracts/ids'
import { fill } from '@throughline/flow/eval'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { AppError } from '../../../core/errors.ts'
import { startInstance } from '../start.ts'
import { workflowIdOf } from './address.ts'
import { asRecord } from './call-tool.ts'
import { readInstance } from './instance.queries.ts'
import { loadRunning } from './load-running.ts'
import { openChildren } from './results.queries.ts'
import type { Call } from './run-instance.activities.ts'
import { exprsOf, scopeOf, stepOf } from './running.ts'

type Ticket = Omit<Call, 'attempt' | 'key'>

/** A child is an instance like any other, started under a key: a repeated start finds it there. */
export function createChildren(ctx: Context) {
  const start = (call: Call) =>
    inTenant(ctx, { tenantId: TenantId.parse(call.tenantId) }, async (tx) => {
      const parent = await readInstance(tx.db, tx.tenantId, call.instanceId)
      const running = await loadRunning(tx, parent)
      const step = stepOf(running, call.step)
      if (step.type !== 'subworkflow') throw new Error(`step ${call.step} starts no workflow`)
      const fail = (code: string) =>
        tx.signal(call.instanceId, {
          workflowId: workflowIdOf(tx.tenantId, call.instanceId),
          signal: 'told',
          args: {
            event: {
              t: 'result',
              step: call.step,
              round: call.round,
              ...(call.item !== undefined && { item: call.item }),
              attempt: call.attempt,
              ok: false,
              code,
            },
          },
        })
      const input = fill(step.input ?? {}, exprsOf(running, call.step).input ?? {}, scopeOf(running, Date.now(), call))
      if (!input.ok) return fail(input.code)
      try {
        await startInstance(tx, {
          workflowId: step.workflow_id,
          version: step.version,
          source: 'workflow',
          key: `${call.instanceId}:${call.key}:a${call.attempt}`,
          name: step.name,
          answers: asRecord(input.value),
          startedBy: running.starter,
          priority: running.priority,
          // It carries what its parent knows.
          narrowed: parent.narrowed,
          parent: { id: call.instanceId, step: call.step, round: call.round, item: call.item ?? -1 },
        })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        fail('refused')
      }
    })

  const stop = (ticket: Ticket) =>
    inTenant(ctx, { tenantId: TenantId.parse(ticket.tenantId) }, async (tx) => {
      for (const child of await openChildren(tx.db, tx.tenantId, ticket.instanceId, ticket)) {
        tx.signal(child, {
          workflowId: workflowIdOf(tx.tenantId, child),
          signal: 'told',
          args: { event: { t: 'cancel', by: 'parent', reason: 'The workflow that started it went another way.' } },
        })
      }
    })

  return { start, stop }
}
