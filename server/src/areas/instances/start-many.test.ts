import { WorkflowId } from '@throughline/contracts/ids'
import { MAX_BULK_STARTS, startInstances } from '@throughline/contracts/instances'
import { parse } from '@throughline/flow/compile'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { unique } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.manager

const { doc } = parse({
  name: 'Equipment',
  prefix: 'EQP',
  start_fields: [
    { name: 'what', type: 'text', label: 'What', required: true },
    { name: 'for', type: 'person', label: 'For whom' },
  ],
  steps: [{ id: 'buy', type: 'manual', name: 'Buy', assignee: { starter: true }, fields: [], next: [] }],
})

const workflow = async (tenant = ours) => WorkflowId.parse(await makeWorkflow(ctx, tenant, doc))
const row = (key: string, answers: Record<string, string> = { what: 'Desk' }) => ({ key, name: `Row ${key}`, answers })
const started = async (workflowId: string) => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ name: string; source: string; started_by: string | null; variables: object }>(
      `select i.name, i.source, i.started_by, s.variables from instances i
       join instance_state s on s.tenant_id = i.tenant_id and s.instance_id = i.id
       where i.tenant_id = $1 and i.workflow_id = $2 order by i.name`,
      [ours.tenantId, workflowId],
    ),
  )
  return rows
}

test('each row has its own result, and a refused one holds up no other', async () => {
  const workflowId = await workflow()
  const { data } = await client(startInstances, {
    params: { workflowId },
    body: { rows: [row('a'), row('b', {}), row('c', { what: 'Lamp' })] },
  })
  expect(data.map(({ key, result, instance }) => [key, result, instance?.name])).toEqual([
    ['a', 'done', 'Row a'],
    ['b', 'refused', undefined],
    ['c', 'done', 'Row c'],
  ])
  expect(data[1]?.errors).toEqual([{ path: 'answers.what', message: 'required' }])
  expect((await started(workflowId)).map(({ name, source }) => [name, source])).toEqual([
    ['Row a', 'person'],
    ['Row c', 'person'],
  ])
})

test('rows that are sent again under their keys start nothing more, whatever else is sent with them', async () => {
  const workflowId = await workflow()
  const send = (rows: ReturnType<typeof row>[]) => client(startInstances, { params: { workflowId }, body: { rows } })
  const first = await send([row('a'), row('b', {})])
  const second = await send([row('a'), row('b', { what: 'Desk' })])
  expect(second.data.map(({ result }) => result)).toEqual(['done', 'done'])
  expect(second.data[0]?.instance).toEqual(first.data[0]?.instance)
  expect(await started(workflowId)).toHaveLength(2)
})

test('the same keys in another workflow are other rows', async () => {
  const [one, other] = [await workflow(), await workflow()]
  const send = (workflowId: WorkflowId) =>
    client(startInstances, { params: { workflowId }, body: { rows: [row('a')] } })
  const [first, second] = [await send(one), await send(other)]
  expect(first.data[0]?.instance?.id).not.toBe(second.data[0]?.instance?.id)
})

test('people are named by their address; a stranger’s is refused with its row', async () => {
  const workflowId = await workflow()
  const { rows: people } = await api.database.admin((db) =>
    db.query<{ id: string; email: string }>('select id, email from members where tenant_id = $1 and id = $2', [
      ours.tenantId,
      ours.ownerId,
    ]),
  )
  const email = people[0]?.email ?? ''
  const { rows: others } = await api.database.admin((db) =>
    db.query<{ email: string }>('select email from members where tenant_id = $1 limit 1', [theirs.tenantId]),
  )
  const { data } = await client(startInstances, {
    params: { workflowId },
    body: {
      rows: [
        row('a', { what: 'Desk', for: email.toUpperCase() }),
        row('b', { what: 'Desk', for: others[0]?.email ?? '' }),
      ],
    },
  })
  expect(data.map(({ result }) => result)).toEqual(['done', 'refused'])
  expect((await started(workflowId))[0]?.variables).toMatchObject({ for: ours.ownerId })
})

test('more than 500 rows, a key twice and a workflow of somebody else are refused as a whole', async () => {
  const workflowId = await workflow()
  const rows = Array.from({ length: MAX_BULK_STARTS + 1 }, (_, n) => row(unique(`${n}`)))
  expect(await verdict(client(startInstances, { params: { workflowId }, body: { rows } }))).toBe('422 invalid_request')
  expect(await verdict(client(startInstances, { params: { workflowId }, body: { rows: [row('a'), row('a')] } }))).toBe(
    '422 invalid_request',
  )
  const foreign = await workflow(theirs)
  expect(await verdict(client(startInstances, { params: { workflowId: foreign }, body: { rows: [row('a')] } }))).toBe(
    '404 not_found',
  )
  expect(await started(workflowId)).toHaveLength(0)
})
