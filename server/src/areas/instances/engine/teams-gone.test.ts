import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { approval, form } from '../../../../test/engine/steps.ts'
import { eventually } from '../../../../test/eventually.ts'
import { makeTeam } from '../../../../test/factories.ts'

let engine: Engine
let firm: Firm
beforeAll(async () => {
  engine = await startEngine()
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)

/** As the cleaning leaves it: a version may still name it. */
async function teamDeleted(name: string) {
  const team = await makeTeam(engine.ctx, firm.tenant.tenantId, name)
  await firm.work(({ db, tenantId }) =>
    db.deleteFrom('teams').where('tenant_id', '=', tenantId).where('id', '=', team).execute(),
  )
  return team
}
const NOBODY = 'No one who can do this is left in the workspace.'

test('a step for a team that was deleted fails where people see it, and can be passed over', async () => {
  const team = await teamDeleted('Gone')
  const workflow = await firm.publish({
    name: 'Gone',
    steps: [form('do', ['ok'], { assignee: { team } }), approval('ok', [], [{ team }, { starter: true }])],
  })
  const id = await firm.start(workflow)
  expect(await firm.open(id, 'do', { status: 'failed' })).toMatchObject({ problem: NOBODY, team_id: null })
  expect(await firm.instance(id)).toMatchObject({ status: 'failed' })
  const passed = { t: 'override', step: 'do', round: 1, outcome: 'done', by: firm.owner, reason: 'Not needed' } as const
  expect(await firm.operate(id, passed)).toBe('done')
  const { problem } = await firm.open(id, 'ok', { status: 'failed' })
  expect(problem).toBe('There aren’t enough people to decide this.')
})

test('so does one for a team in the trash, until it is taken out', async () => {
  const team = await makeTeam(engine.ctx, firm.tenant.tenantId, 'Binned')
  const setTrashed = (by: string | null) =>
    firm.work(({ db, tenantId }) =>
      db
        .updateTable('teams')
        .set({ deleted_at: by && new Date(), deleted_by: by })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', team)
        .execute(),
    )
  await setTrashed(firm.owner)
  const id = await firm.start(await firm.publish({ name: 'Binned', steps: [form('do', [], { assignee: { team } })] }))
  expect(await firm.open(id, 'do', { status: 'failed' })).toMatchObject({ problem: NOBODY })
  await setTrashed(null)
  const again = { t: 'retry', step: 'do', round: 1, attempt: 1, by: firm.owner } as const
  expect(await firm.operate(id, again)).toBe('done')
  expect(await firm.open(id, 'do')).toMatchObject({ team_id: team })
})

test('an escalation to a team that was deleted leaves the task with whoever has it', async () => {
  const team = await teamDeleted('Escalated')
  const workflow = await firm.publish({
    name: 'Escalated',
    steps: [form('do', [], { escalation: [{ from: 'open', after: '1s', act: 'reassign', to: { team } }] })],
  })
  const id = await firm.start(workflow)
  const { id: task } = await firm.open(id, 'do')
  const before = (await firm.instance(id)).seq
  await eventually(async () => expect((await firm.instance(id)).seq).toBeGreaterThan(before))
  expect(await firm.open(id, 'do')).toMatchObject({ id: task, assigned_to: firm.owner, team_id: null })
  await firm.complete(task, firm.owner)
  await firm.ended(id)
})
