import { FlowDoc } from '@throughline/contracts/workflow-document'
import { WorkflowCard } from '@throughline/contracts/workflows'

export const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

export const card = (last: number, name: string, more: Partial<WorkflowCard> = {}): WorkflowCard =>
  WorkflowCard.parse({
    id: id(500 + last),
    name,
    description: '',
    prefix: name.slice(0, 3).toUpperCase(),
    type: 'sequential',
    status: 'active',
    created_at: '2026-03-03T09:00:00Z',
    updated_at: '2026-11-01T09:00:00Z',
    last_instance_number: 0,
    instance_count: 0,
    current_version: 1,
    owner: null,
    access: { visibility: 'everyone', teams: [], people: [] },
    category: 'Uncategorized',
    step_types: ['manual', 'approval'],
    step_count: 2,
    draft_changes: 0,
    deleted_at: null,
    ...more,
  })

export const page = (cards: readonly WorkflowCard[], next: string | null = null) => ({
  body: { data: cards, count: cards.length, pagination: { next_cursor: next } },
})

/** The document of a workflow with one step. */
export const simpleDocument = (more: object = {}): FlowDoc =>
  FlowDoc.parse({
    name: 'Invoice approval',
    prefix: 'INV',
    type: 'sequential',
    metadata: { version: '1.0', category: 'Invoices' },
    start_step: 'look',
    steps: { look: { id: 'look', type: 'manual', name: 'Look', fields: [], assignee: { role: 'Manager' }, next: [] } },
    ...more,
  })

/** One of its versions, as the server answers it. */
export const publishedVersion = (number: number, document: FlowDoc) => ({
  number,
  hash: `${number}f2c00000000041ab`,
  note: '',
  published_at: '2026-07-14T09:00:00Z',
  published_by: null,
  authors: [],
  change_count: 0,
  document,
  changes: [],
})
