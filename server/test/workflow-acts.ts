import { ApiError, type Client } from '@throughline/contracts/client'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { saveDraft } from '@throughline/contracts/workflow-drafts'
import { createWorkflow, type Workflow } from '@throughline/contracts/workflows'
import { unique } from './someone.ts'
import { workflowDocument } from './workflow-document.ts'

type Made = Pick<Workflow, 'id' | 'version'>

/** A document whose prefix nobody has, without a digit at its end. */
export const someDocument = (change: Partial<FlowDoc> = {}): FlowDoc => ({
  ...workflowDocument,
  prefix: `${unique('P').slice(-10)}X`,
  ...change,
})

export const make = async (client: Client, change: Partial<FlowDoc> & { publish?: boolean } = {}) =>
  (await client(createWorkflow, { body: { ...someDocument(), ...change } })).data

export const at = ({ id }: Pick<Made, 'id'>) => ({ params: { workflowId: id } })

/** The document out of a whole workflow. */
export const documentOf = ({ name, prefix, type, metadata, start_step, steps }: Workflow): FlowDoc => ({
  name,
  prefix,
  type,
  metadata,
  start_step,
  steps,
})

/** With another name for one of its steps. */
export const renamed = (of: Workflow, id: string, name: string): FlowDoc => {
  const step = of.steps[id]
  if (!step) throw new Error(`there is no step ${id}`)
  return { ...documentOf(of), steps: { ...of.steps, [id]: { ...step, name } } }
}

export const autosave = async (client: Client, of: Made, document: FlowDoc): Promise<Workflow> =>
  (await client(saveDraft, { ...at(of), body: { base_version: of.version, document } })).data

/** What whoever made this call is told. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('it was accepted')
}
