import { randomUUID } from 'node:crypto'
import type { Json } from '@throughline/flow/eval'
import { isJsonObject } from '@throughline/flow/eval/json'
import type { Connector, ConnectorCall, Reach } from './connector.ts'
import { callHttp, failedConnection, type HttpAnswer, isSuccess, jsonOrText, waitUntil } from './http-call.ts'
import { inSteps, problemOf } from './test-steps.ts'
import { type FailedAnswer, refused, rejected, type ToolAnswer } from './tool-answer.ts'
import { textIn } from './values.ts'

/** It answers 200 to nearly everything; what is wrong stands in the answer. */
const KEY_REFUSED = new Set(['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired'])
const OWN_FAULT = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])
/** A webhook that was taken back, or never was. */
const HOOK_GONE = new Set([403, 404, 410])

interface SlackRequest {
  url: string
  token: string
  body: Record<string, Json>
}

async function post(
  { egress, signal }: Reach,
  { url, token, body }: SlackRequest,
  { key, marks }: Pick<ConnectorCall, 'key' | 'marks'>,
): Promise<HttpAnswer | FailedAnswer> {
  const authorization: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  const headers = { ...authorization, ...marks, 'content-type': 'application/json; charset=utf-8' }
  return await callHttp(egress, { url, method: 'POST', headers, body: JSON.stringify(body) }, { key, signal })
}

function failedApi(error: string, { headers }: HttpAnswer): FailedAnswer {
  const text = `Slack answered: ${error}.`
  if (KEY_REFUSED.has(error)) return { ok: false, code: 'signed_out', text }
  if (error === 'ratelimited')
    return { ok: false, code: 'held', until: waitUntil(headers.get('retry-after'), Date.now()), text }
  return OWN_FAULT.has(error) ? { ok: false, code: 'unreachable', text } : rejected(text)
}

/** What a method of the API answered, if it went well. */
async function callApi(
  reach: Reach,
  method: string,
  body: Record<string, Json>,
  call: Pick<ConnectorCall, 'configuration' | 'key' | 'marks'>,
): Promise<{ body: Record<string, Json> } | FailedAnswer> {
  const { configuration } = call
  const base = textIn(configuration, 'base_address') || 'https://slack.com/api'
  const request = { url: `${base.replace(/\/+$/, '')}/${method}`, token: textIn(configuration, 'token'), body }
  const answer = await post(reach, request, call)
  if ('code' in answer) return answer
  if (!isSuccess(answer)) return failedConnection(answer)
  const said = jsonOrText(answer.text)
  if (!isJsonObject(said)) return { ok: false, code: 'unknown', text: 'Slack’s response couldn’t be read.' }
  if (said.ok === true) return { body: said }
  return failedApi(typeof said.error === 'string' ? said.error : 'unknown_error', answer)
}

async function callHook(reach: Reach, body: Record<string, Json>, call: ConnectorCall): Promise<ToolAnswer> {
  const request = { url: textIn(call.configuration, 'webhook_url'), token: '', body }
  const answer = await post(reach, request, call)
  if ('code' in answer) return answer
  if (isSuccess(answer)) return { ok: true, output: { channel: '', ts: '' } }
  const failed = failedConnection(answer)
  return HOOK_GONE.has(answer.status) ? { ok: false, code: 'signed_out', text: failed.text } : failed
}

async function call(reach: Reach, given: ConnectorCall): Promise<ToolAnswer> {
  const { input, configuration } = given
  const [text, channel, thread] = [textIn(input, 'text'), textIn(input, 'channel'), textIn(input, 'thread_ts')]
  if (textIn(configuration, 'token') === '') {
    if (textIn(configuration, 'webhook_url') === '') return refused('The connection has no token and no webhook.')
    return await callHook(reach, { text }, given)
  }
  if (channel === '') return refused('Enter the channel to post to.')
  const body = { channel, text, ...(thread !== '' && { thread_ts: thread }) }
  const answer = await callApi(reach, 'chat.postMessage', body, given)
  if ('code' in answer) return answer
  return { ok: true, output: { channel: textIn(answer.body, 'channel'), ts: textIn(answer.body, 'ts') } }
}

export const slack: Connector = {
  id: 'c0000005-0000-4000-8000-000000000000',
  name: 'Slack',
  short_description: 'Posts messages to channels',
  description:
    'Posts messages as a bot, with its token, to any channel that it is in; or by an incoming webhook, to the channel that belongs to it.',
  categories: ['productivity', 'customer-support'],
  tool_url: 'https://slack.com/',
  is_paid: false,
  schema: {
    type: 'object',
    properties: {
      token: { type: 'string', title: 'Bot token', format: 'password' },
      webhook_url: { type: 'string', title: 'Incoming webhook URL, instead of a token', format: 'password' },
      base_address: { type: 'string', title: 'API address', format: 'uri', default: 'https://slack.com/api' },
    },
  },
  operations: [
    {
      name: 'post_message',
      title: 'Post a message',
      input: {
        type: 'object',
        properties: {
          channel: { type: 'string', title: 'Channel', description: 'Not needed with a webhook.' },
          text: { type: 'string', title: 'Message' },
          thread_ts: { type: 'string', title: 'Reply to message' },
        },
        required: ['text'],
        additionalProperties: false,
      },
      output: {
        type: 'object',
        properties: { channel: { type: 'string', title: 'Channel' }, ts: { type: 'string', title: 'Message ID' } },
        required: ['channel', 'ts'],
      },
      repeat: 'once',
    },
  ],
  test: (reach, configuration) => {
    const call = { configuration, key: randomUUID() }
    const signIn = async () => {
      const answer = await callApi(reach, 'auth.test', {}, call)
      return 'code' in answer ? problemOf(answer) : undefined
    }
    const hook = async () => {
      const url = textIn(configuration, 'webhook_url')
      if (url === '') return 'Add a bot token or an incoming webhook.'
      // A message without text is refused, but only by a webhook that is there.
      const answer = await post(reach, { url, token: '', body: {} }, call)
      if ('code' in answer) return problemOf(answer)
      return answer.status === 400 || isSuccess(answer) ? undefined : failedConnection(answer).text
    }
    const hasToken = textIn(configuration, 'token') !== ''
    return inSteps([hasToken ? ['Sign in with the bot token', signIn] : ['Find the incoming webhook', hook]])
  },
  call,
}
