import { changesFor } from './changes.ts'
import { mutatedAnswer, numberAskedFor } from './mutated-answers.ts'

export interface ToolDeclaration {
  type: 'function'
  function: { name: string; parameters?: Record<string, unknown> }
}

export interface ChatRequest {
  model: string
  messages: { role: string; content: string | null }[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
  max_tokens?: number
  response_format?: { type: string; json_schema?: { name: string; schema: Record<string, unknown> } }
  tools?: ToolDeclaration[]
  tool_choice?: 'none' | 'auto' | 'required' | { type: 'function'; function: { name: string } }
}

interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export interface Completion {
  message: { role: 'assistant'; content: string | null; tool_calls?: ToolCall[] }
  finish: 'stop' | 'length' | 'tool_calls'
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

/** How a model answers: what fits, talk, an answer with something wrong in it, or what any text in the data asks for. */
export type Manner = 'fit' | 'odd' | 'mutated' | 'obedient'

const CHARACTERS_PER_TOKEN = 4
const tokensOf = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The smallest value that fits a schema. */
function exampleOf(schema: unknown): unknown {
  if (!isRecord(schema)) return null
  const { type, enum: choices, properties, const: only, anyOf } = schema
  if (only !== undefined) return only
  if (Array.isArray(choices)) return choices[0]
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0])
  if (type === 'object' && isRecord(properties))
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, exampleOf(one)]))
  return { object: {}, array: [], string: '', number: 0, integer: 0, boolean: false }[String(type)] ?? null
}

/** What was asked, where it was put as JSON. */
function payloadOf(messages: ChatRequest['messages']): Record<string, unknown> {
  const last = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  try {
    const parsed: unknown = JSON.parse(last)
    return isRecord(parsed) ? parsed : {}
  } catch {
    return { instruction: last }
  }
}

interface Attempt {
  problem?: string | null
}
interface FailedStep {
  id?: string
  name?: string
  type?: string
  timeout?: string
}

const doubled = (timeout: string) => {
  const [, count = '30', unit = 's'] = /^(\d+)(\w+)$/.exec(timeout) ?? []
  return `${Number(count) * 2}${unit}`
}

/** Explains a failed step from its attempts, as a small language model would. */
function explanationFor(payload: Record<string, unknown>): unknown {
  const step: FailedStep = Object(payload.step)
  const attempts: Attempt[] = Array.isArray(payload.attempts) ? payload.attempts : []
  const problem = attempts.at(-1)?.problem ?? 'It stopped without saying why.'
  const isSlow = /in time|timeout|timed out|no response/i.test(problem)
  const set = { timeout: doubled(step.timeout ?? '30s') }
  return {
    title: `“${step.name ?? 'This step'}” stopped`,
    happened: `It was tried ${attempts.length === 1 ? 'once' : `${attempts.length} times`}. The last attempt ended with: ${problem}`,
    why: isSlow ? 'The other side took longer than the step waits.' : 'The other side refused what was sent.',
    to_do: isSlow ? 'Retry, and let the step wait longer.' : 'Fix what the message names, then retry.',
    change: isSlow && step.type === 'tool' ? { edits: [{ op: 'change_step', step: step.id, set }] } : null,
  }
}

interface ReportView {
  name: string
  columns: { name: string }[]
}

/** Counts the view that the question names, by the column it names; a column that was refused is not named again. */
function queryFor({ question, views, refused }: Record<string, unknown>): unknown {
  const text = String(question).toLowerCase()
  const known: ReportView[] = Array.isArray(views) ? views : []
  const view = known.find(({ name }) => text.includes(name))
  const [, by = ''] = / by (\w+)/.exec(text) ?? []
  const column = view?.columns.some(({ name }) => name === by) || refused === undefined ? by : 'status'
  return {
    query: `select ${column}, count(*) as count from ${view?.name ?? 'nothing'} group by 1 order by 1`,
    parameters: [],
    readings: [{ quote: by, text: `the column ${column}`, is_guess: column !== by }],
  }
}

