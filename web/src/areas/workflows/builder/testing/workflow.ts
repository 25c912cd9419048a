import { MemberId } from '@throughline/contracts/ids'
import { Workflow, type WorkflowDraft } from '@throughline/contracts/workflows'
import { diff, parse } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'

const uuid = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

export const WORKFLOW = uuid(500)
export const ME = uuid(3)
export const PRIYA = { id: uuid(4), name: 'Priya Raman', photo: null }
const MAYA = { id: ME, name: 'Maya Okafor', photo: null }

export const invoice: FlowDoc = parse({
  name: 'Invoice approval',
  prefix: 'INV',
  type: 'sequential',
  metadata: { version: '1.0', category: 'finance' },
  start_step: 'enter',
  steps: {
    enter: {
      id: 'enter',
      type: 'manual',
      name: 'Enter invoice',
      next: ['lead'],
      fields: [],
      assignee: { starter: true },
    },
    lead: {
      id: 'lead',
      type: 'approval',
      name: 'Team lead',
      next: ['pay'],
      approvers: [{ role: 'Manager' }],
      rule: 'first',
      order: 'at_once',
    },
    pay: { id: 'pay', type: 'manual', name: 'Pay', next: [], fields: [], assignee: { starter: true } },
  },
}).doc

export const withStep = (doc: FlowDoc, id: string, name: string): FlowDoc => {
  const step = doc.steps[id]
  return step ? { ...doc, steps: { ...doc.steps, [id]: { ...step, name } } } : doc
}

type State = {
  published: FlowDoc | null
  doc: FlowDoc
  version: number
  by?: typeof MAYA
  others?: boolean
  number?: number
}

/** The whole of a workflow, called so, that was just made. */
export const newWorkflow = (id: string, name: string) => ({
  ...workflowOf({ published: null, doc: { ...invoice, name }, version: 1 }),
  id,
  saved: 'kept',
})

/** A workflow as the server answers it. */
export function workflowOf({ published, doc, version, by = MAYA, others = false, number = 4 }: State): Workflow {
  const changes = published ? diff(published, doc).changes : diff(parse({}).doc, doc).changes
  const at = '2026-03-03T10:42:00Z'
  const draft: WorkflowDraft | null =
    changes.length === 0
      ? null
      : {
          based_on: published ? number : null,
          changes: changes.map((change) => ({ ...change, author: MemberId.parse(by.id), at })),
          authors: [],
          errors: 0,
          warnings: 0,
          updated_at: at,
        }
  return Workflow.parse({
    ...doc,
    id: WORKFLOW,
    description: doc.description ?? '',
    status: 'active',
    created_at: '2026-02-09T09:00:00Z',
    updated_at: at,
    last_instance_number: 884,
    instance_count: 58,
    current_version: published ? number : null,
    owner: MAYA,
    access: { visibility: 'everyone', teams: [], people: [] },
    version,
    changed_by: by,
    draft: draft && { ...draft, authors: others ? [MAYA, PRIYA] : [by] },
    refs: { people: [], teams: [], workflows: [], secrets: [] },
  })
}
