import * as z from 'zod/mini'
import type { WorkflowStart } from '../db/tenant-tx.ts'
import { continueTrace, inSpan } from '../telemetry/spans.ts'
import type { Temporal } from '../temporal/client.ts'

export const START_TOPIC = 'workflow.start'

const StartPayload = z.object({
  workflow: z.string(),
  workflowId: z.string(),
  args: z.record(z.string(), z.json()),
  traceparent: z.optional(z.string()),
})

export interface Envelope {
  topic: string
  tenantId: string | undefined
  payload: unknown
}

export type Send = (envelope: Envelope, deadline?: number) => Promise<void>

/** Sends what the outbox holds. Thrown errors are the caller's to judge; a repeated send is harmless. */
export function createSend(temporal: Pick<Temporal, 'startWorkflow'>): Send {
  return async ({ topic, tenantId, payload }, deadline) => {
    if (topic !== START_TOPIC) throw new Error(`nobody receives the topic ${topic}`)
    const start: WorkflowStart = z.parse(StartPayload, payload)
    await continueTrace(start.traceparent, () =>
      inSpan('outbox send', { 'messaging.destination.name': start.workflow }, () =>
        temporal.startWorkflow(start, deadline === undefined ? { tenantId } : { tenantId, deadline }),
      ),
    )
  }
}