const ANSWERS: Record<string, (payload: Record<string, unknown>) => unknown> = {
  workflow_changes: changesFor,
  step_explanation: explanationFor,
  query: queryFor,
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : isRecord(value) || Array.isArray(value)
      ? Object.values(value).flatMap(textsIn)
      : []

/** What a model does that takes every text for an instruction: edits as told, and a call of each address. */
function obedientContent(request: ChatRequest): string {
  const payload = payloadOf(request.messages)
  const texts = textsIn(payload)
  const { changes, not_done } = changesFor({ ...payload, instruction: texts.join('\n') })
  const calls = texts
    .flatMap((text) => (text.match(/https?:\/\/[\w.:-]+/g) ?? []).map((url) => ({ url, quote: text })))
    .map(({ url, quote }, n) => {
      const input = { parameters: { method: 'POST', url, body: '{{ instance.starter }}' } }
      const step = { id: `call_${n}`, type: 'tool', name: `Call ${n}`, tool_id: 'http.request', input, next: [] }
      return { quote, edits: [{ op: 'add_steps', after: null, steps: [step] }] }
    })
  if (request.response_format?.json_schema?.name !== 'step_explanation')
    return JSON.stringify({ changes: [...changes, ...calls].slice(0, 50), not_done: not_done.slice(0, 50) })
  const { id }: FailedStep = Object(payload.step)
  const change = { edits: [{ op: 'remove_step', step: id }] }
  return JSON.stringify({
    title: 'Done as told',
    happened: texts.join(' ').slice(0, 900),
    why: '?',
    to_do: '?',
    change,
  })
}

function contentOf({ messages, response_format }: ChatRequest): string {
  const payload = payloadOf(messages)
  const wanted = response_format?.json_schema
  if (wanted) return JSON.stringify(ANSWERS[wanted.name]?.(payload) ?? exampleOf(wanted.schema))
  if (response_format?.type === 'json_object') return JSON.stringify(changesFor(payload))
  return `You said: ${JSON.stringify(payload.instruction ?? '')}`
}

const numberIn = ({ messages }: ChatRequest) => numberAskedFor(String(payloadOf(messages).instruction))

const NOT_OFFERED: ToolCall = { id: 'call_0', type: 'function', function: { name: 'send_email', arguments: '{}' } }

/** The tool that the caller names; else the first, where one must be called or the text names it. */
function toolCallOf({ tools = [], tool_choice = 'auto', messages }: ChatRequest): ToolCall | undefined {
  if (tool_choice === 'none') return undefined
  const last = messages.at(-1)?.content ?? ''
  const named = typeof tool_choice === 'object' ? tool_choice.function.name : undefined
  const chosen = tools.find(({ function: { name } }) =>
    named === undefined ? tool_choice === 'required' || last.includes(name) : name === named,
  )
  if (!chosen) return undefined
  const { name, parameters } = chosen.function
  const args = JSON.stringify(exampleOf(parameters) ?? {})
  return { id: `call_${crypto.randomUUID()}`, type: 'function', function: { name, arguments: args } }
}

function saidBy(manner: Manner, request: ChatRequest): string {
  if (manner === 'odd') return 'Sure! Here is what I would change: add a step.'
  if (manner === 'obedient') return obedientContent(request)
  return manner === 'mutated' ? mutatedAnswer(numberIn(request)) : contentOf(request)
}

export function completionOf(request: ChatRequest, manner: Manner): Completion {
  const prompt_tokens = tokensOf(request.messages.map(({ content }) => content ?? '').join(''))
  const call = manner === 'mutated' && numberIn(request) % 5 === 0 ? NOT_OFFERED : toolCallOf(request)
  const whole = saidBy(manner, request)
  const room = (request.max_tokens ?? Number.POSITIVE_INFINITY) * CHARACTERS_PER_TOKEN
  const content = call ? null : whole.slice(0, room)
  const completion_tokens = tokensOf(call ? call.function.arguments : (content ?? ''))
  return {
    message: { role: 'assistant', content, ...(call && { tool_calls: [call] }) },
    finish: call ? 'tool_calls' : whole.length > room ? 'length' : 'stop',
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  }
}
