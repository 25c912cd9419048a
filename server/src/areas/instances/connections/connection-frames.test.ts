import { type ConnectionId, ConnectionId as Id } from '@throughline/contracts/ids'
import { beforeEach, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeConnection } from '../../../../test/connected.ts'
import { limitedWorld } from '../../../../test/visibility/limited-world.ts'
import type { LiveMessage } from '../../../core/live/live-message.ts'
import { admitCall, finishCall } from '../../integrations/integrations.public.ts'
import { changeByManager } from './connection-page.service.ts'

const api = await sharedApi()
const world = await limitedWorld(api)
const { owner, admin } = world.viewers
const { tenantId } = world.tenant

let heard: Extract<LiveMessage, { kind: 'live' }>['frames'] = []
const ctx = {
  ...api.ctx,
  publish: (message: LiveMessage) => void (message.kind === 'live' && heard.push(...message.frames)),
}
beforeEach(() => {
  heard = []
})

async function ofOwner(usable_by: 'owner' | 'everyone'): Promise<ConnectionId> {
  const { connection } = await makeConnection(ctx, world.tenant, owner.memberId, { usable_by })
  heard = []
  return Id.parse(connection)
}
/** To whom it was told, once for each frame; null where everybody hears. */
const audiences = (id: string) => heard.flatMap((frame) => (frame.id === id ? [frame.to ?? null] : []))

async function reject(id: ConnectionId): Promise<void> {
  const call = await admitCall(ctx, tenantId, id, 1_000)
  if (call.kind !== 'admitted') throw new Error('it was not admitted')
  await finishCall(ctx, tenantId, call, { kind: 'refused', took: 1, problem: 'No.' })
}

test('of a connection that only its owner uses, nobody else hears', async () => {
  const id = await ofOwner('owner')
  await changeByManager(ctx, admin, id, { max_at_once: 3 })
  await reject(id)
  expect(audiences(id)).toEqual([[owner.memberId], [owner.memberId]])
})

test('everybody hears of a connection for all, and for the last time when it is taken back from them', async () => {
  const id = await ofOwner('everyone')
  await reject(id)
  await changeByManager(ctx, admin, id, { usable_by: 'owner' })
  await changeByManager(ctx, owner, id, { name: 'Mine alone' })
  expect(audiences(id)).toEqual([null, null, [owner.memberId]])
})
