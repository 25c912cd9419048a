import { startInstance } from '@throughline/contracts/instances'
import { listStarts } from '@throughline/contracts/starts'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makePublicForm } from '../../../test/form-acts.ts'
import { COMPANY_MAPPING, storeResponse } from '../../../test/form-responses.ts'
import { INTAKE_WORKFLOW, makeTrigger } from '../../../test/forms.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.member
const LONG_AGO = '-31 days'

const read = async (workflowId: string) =>
  (await client(listStarts, { params: listStarts.params.parse({ workflowId }) })).data

test('instances of the last 30 days count for people and keys, without what is in the trash and what began otherwise', async () => {
  const workflowId = await makeWorkflow(ctx, ours, INTAKE_WORKFLOW)
  const none = { by_person: 0, by_key: 0, capped: false }
  expect((await read(workflowId)).started).toEqual(none)
  const params = startInstance.params.parse({ workflowId })
  const body = { name: 'Brightline', answers: { company: 'Brightline Freight' } }
  await client(startInstance, { params, body })
  const put = (source: string, back: string, isTrashed = false) =>
    api.database.admin((db) =>
      db.query(
        `insert into instances (tenant_id, id, workflow_id, name, source, deleted_at)
         values ($1, uuidv7($2::interval), $3, 'Put', $4, case when $5 then now() end)`,
        [ours.tenantId, back, workflowId, source, isTrashed],
      ),
    )
  for (const source of ['person', 'api', 'api', 'schedule', 'workflow']) await put(source, '-29 days')
  for (const source of ['person', 'api']) await put(source, LONG_AGO)
  for (const source of ['person', 'api']) await put(source, '-1 day', true)
  expect((await read(workflowId)).started).toEqual({ ...none, by_person: 2, by_key: 2 })
})

test('a form counts what its responses of the last 30 days have started of this workflow, and no other', async () => {
  const { id: formId } = await makePublicForm(actors.owner.client)
  const { id: triggerId, workflowId } = await makeTrigger(ctx, ours, formId, { mapping: COMPANY_MAPPING })
  const other = await makePublicForm(actors.owner.client)
  await makeTrigger(ctx, ours, other.id, { workflowId, mapping: COMPANY_MAPPING })
  await makeTrigger(ctx, ours, formId, { mapping: COMPANY_MAPPING })
  await storeResponse(ctx, ours, formId)
  const newest = await storeResponse(ctx, ours, formId)
  await storeResponse(ctx, ours, formId, { signs: ['honeypot'] })
  await storeResponse(ctx, ours, other.id)
  await api.database.admin(async (db) => {
    const { rows } = await db.query<{ id: string }>(
      `insert into form_submissions (tenant_id, id, form_id, version, idem_key, content_hash, receipt, answers, state)
       select tenant_id, uuidv7($2::interval), form_id, version, 'long ago', content_hash, 'LONG-AGO', answers, state
       from form_submissions where id = $1 returning id`,
      [newest, LONG_AGO],
    )
    await db.query(
      `insert into submission_starts (tenant_id, submission_id, trigger_id, form_id, workflow_id, state)
       values ($1, $2, $3, $4, $5, 'started')`,
      [ours.tenantId, rows[0]?.id, triggerId, formId, workflowId],
    )
  })
  const { forms } = await read(workflowId)
  expect(new Map(forms.map(({ form_id, started }) => [form_id, started]))).toEqual(
    new Map([
      [formId, 2],
      [other.id, 1],
    ]),
  )
})
