import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import type { Workflow } from '@throughline/contracts/workflows'
import { parse } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { vi } from 'vitest'
import { declaredResponse, refusal } from '../../../../shared/testing/fake-server.ts'
import { person } from '../../../../shared/testing/person.ts'
import { card } from '../../testing/sample-workflows.ts'
import { invoice, WORKFLOW, workflowOf } from './workflow.ts'

const as = (role: RoleName) => person({ role, permissions: [...(builtinRole(role)?.permissions ?? [])] })

type Sent = { call: string; body: Record<string, unknown> }
type Answer = { status?: number; body?: unknown } | 'unreachable'

const refused = (status: number, code: string, message = 'No') => refusal(status, code, message)

/** A server with one workflow in it, that keeps what it is sent. */
export function keepWorkflow(
  start: { published?: FlowDoc | null; doc?: FlowDoc; version?: number; role?: RoleName } = {},
) {
  const { published = invoice, role = 'admin' } = start
  const state = { published, doc: start.doc ?? published ?? invoice, version: start.version ?? 7, number: 4 }
  const sent: Sent[] = []
  const answers: Record<string, (body: Record<string, unknown>) => Answer> = {}
  const whole = (more: object = {}): Answer => ({ body: { data: { ...workflowOf(state), ...more } } })
  const readDoc = (body: unknown) => {
    const { id: _, ...doc } = parse(body).doc
    return doc
  }
  const unlessStale = ({ base_version }: Record<string, unknown>, save: () => Answer) =>
    base_version !== undefined && base_version !== state.version ? refused(409, 'stale_version') : save()
  const take = (body: unknown) => {
    state.doc = readDoc(body)
    state.version++
  }
  const one = `/v1/workflows/${WORKFLOW}/`
  const all: typeof answers = {
    'GET /v1/auth/csrf/': () => ({ body: { csrfToken: 'token' } }),
    'GET /v1/auth/me/': () => ({ body: as(role) }),
    [`GET ${one}`]: () => whole(),
    [`PUT ${one}draft/`]: (body) =>
      unlessStale(body, () => {
        take(body.document)
        return whole()
      }),
    [`POST ${one}draft/discard/`]: () => {
      state.doc = state.published ?? state.doc
      state.version++
      return whole()
    },
    [`POST ${one}publish/`]: () => {
      state.published = state.doc
      state.number++
      return whole()
    },
    'POST /v1/workflows/': (body) => {
      state.published = null
      take(body)
      return { status: 201, body: { data: { ...workflowOf(state), saved: 'kept' } } }
    },
    [`DELETE ${one}`]: () => ({ body: { id: WORKFLOW, done: 'trashed' } }),
    [`POST ${one}restore/`]: () => ({ body: { data: card(0, state.doc.name) } }),
  }
  vi.stubGlobal(
    'fetch',
    vi.fn((input: string, init: RequestInit) => {
      const call = `${init.method ?? 'GET'} ${input}`
      const body: Record<string, unknown> = typeof init.body === 'string' ? JSON.parse(init.body) : {}
      sent.push({ call, body })
      const answer = (answers[call] ?? all[call])?.(body) ?? refused(404, 'not_found')
      if (answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'))
      return declaredResponse(call, answer)
    }),
  )
  return {
    state,
    one,
    refused,
    whole,
    answers,
    sent: (call: string) => sent.filter((each) => each.call === call).map(({ body }) => body),
    /** Somebody else's save. */
    elsewhere: (doc: FlowDoc) => {
      state.doc = doc
      state.version++
    },
    workflow: (): Workflow => workflowOf(state),
  }
}
