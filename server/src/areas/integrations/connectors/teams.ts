import { randomUUID } from 'node:crypto'
import type { Json } from '@throughline/flow/eval'
import type { Connector, ConnectorCall, Reach } from './connector.ts'
import { callHttp, failedConnection, type HttpAnswer, isSuccess, waitUntil } from './http-call.ts'
import { inSteps, problemOf } from './test-steps.ts'
import type { FailedAnswer, ToolAnswer } from './tool-answer.ts'
import { textIn } from './values.ts'

/** A webhook that was taken back, or never was. */
const HOOK_GONE = new Set([403, 404, 410])
/** Says with a status of 200 that Teams itself did not take the message. */
const NOT_DELIVERED = /^Webhook message delivery failed.*?HTTP error (\d{3})/s

const block = (text: string, more: Record<string, Json> = {}): Json => ({
  type: 'TextBlock',
  text,
  wrap: true,
  ...more,
})

/** A message with one card, as incoming webhooks take it. */
function messageOf(input: Record<string, Json>): Json {
  const title = textIn(input, 'title')
  const heading = title === '' ? [] : [block(title, { weight: 'Bolder', size: 'Medium' })]
  const card = { type: 'AdaptiveCard', version: '1.4', body: [...heading, block(textIn(input, 'text'))] }
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }] }
}

async function post(
  { egress, signal }: Reach,
  message: Json,
  { configuration, key, marks }: Pick<ConnectorCall, 'configuration' | 'key' | 'marks'>,
): Promise<HttpAnswer | FailedAnswer> {
  const headers = { ...marks, 'content-type': 'application/json' }
  const request = { url: textIn(configuration, 'webhook_url'), method: 'POST' as const, headers }
  return await callHttp(egress, { ...request, body: JSON.stringify(message) }, { key, signal })
}

/** Why the message did not arrive, if so. */
function failureIn(answer: HttpAnswer): FailedAnswer | undefined {
  const status = isSuccess(answer) ? Number(NOT_DELIVERED.exec(answer.text)?.[1] ?? 0) : answer.status
  if (status === 0) return undefined
  if (HOOK_GONE.has(status))
    return { ok: false, code: 'signed_out', text: failedConnection({ ...answer, status }).text }
  const until = waitUntil(answer.headers.get('retry-after'), Date.now())
  return status === 429
    ? { ok: false, code: 'held', until, text: 'Teams asked to try again later.' }
    : failedConnection({ ...answer, status })
}

async function call(reach: Reach, given: ConnectorCall): Promise<ToolAnswer> {
  const answer = await post(reach, messageOf(given.input), given)
  if ('code' in answer) return answer
  return failureIn(answer) ?? { ok: true, output: { status: answer.status } }
}

export const teams: Connector = {
  id: 'c0000006-0000-4000-8000-000000000000',
  name: 'Microsoft Teams',
  short_description: 'Posts messages to a channel',
  description: 'Posts messages to the channel of an incoming webhook.',
  categories: ['productivity', 'customer-support'],
  tool_url: 'https://www.microsoft.com/microsoft-teams/',
  is_paid: false,
  schema: {
    type: 'object',
    properties: { webhook_url: { type: 'string', title: 'Incoming webhook URL', format: 'password' } },
    required: ['webhook_url'],
  },
  operations: [
    {
      name: 'post_message',
      title: 'Post a message',
      input: {
        type: 'object',
        properties: { title: { type: 'string', title: 'Title' }, text: { type: 'string', title: 'Message' } },
        required: ['text'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { status: { type: 'integer', title: 'Status' } }, required: ['status'] },
      repeat: 'once',
    },
  ],
  test: (reach, configuration) => {
    const attempt = async () => {
      // A message without content is refused, but only by a webhook that is there.
      const answer = await post(reach, {}, { configuration, key: randomUUID() })
      if ('code' in answer) return problemOf(answer)
      return answer.status === 400 ? undefined : failureIn(answer)?.text
    }
    return inSteps([['Find the incoming webhook', attempt]])
  },
  call,
}
