import { decideTask } from '@throughline/contracts/task-acts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { playInstance } from '../../../../test/engine/played-instance.ts'
import { approval } from '../../../../test/engine/steps.ts'
import { makeMember } from '../../../../test/factories.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { untilWaiting } from '../../../../test/until-waiting.ts'
import { verdict } from '../../../../test/verdict.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { lockInstancesOf } from './lock-instance.ts'

const api = await sharedApi()
const { ctx, database } = api
const { maya, priya, ours, read, at } = await createTaskWorld(api)
const third = await makeMember(ctx, ours, { ...(await makeSomeone(ctx)), name: 'Third', role: 'member' })

/** Asks these people, and says how to let so much time pass that another is asked for the first who is late. */
async function begin(people: readonly string[], to: object) {
  const approvers = people.map((person) => ({ person }))
  const escalation = [{ from: 'open', after: '1h', act: 'reassign', to }]
  const { id, ring } = await playInstance(api, ours, approval('ok', [], approvers, { escalation }))
  return { id, escalate: () => ring(7_200_000) }
}
const seatedIn = async (id: string) => (await read(id)).seats.map(({ person }) => person?.id)
const partsIn = (id: string) =>
  database.admin(async (admin) => {
    const { rows } = await admin.query<{ member_id: string }>(
      `select member_id from task_people where task_id = $1 and part = 'approver'`,
      [id],
    )
    return rows.map(({ member_id }) => member_id)
  })

test('a seat that nobody voted in goes to whoever is next', async () => {
  const { id, escalate } = await begin([maya.id], { person: priya.id })
  await escalate()
  expect(await seatedIn(id)).toEqual([priya.id])
  expect(await partsIn(id)).toEqual([priya.id])
  expect(await verdict(priya.client(decideTask, { ...at(id), body: { decision: 'approve' } }))).toBe('accepted')
})

test('whoever votes at the very moment keeps the seat', async () => {
  const { id, escalate } = await begin([maya.id], { person: priya.id })
  let escalating: Promise<unknown> = Promise.resolve()
  await inTenant(ctx, { tenantId: ours.tenantId }, async (tx) => {
    await lockInstancesOf(tx, [id])
    escalating = escalate()
    await untilWaiting(database, 1)
    await sql`insert into decisions (tenant_id, task_id, member_id, slot, verdict)
      values (${tx.tenantId}, ${id}, ${maya.id}, 0, 'approve')`.execute(tx.db)
  })
  await escalating
  expect(await seatedIn(id)).toEqual([maya.id])
  expect(await partsIn(id)).toEqual([maya.id])
})

test('nobody comes to decide on their own work: the next one does, or it stays where it is', async () => {
  const vain = await begin([maya.id], { starter: true })
  await vain.escalate()
  expect(await seatedIn(vain.id)).toEqual([maya.id])
  // Whoever started it comes first in the team.
  const { id, escalate } = await begin([maya.id], { team: ours.teamId, each: true })
  await escalate()
  const [seated] = await seatedIn(id)
  expect([maya.id, ours.ownerId]).not.toContain(seated)
})

test('nobody comes to have two of the votes', async () => {
  const { id, escalate } = await begin([maya.id, priya.id, third], { person: priya.id })
  await escalate()
  expect(await seatedIn(id)).toEqual([maya.id, priya.id, third])
})
