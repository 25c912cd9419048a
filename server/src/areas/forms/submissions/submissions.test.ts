import * as submissions from '@throughline/contracts/form-submissions'
import * as triggers from '@throughline/contracts/form-triggers'
import { setFormAccess } from '@throughline/contracts/forms'
import { type FormId, type SubmissionId, WorkflowId } from '@throughline/contracts/ids'
import { cancelInstance } from '@throughline/contracts/instance-acts'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { purgeWorkflow, removeWorkflow, setWorkflowStatus } from '@throughline/contracts/workflows'
import { describe, expect, test, vi } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { COMPANY_MAPPING, makePublishedForm, storeResponse } from '../../../../test/form-responses.ts'
import { INTAKE_WORKFLOW, makeTrigger } from '../../../../test/forms.ts'
import { makeWorkflow } from '../../../../test/running-world.ts'
import { verdict } from '../../../../test/verdict.ts'
import { createWorld } from '../../../../test/world.ts'
import { createStartWaitingActivities } from '../triggers/start-waiting.activities.ts'
import { purgeSubmissions } from './purge-submissions.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.manager
const activities = createStartWaitingActivities(ctx)
const startSome = (workflowId: WorkflowId) => activities.startSome({ tenantId: ours.tenantId, workflowId })

const inForm = (formId: FormId) => ({ params: { formId } })
const one = (formId: FormId, submissionId: SubmissionId) => ({ params: { formId, submissionId } })
const list = (formId: FormId, query: object = {}) => client(submissions.listSubmissions, { ...inForm(formId), query })
const read = async (formId: FormId, id: SubmissionId) => (await client(submissions.getSubmission, one(formId, id))).data

const triggerCounters = async () => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ n: number }>(
      `select count(distinct (name, key))::int as n from counters where tenant_id = $1 and name like 'trigger.%'`,
      [ours.tenantId],
    ),
  )
  return rows[0]?.n ?? 0
}

async function startedForm() {
  const formId = await makePublishedForm(ctx, ours)
  const { workflowId } = await makeTrigger(ctx, ours, formId, { mapping: COMPANY_MAPPING })
  return { formId, workflowId: WorkflowId.parse(workflowId) }
}
const setStatus = (workflowId: WorkflowId, status: 'active' | 'archived') =>
  client(setWorkflowStatus, { params: { workflowId }, body: { status } })

describe('the list of responses', () => {
  test('shows them newest first, by page, with what each started and how many there are of each kind', async () => {
    const { formId } = await startedForm()
    const names = ['Ada Ltd', 'Boole & Sons', 'Curie Labs']
    for (const name of names) await storeResponse(ctx, ours, formId, { values: { 'txt-1': name } })
    await storeResponse(ctx, ours, formId, { values: { 'txt-1': 'asdf' }, signs: ['honeypot'] })
    const first = await list(formId, { limit: 2 })
    expect(first.data.map(({ answers }) => answers['txt-1'])).toEqual(['asdf', 'Curie Labs'])
    expect(first.counts).toEqual({ all: 4, running: 3, finished: 0, not_started: 0, held: 1 })
    expect(first.columns).toEqual([
      { id: 'txt-1', label: 'Company', type: 'text', removed: false },
      { id: 'dd-1', label: 'Service', type: 'select', removed: false },
      { id: 'num-1', label: 'People on payroll', type: 'number', removed: false },
    ])
    const second = await list(formId, { limit: 2, cursor: first.pagination.next_cursor ?? '' })
    expect(second.data.map(({ state, starts }) => [state, starts[0]?.instance?.key !== undefined])).toEqual([
      ['running', true],
      ['running', true],
    ])
    expect(second.pagination.next_cursor).toBeNull()
    expect((await list(formId, { status: 'held' })).data).toHaveLength(1)
  })

  test('finds one by its receipt, or by the beginning of a word of an answer', async () => {
    const { formId } = await startedForm()
    const id = await storeResponse(ctx, ours, formId, { values: { 'txt-1': 'Müller Apotheke' } })
    await storeResponse(ctx, ours, formId)
    const { receipt } = await read(formId, id)
    for (const search of [receipt, receipt.replace('-', '').toLowerCase(), 'apo', 'mull']) {
      expect((await list(formId, { search })).data.map((row) => row.id)).toEqual([id])
    }
    expect((await list(formId, { search: 'apo', status: 'held' })).data).toEqual([])
    for (const filter of [{ status: 'held' }, { until: '2020-01-01T00:00:00Z' }, { from: '2999-01-01T00:00:00Z' }]) {
      expect((await list(formId, { search: receipt, ...filter })).data, JSON.stringify(filter)).toEqual([])
    }
    for (const from of ['1960-06-01T00:00:00Z', '0000-01-01T00:00:00Z', '2020-01-01T00:00:00+14:00']) {
      expect((await list(formId, { from, until: '9999-12-31T23:59:59Z' })).data, from).toHaveLength(2)
    }
  })

  test('is only for those who see the form', async () => {
    const { formId } = await startedForm()
    const id = await storeResponse(ctx, ours, formId)
    const body = { visibility: 'limited' as const, team_ids: [], member_ids: [ours.ownerId] }
    await actors.owner.client(setFormAccess, { ...inForm(formId), body })
    expect(await verdict(list(formId))).toBe('404 not_found')
    expect(await verdict(read(formId, id))).toBe('404 not_found')
    expect(await verdict(client(submissions.eraseSubmission, one(formId, id)))).toBe('404 not_found')
    expect(await verdict(client(triggers.listFormTriggers, inForm(formId)))).toBe('404 not_found')
  })

  test('is saved as CSV with a column for each field, and runs no formula', async () => {
    const { formId } = await startedForm()
    await storeResponse(ctx, ours, formId, { values: { 'txt-1': '=1+1' } })
    const file: unknown = await client(submissions.exportSubmissions, { ...inForm(formId), query: {} })
    const text = file instanceof Blob ? await file.text() : ''
    expect(text).toContain('Receipt,Received,Status,Started,Company (txt-1),Service (dd-1)')
    expect(text).toContain("'=1+1")
  })
})

