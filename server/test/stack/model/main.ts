/**
 * A model server that speaks the OpenAI-compatible protocol: chat completions, streamed or whole, JSON schema answers,
 * tool calls, limits and refusals. Its answers follow from the question alone, so that tests can expect them.
 *
 * Which model is asked for decides how it behaves: `draft-small` answers; with `-busy` it answers 429, with `-cut` its
 * stream ends in the middle, with `-slow` it takes a minute, with `-odd` it answers text that is no JSON, with `-mutated`
 * an answer with something wrong in it, or a call of a tool that nobody offered, and `-obedient` does what any text says.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody, sendJson, serve } from '../http.ts'
import { type ChatRequest, type Completion, completionOf, type Manner } from './completion.ts'

const [host = '', port] = process.argv.slice(2)
const key = process.env.MODEL_KEY ?? ''
const MODEL = 'draft-small'
const MODELS = ['', '-busy', '-cut', '-slow', '-odd', '-mutated', '-obedient'].map((end) => MODEL + end)
const RETRY_AFTER = 7
const SLOW = 60_000
const CHUNK = 24

const refuse = (response: ServerResponse, status: number, code: string, message: string) =>
  sendJson(response, status, { error: { message, type: 'invalid_request_error', param: null, code } })

const created = () => Math.floor(Date.now() / 1000)

function sendWhole(response: ServerResponse, id: string, model: string, { message, finish, usage }: Completion): void {
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }]
  sendJson(response, 200, { id, object: 'chat.completion', created: created(), model, choices, usage })
}

const MANNERS = ['odd', 'mutated', 'obedient'] as const
const mannerOf = (model: string): Manner => MANNERS.find((manner) => model.endsWith(`-${manner}`)) ?? 'fit'

/** What each event of a stream adds, as the protocol cuts it: first the role, then pieces, last why it ended. */
function deltasOf({ message }: Completion): object[] {
  const pieces = (message.content ?? '').match(new RegExp(`[^]{1,${CHUNK}}`, 'g')) ?? []
  const calls = (message.tool_calls ?? []).map((call, index) => ({ tool_calls: [{ index, ...call }] }))
  return [{ role: 'assistant', content: '' }, ...pieces.map((content) => ({ content })), ...calls]
}

function sendStream(response: ServerResponse, id: string, request: ChatRequest, completion: Completion): void {
  const { model } = request
  const base = { id, object: 'chat.completion.chunk', created: created(), model }
  const event = (data: object) => response.write(`data: ${JSON.stringify({ ...base, ...data })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  const deltas = deltasOf(completion)
  const isCut = model.endsWith('-cut')
  for (const delta of isCut ? deltas.slice(0, Math.ceil(deltas.length / 2)) : deltas)
    event({ choices: [{ index: 0, delta, finish_reason: null }] })
  if (isCut) {
    // After what was written has left, so that the reader meets half an answer and not none.
    setTimeout(() => response.destroy(), 20)
    return
  }
  event({ choices: [{ index: 0, delta: {}, finish_reason: completion.finish }] })
  if (request.stream_options?.include_usage) event({ choices: [], usage: completion.usage })
  response.end('data: [DONE]\n\n')
}

async function complete(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let asked: ChatRequest
  try {
    asked = JSON.parse(await readBody(request))
  } catch {
    return refuse(response, 400, 'invalid_json', 'We could not parse the JSON body of your request.')
  }
  const { model, messages } = asked
  if (!MODELS.includes(model)) return refuse(response, 404, 'model_not_found', `The model '${model}' does not exist`)
  if (!Array.isArray(messages) || messages.length === 0)
    return refuse(response, 400, 'missing_required_parameter', "Missing required parameter: 'messages'.")
  if (model.endsWith('-busy')) {
    response.setHeader('retry-after', String(RETRY_AFTER))
    return refuse(response, 429, 'rate_limit_exceeded', 'Rate limit reached for requests')
  }
  if (model.endsWith('-slow')) await sleep(SLOW)
  const completion = completionOf(asked, mannerOf(model))
  const id = `chatcmpl-${crypto.randomUUID()}`
  if (asked.stream) sendStream(response, id, asked, completion)
  else sendWhole(response, id, model, completion)
}

serve(Number(port), host, async (request, response, { pathname }) => {
  if (pathname === '/') return sendJson(response, 200, { object: 'model server', models: MODELS })
  if (request.headers.authorization !== `Bearer ${key}`)
    return refuse(response, 401, 'invalid_api_key', 'Incorrect API key provided.')
  if (pathname === '/v1/models' && request.method === 'GET')
    return sendJson(response, 200, {
      object: 'list',
      data: MODELS.map((id) => ({ id, object: 'model', owned_by: 'local' })),
    })
  if (pathname === '/v1/chat/completions' && request.method === 'POST') return complete(request, response)
  return refuse(response, 404, 'unknown_url', `Unknown request URL: ${request.method} ${pathname}`)
})
