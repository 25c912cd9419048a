import { InstanceId } from '@throughline/contracts/ids'
import { getInstance } from '@throughline/contracts/instances'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeInstance, makeWorkflow, startedInstance } from '../../../test/running-world.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)

test('how long something usually takes is said from ten runs on', async () => {
  const workflow = await makeWorkflow(api.ctx, ours)
  const instanceId = InstanceId.parse(
    await startedInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId }),
  )
  const usual = async () => {
    const { data } = await actors.owner.client(getInstance, { params: { instanceId } })
    return [data.waiting[0]?.usually, data.usually]
  }
  /** An instance that took two hours, its first step one of them. */
  const past = async () => {
    const id = await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
    await api.database.admin(async (admin) => {
      await admin.query(
        `insert into step_runs (tenant_id, instance_id, workflow_id, step, round, opened_at, closed_at, outcome)
         values ($1, $2, $3, 'ask', 7, now() - interval '1 hour', now(), 'done')`,
        [ours.tenantId, id, workflow],
      )
      await admin.query(
        `update instances set status = 'completed', started_at = now() - interval '2 hours', completed_at = now() where id = $1`,
        [id],
      )
    })
  }
  for (let n = 0; n < 9; n++) await past()
  expect(await usual()).toEqual([null, null])
  await past()
  expect(await usual()).toEqual([3_600_000, 7_200_000])
})