describe('a response', () => {
  test('shows its answers by page, and is finished with what it started', async () => {
    const { formId } = await startedForm()
    const id = await storeResponse(ctx, ours, formId, { values: { 'txt-1': 'Ada Ltd', 'dd-1': 'Payroll' } })
    const response = await read(formId, id)
    expect(response).toMatchObject({ state: 'running', device: 'computer', took_seconds: 20, held_because: [] })
    expect(response.pages).toEqual([
      {
        title: '',
        fields: [
          { id: 'txt-1', label: 'Company', type: 'text', value: 'Ada Ltd' },
          { id: 'dd-1', label: 'Service', type: 'select', value: 'Payroll' },
        ],
      },
    ])
    const instance = response.starts[0]?.instance
    if (!instance) throw new Error('nothing was started')
    await client(cancelInstance, { params: { instanceId: instance.id }, body: { reason: 'Sent by mistake' } })
    expect((await read(formId, id)).state).toBe('finished')
    expect((await list(formId)).counts).toMatchObject({ running: 0, finished: 1 })
  })

  test('that is held starts nothing until somebody releases it', async () => {
    const { formId } = await startedForm()
    const id = await storeResponse(ctx, ours, formId, { signs: ['too_fast'] })
    expect(await read(formId, id)).toMatchObject({
      state: 'held',
      held_because: ['too_fast'],
      starts: [{ state: 'held' }],
    })
    const { data } = await client(submissions.releaseSubmission, one(formId, id))
    expect(data).toMatchObject({ state: 'running', starts: [{ state: 'started' }] })
    expect(await verdict(client(submissions.releaseSubmission, one(formId, id)))).toBe('409 not_held')
  })

  test('that could not start says why, and starts as soon as the cause ends', async () => {
    const { formId, workflowId } = await startedForm()
    await setStatus(workflowId, 'archived')
    const id = await storeResponse(ctx, ours, formId)
    expect(await read(formId, id)).toMatchObject({
      state: 'not_started',
      starts: [{ state: 'not_started', reason: 'The workflow is archived.' }],
    })
    expect((await client(submissions.retrySubmission, one(formId, id))).data.state).toBe('not_started')
    const { rows: told } = await api.database.admin((admin) =>
      admin.query(`select from messages where workflow_id = $1 and type = 'response_not_started' and member_id = $2`, [
        workflowId,
        ours.ownerId,
      ]),
    )
    expect(told).toHaveLength(1)
    await setStatus(workflowId, 'active')
    const { rows } = await api.database.admin((admin) =>
      admin.query(`select from outbox where payload->>'workflowId' = $1`, [
        `start-waiting:${ours.tenantId}:${workflowId}`,
      ]),
    )
    expect(rows).toHaveLength(1)
    expect(await startSome(workflowId)).toBeUndefined()
    expect((await read(formId, id)).state).toBe('running')
    expect((await client(triggers.listFormTriggers, inForm(formId))).data).toMatchObject([
      { started: 1, not_started: 0 },
    ])
  })

  test('that fails to start in a way nobody foresaw is told to those who run this', async () => {
    const { formId } = await startedForm()
    await api.database.admin((admin) =>
      admin.query(`update workflow_triggers set field_mapping = '[1]' where form_id = $1`, [formId]),
    )
    const told = vi.spyOn(ctx.log, 'error').mockImplementation(() => undefined)
    const id = await storeResponse(ctx, ours, formId)
    expect(told.mock.calls).toEqual([
      [expect.objectContaining({ submission_id: id }), 'a workflow could not be started'],
    ])
    told.mockRestore()
    expect((await read(formId, id)).starts).toMatchObject([
      { state: 'not_started', reason: 'The workflow has an error and couldn’t start.' },
    ])
  })

  test('is not waited for any more once its trigger is deleted', async () => {
    const { formId, workflowId } = await startedForm()
    await setStatus(workflowId, 'archived')
    const id = await storeResponse(ctx, ours, formId)
    const later = await storeResponse(ctx, ours, formId)
    const counted = await triggerCounters()
    await client(triggers.removeWorkflowTrigger, { params: { workflowId, formId } })
    await client(submissions.eraseSubmission, one(formId, later))
    await startSome(workflowId)
    expect(await read(formId, id)).toMatchObject({ state: 'received', starts: [] })
    expect(await triggerCounters(), 'what it counted goes with it').toBe(counted - 1)
  })

  test('is not waited for any more once its workflow is deleted for ever, and what else it started goes on', async () => {
    const { formId, workflowId } = await startedForm()
    const { formId: other, workflowId: alone } = await startedForm()
    await makeTrigger(ctx, ours, formId, { mapping: COMPANY_MAPPING })
    for (const id of [workflowId, alone]) await setStatus(id, 'archived')
    const [id, left] = [await storeResponse(ctx, ours, formId), await storeResponse(ctx, ours, other)]
    const counted = await triggerCounters()
    for (const one of [workflowId, alone]) {
      await client(removeWorkflow, { params: { workflowId: one } })
      await actors.admin.client(purgeWorkflow, { params: { workflowId: one } })
    }
    expect(await read(formId, id)).toMatchObject({ state: 'running', starts: [{ state: 'started' }] })
    expect((await list(formId)).counts).toMatchObject({ all: 1, running: 1, not_started: 0 })
    expect(await read(other, left)).toMatchObject({ state: 'received', starts: [] })
    expect(await triggerCounters()).toBe(counted - 2)
    expect((await list(other)).counts).toMatchObject({ all: 1, running: 0, not_started: 0 })
  })

  test('that came before a trigger can start it later, once', async () => {
    const formId = await makePublishedForm(ctx, ours)
    const id = await storeResponse(ctx, ours, formId)
    const { workflowId } = await makeTrigger(ctx, ours, formId, { mapping: COMPANY_MAPPING })
    const body = { workflow_id: WorkflowId.parse(workflowId), ids: [id] }
    for (const _ of [1, 2]) {
      const { data } = await client(submissions.startSubmissions, { ...inForm(formId), body })
      expect(data).toMatchObject([{ id, result: 'done' }])
    }
    expect((await read(formId, id)).starts).toHaveLength(1)
  })

  test('is erased with its answers; what it started goes on', async () => {
    const { formId } = await startedForm()
    const id = await storeResponse(ctx, ours, formId)
    await client(submissions.eraseSubmission, one(formId, id))
    expect(await verdict(read(formId, id))).toBe('404 not_found')
    expect((await list(formId)).counts).toMatchObject({ all: 0, running: 0 })
  })

  test('is erased by itself when it was kept as long as its form says', async () => {
    const { formId } = await startedForm()
    const [old, young] = [await storeResponse(ctx, ours, formId), await storeResponse(ctx, ours, formId)]
    await api.database.admin(async (admin) => {
      await admin.query(`update form_submissions set received_at = now() - interval '31 days' where id = $1`, [old])
      await admin.query('update forms set retention_days = 30 where id = $1', [formId])
    })
    expect(await purgeSubmissions(ctx, ours)).toBe(1)
    expect((await list(formId)).data.map(({ id }) => id)).toEqual([young])
  })
})

