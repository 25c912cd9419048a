import type { Client } from '@temporalio/client'

/** Runs of this installation that began before this moment and still go on; the one that asks is not among them. */
export async function countRuns(client: Client, taskQueue: string, before: Date): Promise<number> {
  const { count } = await client.workflow.count(
    `TaskQueue = "${taskQueue}" and ExecutionStatus = "Running" and WorkflowType != "rotateKeys" and StartTime < "${before.toISOString()}"`,
  )
  return count
}
