import { InstanceId, PersonId } from '@throughline/contracts/ids'
import { chooseModel, connectModel } from '@throughline/contracts/models'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeInstance, makeWorkflow } from '../../../../test/running-world.ts'
import { unique } from '../../../../test/someone.ts'
import { viewerOf } from '../../../../test/viewer-of.ts'
import { createWorld } from '../../../../test/world.ts'
import type { AskModel, ModelQuestion } from '../models/model-call.ts'
import { explainFailure } from './explain.service.ts'

const api = await sharedApi()
const { actors, ours } = await createWorld(api)
const { client } = actors.manager
const viewer = await viewerOf(api.ctx, PersonId.parse(actors.owner.user.id))
const model = { name: 'prose-1', address: 'https://models.example.com/v1', key: 'sk-a-key-for-tests' }
const { data } = await client(connectModel, { body: model })
await client(chooseModel, { body: { model_id: data.id } })

const workflow = await makeWorkflow(api.ctx, ours)
const instance = await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
const problem = 'No response in time for “Ada Moreau”, Sunday Holdings, order 4711.'
const tries = [{ at: '2026-11-01T10:00:00.000Z', took: 60_000, problem }]
const sent = { parameters: { kind: 'order', customer: 'Sunday Holdings', lines: [{ order: 4711 }] } }
await api.database.admin((admin) =>
  admin.query(
    `insert into effects (tenant_id, key, instance_id, step, round, tool_id, state, tries, input)
     values ($1, $2, $3, 'order', 1, 'http.request', 'unknown', $4, $5)`,
    [ours.tenantId, unique('key'), instance, JSON.stringify(tries), JSON.stringify(sent)],
  ),
)

const texts = { title: 'The shop was slow', happened: 'It waited.', why: 'It was busy.', to_do: 'Wait longer.' }

async function explained(answer: unknown) {
  const questions: ModelQuestion[] = []
  const ask: AskModel = async (_tenantId, _modelId, question) => {
    questions.push(question)
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
    return { ok: true, content, took: 40, tokens: 12 }
  }
  const of = { instance_id: InstanceId.parse(instance), step: 'order' }
  return { told: await explainFailure(api.ctx, viewer, of, ask), questions }
}

test('a model’s words are told as its own, with the one change that fits the draft, and it saw nothing of the case', async () => {
  const change = { edits: [{ op: 'change_step', step: 'order', set: { timeout: '120s' } }] }
  const { told, questions } = await explained({ ...texts, change })
  expect(told).toMatchObject({ drafter: 'model', ...texts, change })
  expect(questions).toHaveLength(1)
  expect(told.saw.attempts[0]?.problem).toBe('No response in time for “•••”, •••, order •••.')
  for (const value of ['Ada Moreau', 'Sunday', '4711']) expect(JSON.stringify(questions)).not.toContain(value)
})

test('a change that does not fit is left out, and an answer of no use is explained by the rules', async () => {
  const stray = { edits: [{ op: 'change_step', step: 'nowhere', set: { timeout: '120s' } }] }
  for (const change of [stray, { edits: 'rm -rf' }, null])
    expect((await explained({ ...texts, change })).told).toMatchObject({ drafter: 'model', ...texts, change: null })
  for (const answer of ['', 'Certainly! Here is', { ...texts, why: 7 }, []])
    expect((await explained(answer)).told).toMatchObject({ drafter: 'rules', title: 'There was no response in time' })
})
