import { getCsrf } from './auth.ts'
import { type CallKeys, createCallKeys } from './call-keys.ts'
import type { EndpointShape, Input, Output } from './endpoint.ts'
import { fillPath } from './endpoint.ts'
import { CODES, type ErrorBody } from './errors.ts'

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string | undefined
  readonly errors: ErrorBody['errors']
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  /** Of what is full: when there will be some again by itself. */
  readonly againAt: string | undefined

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.message ?? `The server answered ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.detail = body.detail
    this.errors = body.errors
    this.requestId = body.request_id
    this.retryAfter = retryAfter
    this.againAt = body.again_at
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** Same key, same effect. A mutation without one gets that of the same call before, where its answer was lost. */
  idempotencyKey?: string
  /** Multipart content for endpoints that declare a `file`. */
  form?: FormData
  headers?: Record<string, string>
  /** Goes on although the page is left; browsers allow 64 KB. */
  keepalive?: boolean
}

export interface ClientOptions {
  /** Empty for same-origin calls. */
  origin?: string
  fetch?: typeof fetch
  /** Told of every refusal, so that the application can act on sign-outs and lapsed subscriptions in one place. */
  onError?: (error: ApiError) => void
  /** Shared by clients that make the calls of one person. */
  keys?: CallKeys
}

export interface Page<T> {
  data: T
  nextCursor: string | undefined
  total: number | undefined
}

type Inputs<E extends EndpointShape> =
  unknown extends Input<E> ? [input?: undefined, options?: CallOptions] : [input: Input<E>, options?: CallOptions]

export interface Client {
  <E extends EndpointShape>(endpoint: E, ...rest: Inputs<E>): Promise<Output<E>>
  /** Like the call itself, with the cursor that bare lists carry in a header. */
  page<E extends EndpointShape>(endpoint: E, ...rest: Inputs<E>): Promise<Page<Output<E>>>
  /** Forgets the token, and the keys of lost answers: as after signing in or out. */
  forgetCsrf(): void
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

const partsOf = (input: unknown): Parts => (typeof input === 'object' && input !== null ? input : {})

function queryText(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

/** Texts beside a file; set, not added, so that sending it again sends each once. */
function addTexts(form: FormData, body: unknown) {
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.set(name, String(value))
}

/** By hand: a library that checks shapes would be a twentieth of a page's first load. */
const hasTexts = <K extends string>(value: unknown, ...names: K[]): value is Record<K, string> =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')

async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const body: unknown = await response.json().catch(() => undefined)
  // What stands between us and the server (a proxy, say) answers in shapes of its own.
  const known = hasTexts(body, 'code', 'message', 'request_id')
  return new ApiError(response.status, known ? body : {}, retryAfter)
}

/** Typed by the schema that the server serialised it with. */
async function read<E extends EndpointShape>(endpoint: E, response: Response): Promise<Output<E>> {
  const body: unknown = endpoint.binary ? await response.blob() : await response.json()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked where it was made; checking again costs every page
  return body as Output<E>
}

async function fetchCsrf(send: typeof fetch, origin: string): Promise<string> {
  const response = await send(origin + getCsrf.path, { credentials: 'include' })
  if (!response.ok) throw await errorOf(response)
  const body: unknown = await response.json()
  if (!hasTexts(body, 'csrfToken')) throw new Error('The server gave no token')
  return body.csrfToken
}

/** The one typed client: web, tests, journeys and benches all use it. */
export function createClient(options: ClientOptions = {}): Client {
  const origin = options.origin ?? ''
  const send = options.fetch ?? ((input, init) => fetch(input, init))
  const keys = options.keys ?? createCallKeys()
  let csrf: Promise<string> | undefined

  const csrfToken = () => {
    csrf ??= fetchCsrf(send, origin)
    csrf.catch(() => {
      csrf = undefined
    })
    return csrf
  }

  async function once(endpoint: EndpointShape, parts: Parts, call: CallOptions, key: string): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json', ...call.headers }
    if (endpoint.method !== 'GET') {
      headers['x-csrftoken'] = await csrfToken()
      headers['idempotency-key'] = key
    }
    if (parts.body !== undefined && !call.form) headers['content-type'] = 'application/json'
    const init: RequestInit = { method: endpoint.method, credentials: 'include', headers }
    if (call.signal) init.signal = call.signal
    if (call.keepalive) init.keepalive = true
    if (call.form) init.body = call.form
    else if (parts.body !== undefined) init.body = JSON.stringify(parts.body)
    return send(origin + fillPath(endpoint.path, parts.params) + queryText(parts.query), init)
  }

  async function attempt(endpoint: EndpointShape, parts: Parts, call: CallOptions, key: string): Promise<Response> {
    let response = await once(endpoint, parts, call, key)
    if (response.ok) return response
    let error = await errorOf(response)
    if (error.code === CODES.staleCsrf) {
      csrf = undefined
      response = await once(endpoint, parts, call, key)
      if (response.ok) return response
      error = await errorOf(response)
    }
    options.onError?.(error)
    throw error
  }

  async function request<T>(
    endpoint: EndpointShape,
    parts: Parts,
    call: CallOptions = {},
    readAnswer: (response: Response) => Promise<T>,
  ): Promise<T> {
    if (call.form) addTexts(call.form, parts.body)
    const needsKey = endpoint.method !== 'GET' && call.idempotencyKey === undefined
    const taken = needsKey ? keys.take(endpoint, { ...parts, form: call.form }) : undefined
    try {
      return await readAnswer(await attempt(endpoint, parts, call, call.idempotencyKey ?? taken?.key ?? ''))
    } catch (error) {
      const wasAnswered = error instanceof ApiError && error.status < 500
      if (!wasAnswered) taken?.lost()
      throw error
    }
  }

  const client: Client = async (endpoint, ...rest) => {
    const [input, call] = rest
    return request(endpoint, partsOf(input), call, (response) => read(endpoint, response))
  }
  client.page = async (endpoint, ...rest) => {
    const [input, call] = rest
    return request(endpoint, partsOf(input), call, async (response) => ({
      data: await read(endpoint, response),
      nextCursor: response.headers.get('x-next-cursor') ?? undefined,
      total: Number(response.headers.get('x-total-count')) || undefined,
    }))
  }
  client.forgetCsrf = () => {
    csrf = undefined
    keys.forget()
  }
  return client
}
