import { randomUUID } from 'node:crypto'
import { setFormAccess } from '@throughline/contracts/forms'
import { listStarts } from '@throughline/contracts/starts'
import { getWorkflow, saveWorkflow } from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeKey } from '../../../test/api-keys.ts'
import { makePublicForm } from '../../../test/form-acts.ts'
import { INTAKE_WORKFLOW, makeTrigger } from '../../../test/forms.ts'
import { makeHook } from '../../../test/hooks.ts'
import { makeMailAddress } from '../../../test/mail-starts.ts'
import { makeSchedule } from '../../../test/schedules.ts'
import { createWorld } from '../../../test/world.ts'
import { signedHeaders } from './hooks/signatures.ts'

const api = await sharedApi()
const { ctx, app } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.member

const call = async ({ hookId, secret }: Awaited<ReturnType<typeof makeHook>>) => {
  const body = JSON.stringify({ supplier: { name: 'Quayside Paper' }, total: { people: 3 } })
  const signed = signedHeaders('standard', secret, Buffer.from(body), { id: randomUUID() })
  const headers = { host: new URL(ctx.config.APP_ORIGIN).host, 'content-type': 'application/json', ...signed }
  const answer = await app.inject({ method: 'POST', url: `/v1/hooks/${hookId}/`, headers, payload: body })
  return { status: answer.statusCode, message: answer.json().message }
}

test('what starts a workflow and no longer fits is found in the draft, and said of each start once it is published', async () => {
  const hook = await makeHook(ctx, ours)
  const { workflowId } = hook
  const params = getWorkflow.params.parse({ workflowId })
  const { scheduleId } = await makeSchedule(ctx, ours, { workflowId })
  const { mailAddressId } = await makeMailAddress(ctx, ours, { workflowId })
  const { id: formId } = await makePublicForm(actors.owner.client)
  await makeTrigger(ctx, ours, formId, { workflowId })
  await makeKey(ctx, ours, { workflowId })
  const unfit = async () => (await client(listStarts, { params })).data.unfit.toSorted()
  const before = (await client(getWorkflow, { params })).data
  expect(before.refs.starts?.map(({ kind }) => kind).toSorted()).toEqual(['api', 'form', 'mail', 'schedule', 'webhook'])
  expect(await unfit()).toEqual([])

  const changed = {
    ...INTAKE_WORKFLOW,
    name: before.name,
    prefix: before.prefix,
    start_fields: [{ name: 'firm', type: 'text', label: 'Firm', required: true }],
  }
  const kept = (
    await client(saveWorkflow, { params, body: { ...changed, base_version: before.version, publish: false } })
  ).data
  expect(kept.draft).toMatchObject({ errors: 0 })
  expect(kept.draft?.warnings).toBeGreaterThanOrEqual(5)
  expect(await unfit()).toEqual([])
  expect((await call(hook)).status).toBe(202)

  const published = (await client(saveWorkflow, { params, body: { ...changed, base_version: kept.version } })).data
  expect(published.saved).toBe('published')
  const withoutForm = [hook.hookId, scheduleId, mailAddressId]
  expect(await unfit()).toEqual([...withoutForm, formId].toSorted())
  await actors.owner.client(setFormAccess, {
    params: { formId },
    body: { visibility: 'limited', member_ids: [ours.ownerId] },
  })
  expect(await unfit(), 'who may not see a form reads nothing of it').toEqual(withoutForm.toSorted())
  expect(await call(hook)).toEqual({ status: 422, message: 'Required by the workflow, but missing: Firm.' })
})
