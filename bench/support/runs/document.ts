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

/** What stands beside each of three people's steps. */
export type StepKind = 'people' | 'reminders' | 'calls'

/** Three people's steps in a row: nothing else, each with a reminder, or each followed by a call. */
export function threeSteps(kind: StepKind, receiver: string, pair: number, starter: string) {
  const escalation = [{ from: 'open', after: '1d', act: 'remind' }]
  const step = (id: string, then: string | undefined) => {
    const next = then === undefined ? [] : [then]
    const person = { id, type: 'manual', name: `Step ${id}`, assignee: { person: starter }, fields: [] }
    if (kind === 'people') return { [id]: { ...person, next } }
    if (kind === 'reminders') return { [id]: { ...person, escalation, next } }
    const call = `call_${id}`
    const parameters = { method: 'POST', url: `${receiver}/effect`, body: id }
    return {
      [id]: { ...person, next: [call] },
      [call]: { id: call, type: 'tool', name: `Call ${id}`, tool_id: 'http.request', input: { parameters }, next },
    }
  }
  return {
    name: `Three steps ${pair}`,
    prefix: `THREE${pair}`,
    type: 'sequential',
    metadata: { version: '1.0', category: 'Operations' },
    start_step: 'one',
    steps: { ...step('one', 'two'), ...step('two', 'three'), ...step('three', undefined) },
  }
}
