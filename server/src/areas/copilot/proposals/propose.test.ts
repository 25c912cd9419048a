import { type ModelId, PersonId } from '@throughline/contracts/ids'
import { chooseModel, connectModel } from '@throughline/contracts/models'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeTeam } from '../../../../test/factories.ts'
import { startModelAnswers } from '../../../../test/model-answers.ts'
import { viewerOf } from '../../../../test/viewer-of.ts'
import { make } from '../../../../test/workflow-acts.ts'
import { createWorld } from '../../../../test/world.ts'
import { proposeChanges } from './propose.service.ts'

const api = await sharedApi()
const { actors, ours } = await createWorld(api)
const { client } = actors.manager
const { server, questions, ask, stop } = await startModelAnswers(api.ctx)
const viewer = await viewerOf(api.ctx, PersonId.parse(actors.owner.user.id))
afterAll(stop)

const choose = async (name: string): Promise<ModelId> => {
  const { data } = await client(connectModel, { body: { name, address: server.url, key: server.key } })
  await client(chooseModel, { body: { model_id: data.id } })
  return data.id
}

const amount = { name: 'amount', type: 'currency' as const, label: 'Amount', required: true }
const steps = {
  read: {
    id: 'read',
    type: 'manual' as const,
    name: 'Read the invoice',
    next: ['pay'],
    fields: [amount],
    assignee: { starter: true as const },
  },
  pay: {
    id: 'pay',
    type: 'tool' as const,
    name: 'Pay',
    next: [],
    tool_id: 'http.request',
    input: {
      parameters: { method: 'POST', url: 'https://bank.example.com/', headers: { authorization: 'Bearer sesame' } },
    },
  },
}
const workflow = await make(client, { start_step: 'read', steps, publish: false })
const propose = (query: string) => proposeChanges(api.ctx, viewer, { query, workflow_id: workflow.id }, ask)
const INSTRUCTION =
  'Ask Legal before paying anything over 20,000, and remind them after two days. Also post it in #legal.'

beforeAll(async () => {
  await makeTeam(api.ctx, ours.tenantId, 'Legal')
})

test('a model’s edits become changes with their words, what each needs, and guesses apart', async () => {
  await choose('draft-small')
  questions.length = 0
  const answer = await propose(INSTRUCTION)
  expect(answer).toMatchObject({
    drafter: 'model',
    model: { name: 'draft-small', host: new URL(server.url).host },
    note: null,
    took: expect.any(Number),
    errors: 0,
  })
  expect(answer.diff.map(({ id, quote, is_guess, needs }) => ({ id, quote, is_guess, needs }))).toEqual([
    { id: 'c1', quote: 'over 20,000', is_guess: false, needs: [] },
    { id: 'c2', quote: 'Ask Legal before paying anything', is_guess: false, needs: ['c1'] },
    { id: 'c3', quote: '', is_guess: true, needs: ['c1', 'c2'] },
    { id: 'c4', quote: 'remind them after two days', is_guess: false, needs: ['c1', 'c2'] },
  ])
  expect(answer.not_done).toMatchObject([{ quote: 'Also post it in #legal' }])
})

test('the model is told the draft and names, but no secrets, people or cases', async () => {
  const [question] = questions
  const told = JSON.stringify(question)
  expect(question?.data).toMatchObject({
    instruction: INSTRUCTION,
    draft: { steps: { read: { name: 'Read the invoice' } } },
  })
  expect(told).toContain('Legal')
  expect(told).toContain('HTTP request')
  expect(told).not.toContain('sesame')
  expect(told).not.toContain('Test owner')
  expect(question?.task).not.toContain('Legal')
})

test('the model is told the product’s tools and their operations, and by what a step names them', () => {
  const [question] = questions
  expect(question?.data).toMatchObject({
    tools: expect.arrayContaining([
      expect.objectContaining({
        name: 'Slack',
        operations: [expect.objectContaining({ name: 'post_message', inputs: expect.arrayContaining(['text']) })],
      }),
    ]),
  })
  expect(question?.task).toContain('tool {tool_id, operation, connection, input: {parameters}}')
})

test.each([
  ['draft-small-busy', 'The model is busy. Its server asks to wait 7 seconds.'],
  ['draft-small-cut', 'The model couldn’t be reached.'],
  ['draft-small-odd', 'The model’s answer couldn’t be used.'],
  ['no-such-model', 'The model’s server doesn’t know this model or address.'],
])('with %s the rules take over and say why', async (name, note) => {
  await choose(name)
  const answer = await propose('Legal approves before “Pay”. Remind them after two days.')
  expect(answer).toMatchObject({ drafter: 'rules', model: { name }, note, errors: 0 })
  expect(answer.diff.map(({ quote }) => quote)).toEqual(['Legal approves before “Pay”', 'Remind them after two days'])
})
