import type { FlowDoc } from '../../../contracts/src/workflow-document.ts'

/** Waits for somebody from the start: one instance, one task. */
export const ONE_TASK: FlowDoc = {
  name: 'Started',
  prefix: 'STA',
  type: 'sequential',
  metadata: { version: '1.0', category: 'Starts' },
  start_step: 'look',
  start_fields: [{ name: 'ticket', type: 'text', label: 'Ticket', required: true }],
  steps: {
    look: { id: 'look', type: 'manual', name: 'Look', fields: [], assignee: { role: 'Manager' }, next: [] },
  },
}
