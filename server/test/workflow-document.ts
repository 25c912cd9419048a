import type { FlowDoc } from '@throughline/contracts/workflow-document'

/** Two steps, one after the other: enough to be published. */
export const workflowDocument: FlowDoc = {
  name: 'Leave request',
  prefix: 'LEAVE',
  type: 'sequential',
  metadata: { version: '1.0', category: 'HR' },
  start_step: 'ask',
  steps: {
    ask: {
      id: 'ask',
      type: 'manual',
      name: 'Ask for leave',
      next: ['decide'],
      fields: [{ name: 'days', type: 'number', label: 'Days', required: true }],
      assignee: { starter: true },
    },
    decide: {
      id: 'decide',
      type: 'approval',
      name: 'Decide',
      next: [],
      approvers: [{ role: 'Manager' }],
      rule: 'first',
      order: 'at_once',
    },
  },
}
