import { type ModelId, PersonId } from '@throughline/contracts/ids'
import { chooseModel, connectModel } from '@throughline/contracts/models'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createCallModel } from '../src/areas/copilot/models/call-model.ts'
import type { AskModel, ModelQuestion } from '../src/areas/copilot/models/model-call.ts'
import { writeQuery } from '../src/areas/reports/words/write-query.service.ts'
import { createPools } from '../src/core/db/pools.ts'
import { createEgress } from '../src/core/egress/egress.ts'
import { sharedApi } from './api.ts'
import { startModelServer } from './model-server.ts'
import { viewerOf } from './viewer-of.ts'
import { createWorld } from './world.ts'

const api = await sharedApi()
const { actors } = await createWorld(api)
const { client } = actors.manager
const server = await startModelServer()
const jobs = { ...api.ctx, pools: createPools(api.ctx.config, 'worker', () => undefined) }
const callModel = createCallModel(jobs, createEgress({ trustedOrigins: [server.origin] }))
let questions: ModelQuestion[] = []
/** As the API asks, without the engine between. */
const ask: AskModel = (tenantId, modelId, question) => {
  questions.push(question)
  return callModel({ tenantId, modelId, question })
}
const viewer = await viewerOf(api.ctx, PersonId.parse(actors.owner.user.id))
afterAll(async () => {
  await server.stop()
  await jobs.pools.end()
})

const connected = new Map<string, ModelId>()

async function draftWith(name: string) {
  const body = { name, address: server.url, key: server.key }
  const model_id = connected.get(name) ?? (await client(connectModel, { body })).data.id
  connected.set(name, model_id)
  await client(chooseModel, { body: { model_id } })
}
const write = (query: string) => writeQuery(api.ctx, viewer, { query }, ask)

beforeEach(() => {
  questions = []
})

test('a connected model writes the query, and is given views and columns but no rows', async () => {
  await draftWith('draft-small')
  expect(await write('Count tasks by status')).toMatchObject({
    drafter: 'model',
    model: { name: 'draft-small' },
    query: 'select status, count(*) as count from tasks group by 1 order by 1',
    readings: [{ quote: 'status', is_guess: false }],
  })
  expect(questions).toHaveLength(1)
  expect(Object.keys(questions[0]?.data ?? {}).sort()).toEqual(['functions', 'question', 'views'])
})

test('a column that does not exist goes back once, with what was refused', async () => {
  await draftWith('draft-small')
  expect(await write('Count tasks by stauts')).toMatchObject({
    drafter: 'model',
    query: 'select status, count(*) as count from tasks group by 1 order by 1',
    readings: [{ is_guess: true }],
  })
  expect(questions[1]?.data).toMatchObject({ refused: { message: 'Column "stauts" does not exist.' } })
})

test('what is refused twice is not shown: the specification’s words are', async () => {
  await draftWith('draft-small')
  await expect(write('Count nothing by anything')).rejects.toThrow('Failed to generate query. Please try again.')
  expect(questions).toHaveLength(2)
})

test('rules write it where the model does not answer or answers no JSON, and say so', async () => {
  for (const name of ['draft-small-busy', 'draft-small-odd']) {
    await draftWith(name)
    const made = await write('How many tasks by status?')
    expect(made).toMatchObject({ drafter: 'rules', model: { name } })
    expect(made.note).toMatch(/\w/)
  }
})
