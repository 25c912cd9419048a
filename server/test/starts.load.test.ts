import { WorkflowId } from '@throughline/contracts/ids'
import { MAX_BULK_STARTS, startInstances } from '@throughline/contracts/instances'
import { expect, test } from 'vitest'
import { sharedApi } from './api.ts'
import { INTAKE_WORKFLOW } from './forms.ts'
import { makeWorkflow } from './running-world.ts'
import { createWorld } from './world.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)

test('five hundred rows that are sent twice at once start five hundred instances', { timeout: 60_000 }, async () => {
  const workflowId = WorkflowId.parse(await makeWorkflow(api.ctx, ours, INTAKE_WORKFLOW))
  const rows = Array.from({ length: MAX_BULK_STARTS }, (_, n) => ({
    key: `row-${n}`,
    name: `Row ${n}`,
    answers: { company: `Company ${n}` },
  }))
  const send = () => actors.manager.client(startInstances, { params: { workflowId }, body: { rows } })
  const [first, again] = await Promise.all([send(), send()])
  expect(first.data.map(({ key, result }) => [key, result])).toEqual(rows.map(({ key }) => [key, 'done']))
  expect(again.data.map(({ instance }) => instance?.id)).toEqual(first.data.map(({ instance }) => instance?.id))
  const { rows: started } = await api.database.admin((db) =>
    db.query<{ n: number; names: number }>(
      'select count(*)::int as n, count(distinct name)::int as names from instances where workflow_id = $1',
      [workflowId],
    ),
  )
  expect(started).toEqual([{ n: MAX_BULK_STARTS, names: MAX_BULK_STARTS }])
})
