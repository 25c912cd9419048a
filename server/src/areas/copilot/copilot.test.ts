import { ApiError } from '@throughline/contracts/client'
import { draftByCopilot, explainStep, type Proposal } from '@throughline/contracts/copilot'
import { InstanceId, type WorkflowId } from '@throughline/contracts/ids'
import { getWorkflow } from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeTeam } from '../../../test/factories.ts'
import { makeInstance, makeWorkflow } from '../../../test/running-world.ts'
import { unique } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { at, autosave, make, renamed } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.member

async function draft(query: string) {
  const made = await client(draftByCopilot, { body: { query } })
  if (!('steps' in made)) throw new Error('these are changes, no draft')
  return made
}

async function propose(query: string, workflow_id: WorkflowId, base_version?: number): Promise<Proposal> {
  const made = await client(draftByCopilot, { body: { query, workflow_id, base_version } })
  if (!('diff' in made)) throw new Error('this is a draft, no changes')
  return made
}

test('drafts with the teams of the workspace, says what wrote it, and keeps nothing', async () => {
  const finance = await makeTeam(api.ctx, ours.tenantId, 'Finance')
  await makeTeam(api.ctx, theirs.tenantId, 'Legal')
  const drafted = await draft('Someone asks for a purchase. Finance and legal approve it.')
  expect(drafted).toMatchObject({ drafter: 'rules', model: null, name: 'Purchase request', type: 'sequential' })
  const approval = Object.values(drafted.steps).find(({ type }) => type === 'approval')
  expect(approval).toMatchObject({ approvers: [{ team: finance }, { role: 'Member' }], rule: 'all' })
  expect(drafted.reading.at(-1)).toMatchObject({ step: approval?.id, text: expect.stringContaining('“legal”') })
  const kept = await api.database.admin((admin) =>
    admin.query('select from workflows where tenant_id = $1 union all select from templates where tenant_id = $1', [
      ours.tenantId,
    ]),
  )
  expect(kept.rowCount).toBe(0)
})

test('says which sentences it understands when it understood none', async () => {
  const refused = await draft('Lorem ipsum dolor sit amet.').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 422, message: 'Failed to generate workflow' })
  expect(refused).toHaveProperty('detail', expect.stringContaining('If it is over 1,000, the manager approves'))
})

test('needs a text', async () => {
  expect(await verdict(draft('  '))).toBe('422 invalid_request')
  expect(await verdict(draft('x'.repeat(4001)))).toBe('422 invalid_request')
})

test('changes for a draft are answered and not kept; what was not understood is quoted', async () => {
  const workflow = await make(client, { publish: false })
  const [first] = Object.values(workflow.steps)
  const answer = await propose(`Rename “${first?.name}” to “Begin”. Make it nicer.`, workflow.id, workflow.version)
  expect(answer).toMatchObject({ drafter: 'rules', model: null, note: null, base_version: workflow.version })
  expect(answer.diff).toMatchObject([
    { id: 'c1', needs: [], is_guess: false, edits: [{ op: 'change_step', step: first?.id, set: { name: 'Begin' } }] },
  ])
  expect(answer.diff[0]?.changes).toMatchObject([{ kind: 'changed', before: first?.name, after: 'Begin' }])
  expect(answer.not_done).toMatchObject([{ quote: 'Make it nicer' }])
  const { data } = await client(getWorkflow, at(workflow))
  expect([data.version, data.steps]).toEqual([workflow.version, workflow.steps])
})

test('a draft that somebody changed since is named, and somebody else’s is not found', async () => {
  const workflow = await make(client, { publish: false })
  const [first] = Object.keys(workflow.steps)
  await autosave(client, workflow, renamed(workflow, first ?? '', 'Otherwise'))
  expect(await verdict(propose('Remove step 1.', workflow.id, workflow.version))).toBe('409 stale_version')
  const stranger = actors.other_admin.client
  const asked = { query: 'Remove step 1.', workflow_id: workflow.id }
  expect(await verdict(stranger(draftByCopilot, { body: asked }))).toBe('404 not_found')
})

test('explains a failed step from its attempts, with nothing of the case, and offers one change', async () => {
  const workflow = await makeWorkflow(api.ctx, ours)
  const id = await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
  const instance_id = InstanceId.parse(id)
  const body = { instance_id, step: 'order' }
  expect(await verdict(client(explainStep, { body }))).toMatch(/^422 /)
  const problem = 'No response in time for “Ada Moreau” (ada@firm.test, 12,500.00).'
  const tries = JSON.stringify([{ at: '2026-11-01T10:00:00.000Z', took: 60_000, problem }])
  const call = `insert into effects (tenant_id, key, instance_id, step, round, tool_id, state, tries)
    values ($1, $2, $3, 'order', 1, 'http.request', 'unknown', $4)`
  await api.database.admin((admin) => admin.query(call, [ours.tenantId, unique('key'), id, tries]))
  const told = await client(explainStep, { body })
  expect(told).toMatchObject({
    drafter: 'rules',
    title: 'There was no response in time',
    change: { edits: [{ op: 'change_step', step: 'order', set: { timeout: '180s' } }] },
    workflow_id: workflow,
  })
  expect(told.saw.attempts).toMatchObject([{ problem: 'No response in time for “•••” (•••, •••).', took: 60_000 }])
  expect(JSON.stringify(told)).not.toMatch(/Ada Moreau|ada@firm|12,500/)
  expect((await actors.viewer.client(explainStep, { body })).change).toBeNull()
  expect(await verdict(actors.other_admin.client(explainStep, { body }))).toBe('404 not_found')
})
