import { chooseModel, connectModel, disconnectModel, listModels, testModel } from '@throughline/contracts/models'
import { afterAll, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { startModelServer } from '../../../../test/model-server.ts'
import { unique } from '../../../../test/someone.ts'
import { verdict } from '../../../../test/verdict.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { createPools } from '../../../core/db/pools.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import { createCallModel } from './call-model.ts'
import type { ModelQuestion } from './model-call.ts'
import { noteModelCall } from './models.queries.ts'

const api = await sharedApi()
const { actors, ours } = await createWorld(api)
const { client: ada } = actors.manager
const { client: ben } = actors.member
const server = await startModelServer()
/** As the worker has it. */
const jobs = { ...api.ctx, pools: createPools(api.ctx.config, 'worker', () => undefined) }
const callModel = createCallModel(jobs, createEgress({ trustedOrigins: [server.origin], timeoutMs: 1_500 }))
afterAll(async () => {
  await server.stop()
  await jobs.pools.end()
})

const connect = async (name: string, more: object = {}) =>
  (await ada(connectModel, { body: { name, address: server.url, key: server.key, ...more } })).data

const question: ModelQuestion = {
  task: 'Answer in JSON.',
  data: { instruction: 'Hello' },
  schema: { name: 'readiness', schema: { type: 'object', properties: { ready: { const: true } } } },
  maxTokens: 100,
}
const ask = (modelId: string, more: Partial<ModelQuestion> = {}) =>
  callModel({ tenantId: ours.tenantId, modelId, question: { ...question, ...more } })
const stored = async (id: string) => (await ada(listModels)).data.find((one) => one.id === id)

test('a model is connected, answers over the protocol, and says how long it took', async () => {
  const model = await connect('draft-small')
  expect(model).toMatchObject({ host: new URL(server.url).host, drafts: false, last_called_at: null })
  expect(await ask(model.id)).toMatchObject({ ok: true, content: '{"ready":true}', tokens: expect.any(Number) })
  expect(await stored(model.id)).toMatchObject({ problem: null, took: expect.any(Number) })
  expect(JSON.stringify((await ada(listModels)).data)).not.toContain(server.key)
})

test('what goes wrong is told in words, and kept', async () => {
  const cases: [name: string, more: object, problem: string][] = [
    ['draft-small', { address: `${server.url}/`, key: 'sk-somebody-elses' }, 'rejected the key'],
    ['nobody', {}, 'doesn’t know this model'],
    ['draft-small-cut', {}, 'couldn’t be reached'],
    ['draft-small-slow', {}, 'didn’t answer in time'],
    ['far-away', { address: 'http://127.0.0.1:9/v1' }, 'isn’t a public https address'],
  ]
  for (const [name, more, problem] of cases) {
    const model = await connect(name, more)
    expect(await ask(model.id)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) })
    expect(await stored(model.id)).toMatchObject({ problem: expect.stringContaining(problem) })
  }
  const model = await connect(unique('m'), { address: `${server.url}//` })
  expect(await ask(model.id)).toMatchObject({ ok: false })
})

test('an answer without room is cut off, and is none', async () => {
  const model = (await ada(listModels)).data.find(({ name, problem }) => name === 'draft-small' && problem === null)
  expect(await ask(model?.id ?? '', { maxTokens: 1 })).toEqual({
    ok: false,
    problem: 'The model’s answer was cut off.',
  })
})

test('a model whose server asks to wait is left alone for that long', async () => {
  const busy = await connect('draft-small-busy')
  expect(await ask(busy.id)).toMatchObject({ problem: 'The model is busy. Its server asks to wait 7 seconds.' })
  expect(await ask(busy.id)).toMatchObject({ problem: 'The model is busy. Its server asked to wait a little longer.' })
})

test('a call that began before its server asked to wait, and went through, does not end the wait', async () => {
  const model = await connect('draft-small', { address: `${server.origin}/v1/./.` })
  const note = (busyUntil: Date | null) =>
    inTenant(jobs, ours, ({ db, tenantId }) =>
      noteModelCall(db, tenantId, model.id, { took: 5, problem: null, busyUntil }),
    )
  await note(new Date(Date.now() + 60_000))
  await note(null)
  expect(await ask(model.id)).toMatchObject({ problem: 'The model is busy. Its server asked to wait a little longer.' })
})

test('of two that are chosen at once, the later drafts', async () => {
  const models = [await connect(unique('m')), await connect(unique('m'))]
  for (let n = 0; n < 5; n++) {
    await ada(chooseModel, { body: { model_id: null } })
    await Promise.all(models.map(({ id }) => ada(chooseModel, { body: { model_id: id } })))
    expect((await ada(listModels)).data.filter(({ drafts }) => drafts)).toHaveLength(1)
  }
})

test('one of them drafts, or the built-in rules do', async () => {
  const [first, second] = [await connect('draft-small', { address: `${server.origin}/v1/.` }), await connect('other')]
  const chosen = async (model_id: typeof first.id | null) =>
    (await ada(chooseModel, { body: { model_id } })).data.filter(({ drafts }) => drafts).map(({ id }) => id)
  expect(await chosen(first.id)).toEqual([first.id])
  expect(await chosen(second.id)).toEqual([second.id])
  expect(await chosen(null)).toEqual([])
  await chosen(first.id)
  await ada(disconnectModel, { params: { modelId: first.id } })
  expect((await ada(listModels)).data.some(({ drafts }) => drafts)).toBe(false)
  expect(await ask(first.id)).toEqual({ ok: false, problem: 'The model was disconnected.' })
})

test('members see which models there are; managers connect, choose and disconnect them', async () => {
  const model = await connect('draft-small', { address: `${server.origin}/v1/./` })
  expect((await ben(listModels)).data.length).toBeGreaterThan(0)
  const at = { params: { modelId: model.id } }
  expect(await verdict(ben(chooseModel, { body: { model_id: model.id } }))).toBe('403 forbidden')
  expect(await verdict(ben(testModel, at))).toBe('403 forbidden')
  expect(await verdict(ben(disconnectModel, at))).toBe('403 forbidden')
  expect(await verdict(ada(connectModel, { body: { name: 'x', address: server.url, key: 'short' } }))).toMatch(/^422 /)
  const withPassword = { name: 'x', address: 'https://ada:pass@models.example.com/v1', key: server.key }
  expect(await verdict(ada(connectModel, { body: withPassword }))).toMatch(/^422 /)
})

test('a test that cannot reach the worker says so', async () => {
  const model = await connect('draft-small', { address: `${server.origin}/v1/../v1` })
  const { data } = await ada(testModel, { params: { modelId: model.id } })
  expect(data).toMatchObject({ problem: 'The model couldn’t be reached.' })
})
