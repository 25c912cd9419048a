import type { Context } from '../src/core/context.ts'
import type { Sample } from './endpoint-samples.ts'
import { COMPANY_MAPPING, makePublishedForm, storeResponse } from './form-responses.ts'
import { INTAKE_WORKFLOW, makeTrigger } from './forms.ts'
import { makeWorkflow } from './running-world.ts'
import type { World } from './world.ts'

const body = { field_mapping: COMPANY_MAPPING }

export function formResponseSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const ofForm = async (): Promise<Sample> => ({ params: { formId: await makePublishedForm(ctx, ours) } })
  const answered = async (signs: 'held' | 'taken' = 'taken') => {
    const formId = await makePublishedForm(ctx, ours)
    const { workflowId } = await makeTrigger(ctx, ours, formId, { mapping: COMPANY_MAPPING })
    const submissionId = await storeResponse(ctx, ours, formId, { signs: signs === 'held' ? ['too_fast'] : [] })
    return { formId, workflowId, submissionId }
  }
  const one = async (signs?: 'held'): Promise<Sample> => {
    const { formId, submissionId } = await answered(signs)
    return { params: { formId, submissionId } }
  }
  const ofTrigger = async (): Promise<Sample> => {
    const { formId, workflowId } = await answered()
    return { params: { formId, workflowId } }
  }
  const workflow = () => makeWorkflow(ctx, ours, INTAKE_WORKFLOW)
  return {
    'GET /v1/forms/:formId/triggers/': ofForm,
    'GET /v1/workflows/:workflowId/triggers/': async () => ({ params: { workflowId: await workflow() } }),
    'POST /v1/workflows/:workflowId/triggers/': async () => ({
      params: { workflowId: await workflow() },
      body: { form_id: await makePublishedForm(ctx, ours), ...body },
    }),
    'PUT /v1/workflows/:workflowId/triggers/:formId/': async () => ({ ...(await ofTrigger()), body }),
    'DELETE /v1/workflows/:workflowId/triggers/:formId/': ofTrigger,
    'GET /v1/forms/:formId/submissions/': ofForm,
    'GET /v1/forms/:formId/submissions/export/': ofForm,
    'POST /v1/forms/:formId/submissions/export/': async () => ({ ...(await ofForm()), body: {} }),
    'GET /v1/forms/:formId/submissions/:submissionId/': () => one(),
    'POST /v1/forms/:formId/submissions/:submissionId/release/': () => one('held'),
    'POST /v1/forms/:formId/submissions/:submissionId/retry/': () => one(),
    'POST /v1/forms/:formId/submissions/start/': async () => {
      const { formId, workflowId, submissionId } = await answered()
      return { params: { formId }, body: { workflow_id: workflowId, ids: [submissionId] } }
    },
    'DELETE /v1/forms/:formId/submissions/:submissionId/': () => one(),
  }
}
