import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'

const [address = '', namespace = ''] = process.argv.slice(2)

/** A server that has just started refuses its first calls, and its caches see a new namespace only after some seconds. */
async function persist<T>(call: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 90_000
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(250)
    }
  }
}

const connection = await persist(() => Connection.connect({ address }))
await persist(async () => {
  const exists = await connection.workflowService.describeNamespace({ namespace }).then(Boolean, () => false)
  const workflowExecutionRetentionPeriod = msToTs('3 days')
  if (!exists) await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod })
})

// Only a workflow that can be started, ended and deleted proves that every service of the server is ready.
const client = new Client({ connection, namespace })
const workflowId = `stack-probe-${process.pid}`
await persist(async () => {
  // A call that went through too late to be answered has started it.
  const known = { workflowId, workflowIdConflictPolicy: 'USE_EXISTING' } as const
  const probe = await client.workflow.start('probe', { ...known, taskQueue: 'stack-probe', args: [] })
  await probe.terminate()
})
await connection.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } })
await connection.close()
