import * as z from 'zod/mini'
import type { Egress } from '../../../core/egress/egress.ts'
import { EgressError } from '../../../core/egress/egress-error.ts'
import type { Secret } from '../../../core/secret.ts'
import type { ModelQuestion } from './model-call.ts'

export interface ChatModel {
  name: string
  address: string
  key: Secret<string>
}

export type Completion =
  | { ok: true; content: string; tokens: number | null }
  | { ok: false; problem: string; busySeconds?: number }

const MAX_BYTES = 1_048_576
/** A model that is busy is left alone for at least, and at most, so many seconds. */
const BUSY = { least: 1, most: 3_600, usual: 20 }

const Usage = z.object({ total_tokens: z.number() })
/** One event of a stream, as far as it is read: what else is in it, tool calls above all, does not count. */
const Chunk = z.object({
  choices: z.array(
    z.object({
      delta: z.optional(z.nullable(z.object({ content: z.optional(z.nullable(z.string())) }))),
      finish_reason: z.optional(z.nullable(z.string())),
    }),
  ),
  usage: z.optional(z.nullable(Usage)),
})

const failed = (problem: string, busySeconds?: number): Completion => ({
  ok: false,
  problem,
  ...(busySeconds !== undefined && { busySeconds }),
})

const CUT_OFF = 'The model’s answer was cut off.'
const UNREADABLE = 'The model’s answer couldn’t be read.'

/** What a stream of events says when it is put together; one without its end was cut. */
export function contentOf(stream: string): Completion {
  let content = ''
  let finish: string | undefined
  let tokens: number | null = null
  let ended = false
  for (const line of stream.split(/\r?\n/)) {
    if (!line.startsWith('data:')) continue
    const data = line.slice('data:'.length).trim()
    if (data === '[DONE]') {
      ended = true
      break
    }
    const chunk = z.safeParse(Chunk, parsed(data))
    if (!chunk.success) return failed(UNREADABLE)
    const [choice] = chunk.data.choices
    content += choice?.delta?.content ?? ''
    finish = choice?.finish_reason ?? finish
    tokens = chunk.data.usage?.total_tokens ?? tokens
  }
  if (!ended || finish === 'length') return failed(CUT_OFF)
  return content.trim() === '' ? failed('The model answered nothing.') : { ok: true, content, tokens }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As its server asks, in seconds or as a date. */
function retryAfter(headers: Headers): number {
  const given = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.min(BUSY.most, Math.max(BUSY.least, seconds)) : BUSY.usual
}

function refusalOf(status: number, headers: Headers): Completion {
  if (status === 401 || status === 403) return failed('The model’s server rejected the key. Connect the model again.')
  if (status === 404) return failed('The model’s server doesn’t know this model or address.')
  if (status === 429) {
    const seconds = retryAfter(headers)
    return failed(
      `The model is busy. Its server asks to wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      seconds,
    )
  }
  return failed(`The model’s server answered with status ${status}.`)
}

function noAnswer(error: EgressError): Completion {
  if (error.reason === 'timeout') return failed('The model didn’t answer in time.')
  if (error.reason === 'too_large') return failed('The model’s answer is too long.')
  if (error.reason === 'address_refused' || error.reason === 'url_refused')
    return failed('The model’s address isn’t a public https address, so it can’t be called.')
  return failed('The model couldn’t be reached.')
}

const bodyOf = ({ name }: ChatModel, { task, data, schema, maxTokens }: ModelQuestion) =>
  JSON.stringify({
    model: name,
    messages: [
      { role: 'system', content: task },
      { role: 'user', content: JSON.stringify(data) },
    ],
    temperature: 0,
    max_tokens: maxTokens,
    stream: true,
    stream_options: { include_usage: true },
    response_format: { type: 'json_schema', json_schema: { ...schema, strict: false } },
  })

/** Asks over the OpenAI-compatible protocol. The limits of time are the egress's. */
export async function complete(egress: Egress, model: ChatModel, question: ModelQuestion): Promise<Completion> {
  try {
    const { status, headers, body } = await egress.fetch(`${model.address.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${model.key.reveal()}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: bodyOf(model, question),
      // The key and the draft go where they were meant to go, or nowhere.
      redirect: 'manual',
      maxBytes: MAX_BYTES,
    })
    return status === 200 ? contentOf(body.toString('utf8')) : refusalOf(status, headers)
  } catch (error) {
    if (error instanceof EgressError) return noAnswer(error)
    throw error
  }
}
