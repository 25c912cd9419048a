import {
  Client,
  Connection,
  isGrpcServiceError,
  NamespaceNotFoundError,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/client'
import type { Config } from '../config.ts'
import type { WorkflowPoke, WorkflowStart } from '../db/tenant-tx.ts'
import type { Keyring } from '../keys/keyring.ts'
import { dataConverter } from '../keys/payload-codec.ts'
import { traceStarts } from './trace-interceptors.ts'

/** No call to the engine takes longer. */
const CALL_LIMIT = 2_000

/** Cancelled, deadline exceeded, permission denied, resource exhausted, unavailable, unauthenticated. */
const AWAY_CODES = new Set([1, 4, 7, 8, 14, 16])

/** Whether the engine answered so, wherever in the chain of causes that stands. */
function hasCode(error: unknown, codes: ReadonlySet<number>): boolean {
  if (isGrpcServiceError(error)) return codes.has(error.code)
  return error instanceof Error && error.cause !== undefined && hasCode(error.cause, codes)
}

/** Tells a fault of the engine, or of our way to it, from a fault of what was sent. */
export function isEngineAway(error: unknown): boolean {
  if (error instanceof NamespaceNotFoundError || hasCode(error, AWAY_CODES)) return true
  return error instanceof Error && error.cause !== undefined && isEngineAway(error.cause)
}

export interface StartOptions {
  /** Whose share of the engine this uses. */
  tenantId?: string | undefined
  /** As milliseconds since the epoch; never later than the limit of a call. */
  deadline?: number
}

export type Temporal = ReturnType<typeof createTemporal>

/** Connects on first use and again after every loss; an engine that is away fails the call, never the process. */
export function createTemporal(config: Config, keyring: Keyring) {
  const connection = Connection.lazy({
    address: config.TEMPORAL_ADDRESS,
    // The outbox tries again, and knows when to stop.
    interceptors: [],
    channelArgs: { 'grpc.initial_reconnect_backoff_ms': 100, 'grpc.max_reconnect_backoff_ms': 2_000 },
  })
  const client = new Client({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    dataConverter: dataConverter(keyring),
    interceptors: { workflow: [traceStarts] },
  })

  /** Starting the same id twice is harmless: while it runs and, until the engine forgets it, after it ended. */
  async function startWorkflow(start: WorkflowStart, { tenantId, deadline }: StartOptions = {}): Promise<void> {
    const latest = Date.now() + CALL_LIMIT
    try {
      await connection.withDeadline(Math.min(deadline ?? latest, latest), () =>
        client.workflow.start(start.workflow, {
          workflowId: start.workflowId,
          taskQueue: config.TEMPORAL_TASK_QUEUE,
          args: [start.args],
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          priority: { fairnessKey: tenantId ?? 'directory' },
        }),
      )
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    }
  }

  async function pokeWorkflow(poke: WorkflowPoke, { tenantId, deadline }: StartOptions = {}): Promise<void> {
    const latest = Date.now() + CALL_LIMIT
    await connection.withDeadline(Math.min(deadline ?? latest, latest), () =>
      client.workflow.signalWithStart(poke.workflow, {
        workflowId: poke.workflowId,
        taskQueue: config.TEMPORAL_TASK_QUEUE,
        args: [poke.args],
        signal: 'poke',
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        priority: { fairnessKey: tenantId ?? 'directory' },
      }),
    )
  }

  /** Starts one and waits for what it answers. The engine forgets it afterwards, or gives it up if it took too long. */
  async function askWorkflow(start: WorkflowStart, tenantId: string, within: number): Promise<unknown> {
    await startWorkflow(start, { tenantId })
    const { workflowId } = start
    try {
      return await connection.withDeadline(Date.now() + within, () => client.workflow.getHandle(workflowId).result())
    } finally {
      const forgotten = { namespace: config.TEMPORAL_NAMESPACE, workflowExecution: { workflowId } }
      await client.workflowService.deleteWorkflowExecution(forgotten).catch(() => undefined)
    }
  }

  return { client, startWorkflow, pokeWorkflow, askWorkflow, close: () => connection.close() }
}
