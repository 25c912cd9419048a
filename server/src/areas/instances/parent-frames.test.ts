import { InstanceId } from '@throughline/contracts/ids'
import { beforeEach, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { unique } from '../../../test/someone.ts'
import { limitedWorld } from '../../../test/visibility/limited-world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { LiveMessage } from '../../core/live/live-message.ts'
import { narrow, restore, trash } from './instance-acts.service.ts'
import { startInstance } from './start.ts'

const api = await sharedApi()
const world = await limitedWorld(api)
const { in_team, outsider, owner } = world.viewers
const { tenantId } = world.tenant
const parent = world.instances.of_team

let heard: Extract<LiveMessage, { kind: 'live' }>['frames'] = []
const ctx = {
  ...api.ctx,
  publish: (message: LiveMessage) => void (message.kind === 'live' && heard.push(...message.frames)),
}
const ofParent = () => heard.filter(({ id }) => id === parent)
beforeEach(() => {
  heard = []
})

/** Its workflow is open to all, that of the one that starts it to a team. */
async function startChild(): Promise<InstanceId> {
  const workflowId = await makeWorkflow(api.ctx, world.tenant)
  const { id } = await inTenant(ctx, { tenantId }, (tx) =>
    startInstance(tx, {
      workflowId,
      source: 'workflow',
      key: unique('child'),
      name: 'Child',
      answers: {},
      startedBy: null,
      parent: { id: parent, step: 'sub', round: 1, item: -1 },
    }),
  )
  return InstanceId.parse(id)
}

test('the page of an instance is told of one that it starts, as those who see it, and nobody else', async () => {
  const id = await startChild()
  expect(heard).toContainEqual(expect.objectContaining({ type: 'instance.started', id }))
  expect(ofParent()).toMatchObject([{ type: 'instance.children_changed', workflow: world.workflows.of_team }])
  expect(ofParent()[0]?.to).toContain(in_team.memberId)
  expect(ofParent()[0]?.to).not.toContain(outsider.memberId)
})

test('and of one that is there again, out of the trash or for more people', async () => {
  const id = await startChild()
  await inTenant(ctx, owner, (tx) => trash(tx, owner, id))
  heard = []
  await inTenant(ctx, owner, (tx) => restore(tx, owner, id))
  expect(ofParent()).toMatchObject([{ type: 'instance.children_changed' }])
  await narrow(ctx, owner, id, { narrowed: true })
  heard = []
  await narrow(ctx, owner, id, { narrowed: false })
  expect(ofParent()).toMatchObject([{ type: 'instance.children_changed' }])
})
