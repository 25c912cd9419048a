import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../model-server.ts'
import type { Completion } from './completion.ts'

const server = await startModelServer()
afterAll(() => server.stop())

const ask = (body: object, key = server.key) =>
  fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'draft-small', messages: [{ role: 'user', content: 'Hello' }], ...body }),
  })

interface Whole {
  choices: [{ message: Completion['message']; finish_reason: string }]
}
const answerTo = async (body: object): Promise<Whole> => JSON.parse(await (await ask(body)).text())

const question = {
  instruction: 'Ask Legal before paying anything over 20,000, and remind them after two days. Make it nicer.',
  draft: {
    start_step: 'ask',
    steps: {
      ask: { id: 'ask', type: 'manual', name: 'Ask', next: ['pay'], fields: [{ name: 'amount', type: 'currency' }] },
      pay: { id: 'pay', type: 'manual', name: 'Pay the invoice', next: [] },
    },
  },
  teams: [{ id: 't1', name: 'Legal' }],
}
const asked = {
  messages: [{ role: 'user', content: JSON.stringify(question) }],
  response_format: { type: 'json_schema', json_schema: { name: 'workflow_changes', schema: {} } },
}

test('turns sentences about a workflow into typed edits, and says what it did not understand', async () => {
  const answer = await answerTo(asked)
  expect(answer).toMatchObject({ object: 'chat.completion', choices: [{ index: 0, finish_reason: 'stop' }] })
  const { changes, not_done } = JSON.parse(answer.choices[0].message.content ?? '')
  expect(changes).toMatchObject([
    { quote: 'over 20,000', edits: [{ op: 'add_steps', after: 'ask' }] },
    { quote: 'Ask Legal before paying anything', edits: [{ op: 'add_steps', after: 'over_20000', outcome: 'b0' }] },
    { is_guess: true },
    {
      quote: 'remind them after two days',
      edits: [{ step: 'legal_approves', set: { escalation: [{ after: '2d' }] } }],
    },
  ])
  expect(not_done).toMatchObject([{ quote: 'Make it nicer' }])
})

test('streams the same answer in pieces, with usage at the end', async () => {
  const whole = (await answerTo(asked)).choices[0].message.content
  const response = await ask({ ...asked, stream: true, stream_options: { include_usage: true } })
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const events = (await response.text()).trim().split('\n\n')
  expect(events.at(-1)).toBe('data: [DONE]')
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)))
  expect(chunks.flatMap(({ choices }) => choices[0]?.delta.content ?? []).join('')).toBe(whole)
  expect(chunks.at(-1).usage.total_tokens).toBeGreaterThan(0)
})

test('calls a tool that it is offered and told to use', async () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' }, unit: { enum: ['C', 'F'] } } }
  const tools = [{ type: 'function', function: { name: 'weather', parameters } }]
  const answer = await answerTo({ tools, tool_choice: 'required' })
  expect(answer.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { content: null, tool_calls: [{ type: 'function', function: { name: 'weather' } }] },
  })
  const [call] = answer.choices[0].message.tool_calls ?? []
  expect(JSON.parse(call?.function.arguments ?? '')).toEqual({ city: '', unit: 'C' })
  expect((await answerTo({ tools })).choices[0].finish_reason).toBe('stop')
})

test('refuses as providers do', async () => {
  expect((await ask({}, 'sk-wrong')).status).toBe(401)
  expect((await ask({ model: 'nobody' })).status).toBe(404)
  const busy = await ask({ model: 'draft-small-busy' })
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7'])
  expect((await answerTo({ ...asked, max_tokens: 3 })).choices[0].finish_reason).toBe('length')
  const cut = await ask({ ...asked, model: 'draft-small-cut', stream: true })
  await expect(cut.text()).rejects.toThrow()
})
