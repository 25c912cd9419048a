import { type ModelId, PersonId } from '@throughline/contracts/ids'
import { chooseModel, connectModel } from '@throughline/contracts/models'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { startModelAnswers } from '../../../../test/model-answers.ts'
import { viewerOf } from '../../../../test/viewer-of.ts'
import { insertWorkflow } from '../../../../test/visibility/limited-world.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { beginAccessChange } from '../../org/org.public.ts'
import { writeQuery } from './write-query.service.ts'

const api = await sharedApi()
const { actors, ours } = await createWorld(api)
const { client } = actors.manager
const { server, questions, ask, stop } = await startModelAnswers(api.ctx)
const viewer = await viewerOf(api.ctx, PersonId.parse(actors.owner.user.id))
afterAll(stop)

const connected = new Map<string, ModelId>()

async function draftWith(name: string) {
  const body = { name, address: server.url, key: server.key }
  const model_id = connected.get(name) ?? (await client(connectModel, { body })).data.id
  connected.set(name, model_id)
  await client(chooseModel, { body: { model_id } })
}
const write = (query: string) => writeQuery(api.ctx, viewer, { query }, ask)

beforeEach(() => {
  questions.length = 0
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

test('neither rules nor a model tell how long one person takes, and say what to ask instead', async () => {
  const told = 'Reports don’t show how long each person takes. Ask for hours by step or by workflow instead.'
  await draftWith('draft-small-busy')
  await expect(write('Average hours of tasks by person')).rejects.toThrow(told)
  await draftWith('draft-small')
  questions.length = 0
  const declined: typeof ask = async (...asked) => {
    await ask(...asked)
    return { ok: true, content: '{"query":"","declined":"hours_by_person"}', took: 1, tokens: null }
  }
  await expect(writeQuery(api.ctx, viewer, { query: 'Who is the slowest?' }, declined)).rejects.toThrow(told)
  expect(questions[0]?.task).toContain('No query tells how long one person takes')
})

test('rules write it where the model does not answer or answers no JSON, and say so', async () => {
  for (const name of ['draft-small-busy', 'draft-small-odd']) {
    await draftWith(name)
    const made = await write('How many tasks by status?')
    expect(made).toMatchObject({ drafter: 'rules', model: { name } })
    expect(made.note).toMatch(/\w/)
  }
})

test('columns are asked for as the person who asks: what is hidden from them is hidden there, too', async () => {
  const { tenantId } = ours
  const hidden = await inTenant(api.ctx, { tenantId }, async (tx) => {
    const id = await insertWorkflow(tx, 'Salaries', 'limited')
    await beginAccessChange(tx.db, tenantId)
    return id
  })
  await draftWith('draft-small-busy')
  await write('How many tasks by status?')
  const { rows } = await api.database.admin((admin) =>
    admin.query(
      'select hidden from report_sessions where tenant_id = $1 and member_id = $2 order by backend_start desc limit 1',
      [tenantId, viewer.memberId],
    ),
  )
  expect(rows).toEqual([{ hidden: [hidden] }])
})
