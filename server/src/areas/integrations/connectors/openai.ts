import { text as readText } from 'node:stream/consumers'
import { Json as JsonValue } from '@throughline/contracts/json'
import type { Json } from '@throughline/flow/eval'
import { isJsonObject } from '@throughline/flow/eval/json'
import * as z from 'zod/mini'
import type { Connector, ConnectorCall, JsonSchema, Reach } from './connector.ts'
import {
  connectionHeaders,
  failedConnection,
  failureOf,
  type HttpAnswer,
  isSuccess,
  jsonOrText,
  NOT_SENDABLE,
} from './http-call.ts'
import { schemaMisfit } from './schema-misfit.ts'
import { inSteps } from './test-steps.ts'
import { type FailedAnswer, refused, rejected, type ToolAnswer } from './tool-answer.ts'
import { textIn } from './values.ts'

/** Models think for longer than other services. The step's own time ends it earlier, or later where it is longer. */
const LIMITS = { maxBytes: 1_048_576, idleMs: 120_000, totalMs: 300_000 }

const Completion = z.object({
  model: z._default(z.string(), ''),
  choices: z
    .array(
      z.object({
        finish_reason: z.nullish(z.string()),
        message: z.object({ content: z.nullish(z.string()), refusal: z.nullish(z.string()) }),
      }),
    )
    .check(z.minLength(1)),
  usage: z.nullish(
    z.object({ prompt_tokens: z._default(z.number(), 0), completion_tokens: z._default(z.number(), 0) }),
  ),
})
type Completion = z.infer<typeof Completion>

async function request(
  { egress, signal }: Reach,
  path: string,
  body: Json | undefined,
  { configuration, marks }: Pick<ConnectorCall, 'configuration' | 'marks'>,
): Promise<HttpAnswer | FailedAnswer> {
  const own = connectionHeaders(configuration)
  if (!own) return refused(NOT_SENDABLE)
  const base = textIn(configuration, 'base_address') || 'https://api.openai.com/v1'
  const url = `${base.replace(/\/+$/, '')}/${path}`
  const headers = { ...own, ...marks, accept: 'application/json', 'content-type': 'application/json' }
  const sent = body === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body: JSON.stringify(body) }
  try {
    const { maxBytes, idleMs, totalMs } = LIMITS
    const limits = {
      maxBytes,
      idleMs: Math.max(idleMs, egress.timeoutMs),
      totalMs: Math.max(totalMs, egress.timeoutMs),
    }
    const answer = await egress.stream(url, { ...sent, headers, signal }, limits)
    return { status: answer.status, headers: answer.headers, text: await readText(answer.body) }
  } catch (error) {
    return failureOf(error, url)
  }
}

/** Only a closed schema may be asked for strictly; any other is refused then. */
const formatOf = (schema: JsonSchema): Json => ({
  type: 'json_schema',
  json_schema: { name: 'answer', schema, strict: schema.additionalProperties === false },
})

/** What the model is asked; instructions stand apart from what they are about. */
function questionOf({ input, configuration }: ConnectorCall): Record<string, Json> {
  const instructions = textIn(input, 'instructions')
  const { schema, max_tokens, temperature } = input
  return {
    model: textIn(input, 'model') || textIn(configuration, 'model'),
    messages: [
      ...(instructions === '' ? [] : [{ role: 'system', content: instructions }]),
      { role: 'user', content: textIn(input, 'prompt') },
    ],
    ...(isJsonObject(schema) && { response_format: formatOf(schema) }),
    ...(typeof max_tokens === 'number' && { max_tokens }),
    ...(typeof temperature === 'number' && { temperature }),
  }
}

const unknown = (text: string): FailedAnswer => ({ ok: false, code: 'unknown', text })

/** What was asked for as JSON is that, and fits: models promise it and do not always keep it. */
function answerOf({ model, choices, usage }: Completion, schema: Json | undefined): ToolAnswer {
  const [first] = choices
  const { content, refusal } = first?.message ?? {}
  if (refusal) return rejected(`The model declined: ${refusal}`)
  if (typeof content !== 'string') return unknown('The model gave no text.')
  const json = isJsonObject(schema) ? jsonOrText(content) : null
  const misfit = isJsonObject(schema) ? schemaMisfit(schema, json) : undefined
  if (misfit !== undefined) return unknown(`The model’s answer doesn’t fit the schema. ${misfit}`)
  const tokens = { input_tokens: usage?.prompt_tokens ?? 0, output_tokens: usage?.completion_tokens ?? 0 }
  return { ok: true, output: { text: content, json, model, finish_reason: first?.finish_reason ?? '', ...tokens } }
}

async function call(reach: Reach, given: ConnectorCall): Promise<ToolAnswer> {
  const answer = await request(reach, 'chat/completions', questionOf(given), given)
  if ('code' in answer) return answer
  if (!isSuccess(answer)) return failedConnection(answer)
  const completion = z.safeParse(Completion, jsonOrText(answer.text))
  return completion.success ? answerOf(completion.data, given.input.schema) : unknown('The answer isn’t a completion.')
}

const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Why the connection's model cannot be asked, if so. */
function missingModel(answer: HttpAnswer, model: string): string | undefined {
  const models = z.safeParse(Models, z.safeParse(JsonValue, jsonOrText(answer.text)).data)
  if (!models.success) return 'The list of models can’t be read.'
  return models.data.data.some(({ id }) => id === model) ? undefined : `There’s no model named “${model}”.`
}

export const openai: Connector = {
  id: 'c0000007-0000-4000-8000-000000000000',
  name: 'OpenAI-compatible model',
  short_description: 'Asks a language model',
  description: 'Asks any language model that speaks the chat completions protocol, for text or for JSON by a schema.',
  categories: ['productivity', 'development'],
  tool_url: 'https://platform.openai.com/docs/api-reference/chat',
  is_paid: true,
  schema: {
    type: 'object',
    properties: {
      base_address: { type: 'string', title: 'Address', format: 'uri', default: 'https://api.openai.com/v1' },
      api_key: { type: 'string', title: 'API key', format: 'password' },
      model: { type: 'string', title: 'Model' },
    },
    required: ['model'],
  },
  operations: [
    {
      name: 'complete',
      title: 'Ask the model',
      input: {
        type: 'object',
        properties: {
          instructions: { type: 'string', title: 'Instructions' },
          prompt: { type: 'string', title: 'Text' },
          schema: { type: 'object', title: 'JSON schema for the answer' },
          model: { type: 'string', title: 'Different model' },
          max_tokens: { type: 'integer', title: 'Maximum tokens' },
          temperature: { type: 'number', title: 'Temperature' },
        },
        required: ['prompt'],
        additionalProperties: false,
      },
      output: {
        type: 'object',
        properties: {
          text: { type: 'string', title: 'Text' },
          json: { title: 'JSON' },
          model: { type: 'string', title: 'Model' },
          finish_reason: { type: 'string', title: 'Finish reason' },
          input_tokens: { type: 'integer', title: 'Input tokens' },
          output_tokens: { type: 'integer', title: 'Output tokens' },
        },
        required: ['text', 'json'],
      },
      repeat: 'reads',
    },
  ],
  test: (reach, configuration) => {
    const model = textIn(configuration, 'model')
    const attempt = async () => {
      const answer = await request(reach, 'models', undefined, { configuration })
      if ('code' in answer) return answer.text
      return isSuccess(answer) ? missingModel(answer, model) : failedConnection(answer).text
    }
    return inSteps([[`Sign in and look for the model “${model}”`, attempt]])
  },
  call,
}
