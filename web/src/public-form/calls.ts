import { type EndpointShape, fillPath, type Input, type Output } from '@throughline/contracts/endpoint'
import type { ErrorBody } from '@throughline/contracts/errors'

export class Refusal extends Error {
  readonly status: number
  readonly body: Partial<ErrorBody>
  /** In seconds, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Partial<ErrorBody>, retryAfter: number | undefined) {
    super(body.message ?? `The server answered ${status}`)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }

  /** The same call may be made again, a little later. */
  get isBusy(): boolean {
    return this.status === 429 || this.status === 503
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Which of these a server answers is the contract's matter; a proxy before it may answer anything. */
async function contentOf<T extends object>(response: Response): Promise<Partial<T>> {
  const content: unknown = await response.json().catch(() => ({}))
  return isObject(content) ? content : {}
}

async function refusalOf(response: Response): Promise<Refusal> {
  const after = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Refusal(response.status, await contentOf<ErrorBody>(response), Number.isFinite(after) ? after : undefined)
}

/** A call of somebody who has no session: whatever cookies this browser has for the application, none is sent. */
export async function call<E extends EndpointShape>(
  endpoint: E,
  input: Input<E> & { params: Record<string, string>; body?: unknown },
  form?: FormData,
): Promise<Output<E>> {
  const json = form === undefined && input.body !== undefined
  const response = await fetch(fillPath(endpoint.path, input.params), {
    method: endpoint.method,
    credentials: 'omit',
    ...(json && { headers: { 'content-type': 'application/json' } }),
    ...(endpoint.method !== 'GET' && { body: form ?? (json ? JSON.stringify(input.body) : null) }),
  })
  if (!response.ok) throw await refusalOf(response)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the endpoint answers, as its contract says
  return (await response.json()) as Output<E>
}
