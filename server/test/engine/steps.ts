/** Steps as people write them down, for tests. */

export const form = (id: string, next: string[], more: object = {}) => ({
  id,
  type: 'manual',
  name: id,
  next,
  fields: [],
  assignee: { starter: true },
  ...more,
})

export const approval = (id: string, next: string[], approvers: object[], more: object = {}) => ({
  id,
  type: 'approval',
  name: id,
  next,
  approvers,
  rule: 'all',
  order: 'at_once',
  ...more,
})

export const call = (id: string, next: string[], more: object = {}) => ({
  id,
  type: 'tool',
  name: id,
  tool_id: 'http.request',
  next,
  output: { status: 'number' },
  input: {
    parameters: {
      method: 'POST',
      url: 'https://example.test/',
      headers: { Authorization: 'Bearer 1', 'X-Kind': 'a' },
    },
  },
  retry: { attempts: 2, first: '1s', factor: 1, max: '1s' },
  ...more,
})
