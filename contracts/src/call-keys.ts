import type { EndpointShape } from './endpoint.ts'
import { fillPath } from './endpoint.ts'

/** What of a call decides whether it is the same as another. */
export interface CallContent {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  form?: FormData | undefined
}

interface UnansweredCall {
  signature: string
  /** The address up to its last id: the thing that the call changes. */
  subject: string
  /** Adds something, so that doing it under another key would do it twice. */
  adds: boolean
  key: string
}

/** Of a browser that was offline for long, the oldest are forgotten. */
const MAX_UNANSWERED = 200

const partOf = (value: string | File) =>
  typeof value === 'string' ? value : [value.name, value.size, value.type, value.lastModified]

const signatureOf = ({ method, path }: EndpointShape, { params, query, body, form }: CallContent) =>
  JSON.stringify([
    method,
    fillPath(path, params),
    query,
    body,
    form && [...form].map(([name, value]) => [name, partOf(value)]),
  ])

const subjectOf = ({ path }: EndpointShape, { params }: CallContent) =>
  fillPath(/^.*:[^/]+\//.exec(path)?.[0] ?? path, params)

/**
 * The Idempotency-Keys of calls whose answer was lost. The same call made again gets the same key, so that the server
 * does it once; whatever was answered, also by a refusal, is done with its key.
 */
export function createCallKeys() {
  let unanswered: readonly UnansweredCall[] = []
  return {
    /** A call that is still under way keeps its key to itself: two at once are two calls. */
    take(endpoint: EndpointShape, content: CallContent) {
      const signature = signatureOf(endpoint, content)
      const subject = subjectOf(endpoint, content)
      const adds = endpoint.method === 'POST' && (content.body !== undefined || content.form !== undefined)
      const earlier = unanswered.find((call) => call.signature === signature)
      // A setting that was changed to something else meanwhile must be made again: its stored answer would change nothing.
      unanswered = unanswered.filter((call) => call !== earlier && (call.adds || call.subject !== subject))
      const key = earlier?.key ?? crypto.randomUUID()
      return {
        key,
        lost: () => {
          unanswered = [...unanswered.slice(1 - MAX_UNANSWERED), { signature, subject, adds, key }]
        },
      }
    },
    forget: () => {
      unanswered = []
    },
  }
}

export type CallKeys = ReturnType<typeof createCallKeys>
