/** Five steps: two people fill in and approve, an address is called, a mail is sent, somebody closes. */
export const fiveSteps = (receiver: string, pair: number, starter: string, approver: string) => ({
  name: 'Five steps',
  prefix: `FIVE${pair}`,
  type: 'sequential',
  metadata: { version: '1.0', category: 'Operations' },
  start_step: 'enter',
  start_fields: [{ name: 'ticket', type: 'text', label: 'Ticket', required: true, variable: 'ticket' }],
  steps: {
    enter: {
      id: 'enter',
      type: 'manual',
      name: 'Enter',
      next: ['approve'],
      assignee: { person: starter },
      fields: [{ name: 'amount', type: 'number', label: 'Amount', required: true, variable: 'amount' }],
    },
    approve: {
      id: 'approve',
      type: 'approval',
      name: 'Approve',
      next: ['call'],
      approvers: [{ person: approver }],
      rule: 'first',
      order: 'at_once',
    },
    call: {
      id: 'call',
      type: 'tool',
      name: 'Call',
      next: ['mail'],
      tool_id: 'http.request',
      input: { parameters: { method: 'POST', url: `${receiver}/effect`, body: '{{ vars.ticket }}' } },
      retry: { attempts: 10, first: '1s', factor: 2, max: '5s' },
    },
    mail: {
      id: 'mail',
      type: 'tool',
      name: 'Mail',
      next: ['close'],
      tool_id: 'email.send',
      input: { parameters: { to: '{{ vars.ticket + "@example.test" }}', subject: 'Done', text: '{{ vars.ticket }}' } },
      retry: { attempts: 10, first: '1s', factor: 2, max: '5s' },
    },
    close: { id: 'close', type: 'manual', name: 'Close', next: [], assignee: { person: starter }, fields: [] },
  },
})

/** Three people's steps in a row, and nothing else. */
export function threeSteps(pair: number, starter: string) {
  const step = (id: string, next: string[]) => ({
    [id]: { id, type: 'manual', name: `Step ${id}`, next, assignee: { person: starter }, fields: [] },
  })
  return {
    name: `Three steps ${pair}`,
    prefix: `THREE${pair}`,
    type: 'sequential',
    metadata: { version: '1.0', category: 'Operations' },
    start_step: 'one',
    steps: { ...step('one', ['two']), ...step('two', ['three']), ...step('three', []) },
  }
}