describe('a trigger', () => {
  const add = (workflowId: WorkflowId, formId: FormId, field_mapping: Record<string, string>, more: object = {}) =>
    client(triggers.addWorkflowTrigger, { params: { workflowId }, body: { form_id: formId, field_mapping, ...more } })
  const workflow = async () => WorkflowId.parse(await makeWorkflow(ctx, ours, INTAKE_WORKFLOW))

  test('is added once, changed, listed from both sides and deleted', async () => {
    const [formId, workflowId] = [await makePublishedForm(ctx, ours), await workflow()]
    const { data } = await add(workflowId, formId, COMPANY_MAPPING, { fixed_values: { channel: 'Website' } })
    expect(data).toMatchObject({ field_mapping: COMPANY_MAPPING, fixed_values: { channel: 'Website' }, stand_in: null })
    expect(await verdict(add(workflowId, formId, COMPANY_MAPPING))).toBe('409 trigger_exists')
    const at = { params: { workflowId, formId } }
    const body = { field_mapping: { ...COMPANY_MAPPING, 'num-1': 'people' } }
    await client(triggers.changeWorkflowTrigger, { ...at, body })
    const ofWorkflow = await client(triggers.listWorkflowTriggers, { params: { workflowId } })
    expect(ofWorkflow.triggers.form_submissions).toMatchObject([{ form_id: formId, ...body }])
    const ofForm = await client(triggers.listFormTriggers, inForm(formId))
    expect(ofForm.data).toMatchObject([{ workflow: { id: workflowId, published: true, archived: false }, started: 0 }])
    await client(triggers.removeWorkflowTrigger, at)
    expect((await client(triggers.listFormTriggers, inForm(formId))).data).toEqual([])
  })

  test('is refused without a mapping, with one that does not fit, and where something required is missing', async () => {
    const [formId, workflowId] = [await makePublishedForm(ctx, ours), await workflow()]
    const refused: Record<string, string>[] = [{}, { 'txt-1': 'people' }, { 'no-1': 'company' }, { 'num-1': 'people' }]
    for (const mapping of refused) {
      expect(await verdict(add(workflowId, formId, mapping))).toBe('422 invalid_request')
    }
  })

  test('names the people whom its fixed values name', async () => {
    const owner = { name: 'owner', type: 'person', label: 'Owner', required: true } as const
    const formId = await makePublishedForm(ctx, ours)
    const start_fields = [...(INTAKE_WORKFLOW.start_fields ?? []), owner]
    const workflowId = WorkflowId.parse(await makeWorkflow(ctx, ours, { ...INTAKE_WORKFLOW, start_fields }))
    const { member_id: id, name } = actors.manager.user
    const { data } = await add(workflowId, formId, COMPANY_MAPPING, { fixed_values: { owner: id } })
    expect(data).toMatchObject({ fixed_values: { owner: id }, people: [{ id, name }] })
  })

  test('is refused with a fixed value that its workflow would refuse from every response', async () => {
    const [formId, workflowId] = [await makePublishedForm(ctx, ours), await workflow()]
    const tried = add(workflowId, formId, COMPANY_MAPPING, { fixed_values: { people: 'a few' } })
    expect(await verdict(tried)).toBe('422 invalid_request')
  })

  test('has the person who adds it stand in for the starter where a step needs one', async () => {
    const { look } = INTAKE_WORKFLOW.steps
    if (look?.type !== 'manual') throw new Error('the step is somebody’s')
    const { assignee: _, ...open } = look
    const formId = await makePublishedForm(ctx, ours)
    const workflowId = WorkflowId.parse(await makeWorkflow(ctx, ours, { ...INTAKE_WORKFLOW, steps: { look: open } }))
    const { data } = await add(workflowId, formId, COMPANY_MAPPING)
    expect(data.stand_in).toMatchObject({ kind: 'member', id: actors.manager.user.member_id })
    const id = await storeResponse(ctx, ours, formId)
    expect((await read(formId, id)).state).toBe('running')
    const called = await makeWorkflow(ctx, ours, { ...INTAKE_WORKFLOW, start_fields: [], steps: { look: open } })
    const call: FlowDoc['steps'][string] = {
      id: 'call',
      type: 'subworkflow',
      name: 'Call',
      workflow_id: called,
      next: [],
    }
    const calling = { ...INTAKE_WORKFLOW, start_step: 'call', steps: { call } }
    const outer = WorkflowId.parse(await makeWorkflow(ctx, ours, calling))
    const needs = async (id: WorkflowId) =>
      (await client(triggers.listWorkflowTriggers, { params: { workflowId: id } })).needs_starter
    expect([await needs(await workflow()), await needs(workflowId), await needs(outer)]).toEqual([false, true, true])
    expect((await add(outer, formId, COMPANY_MAPPING)).data.stand_in, 'for what it calls, too').not.toBeNull()
  })
})
