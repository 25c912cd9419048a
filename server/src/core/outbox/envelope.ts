import * as z from 'zod/mini'
import type { WorkflowPoke, WorkflowStart } from '../db/tenant-tx.ts'
import { continueTrace, inSpan } from '../telemetry/spans.ts'
import type { Temporal } from '../temporal/client.ts'

const common = {
  workflowId: z.string(),
  args: z.record(z.string(), z.json()),
  traceparent: z.optional(z.string()),
}
const StartPayload = z.object({ workflow: z.string(), ...common })

export interface Envelope {
  topic: string
  tenantId: string | undefined
  payload: unknown
}

export type Send = (envelope: Envelope, deadline?: number) => Promise<void>

/** Sends what the outbox holds. Thrown errors are the caller's to judge; a repeated send is harmless. */
export function createSend(temporal: Pick<Temporal, 'startWorkflow' | 'pokeWorkflow'>): Send {
  return async ({ topic, tenantId, payload }, deadline) => {
    const limit = deadline === undefined ? {} : { deadline }
    if (topic === 'workflow.start') {
      const start: WorkflowStart = z.parse(StartPayload, payload)
      await traced(start.traceparent, start.workflow, () => temporal.startWorkflow(start, { tenantId, ...limit }))
    } else if (topic === 'workflow.poke') {
      const poke: WorkflowPoke = z.parse(StartPayload, payload)
      await traced(poke.traceparent, poke.workflow, () => temporal.pokeWorkflow(poke, { tenantId, ...limit }))
    } else throw new Error(`nobody receives the topic ${topic}`)
  }
}

const traced = (traceparent: string | undefined, to: string, send: () => Promise<void>) =>
  continueTrace(traceparent, () => inSpan('outbox send', { 'messaging.destination.name': to }, send))
