import { expect, test } from 'vitest'
import { startEngine } from '../../../../test/engine/engine.ts'
import { makeFirm } from '../../../../test/engine/firm.ts'
import { form } from '../../../../test/engine/steps.ts'
import { workflowIdOf } from './address.ts'

const PINNED = 1

test('where builds run side by side an instance stays with the one it began with', { timeout: 90_000 }, async () => {
  const versioned = await startEngine(undefined, { WORKER_DEPLOYMENT: `throughline-${Date.now()}` })
  try {
    const there = await makeFirm(versioned.ctx, [])
    const id = await there.start(await there.publish({ name: 'Pinned', steps: [form('a', [])] }))
    await there.complete((await there.open(id, 'a')).id, there.owner)
    await there.ended(id)
    const handle = versioned.temporal.client.workflow.getHandle(workflowIdOf(there.tenant.tenantId, id))
    const { raw } = await handle.describe()
    const { behavior, deploymentVersion } = raw.workflowExecutionInfo?.versioningInfo ?? {}
    expect([behavior, deploymentVersion?.deploymentName]).toEqual([PINNED, versioned.config.WORKER_DEPLOYMENT])
  } finally {
    await versioned.stop()
  }
})
