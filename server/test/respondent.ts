import { randomUUID } from 'node:crypto'
import { fillPath } from '@throughline/contracts/endpoint'
import { sendResponse } from '@throughline/contracts/public-forms'
import * as z from 'zod/mini'
import { beginPage } from '../src/areas/forms/respond/page-token.ts'
import { type TestApi, Visitor } from './api.ts'

const Answer = z.object({
  data: z.optional(z.object({ receipt: z.string(), received_at: z.string() })),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  receipt: z.optional(z.string()),
  errors: z._default(z.array(z.object({ path: z.string(), message: z.string() })), []),
})

/** Texts by the name they are sent under; files as [name of the part, content, name of the file]. */
export interface Sent {
  texts?: Record<string, string | undefined>
  files?: readonly (readonly [part: string, content: string | Uint8Array, name: string])[]
}

/** Somebody without an account, who took long enough to be a person. */
export function createRespondent({ app, ctx }: TestApi) {
  const visitor = new Visitor(app, ctx.config.APP_ORIGIN)
  const token = (formId: string, agoMs = 20_000) => beginPage(ctx.config, formId, Date.now() - agoMs, false).token

  function formOf(formId: string, { texts = {}, files = [] }: Sent): FormData {
    const form = new FormData()
    const all = { _key: randomUUID(), _token: token(formId), ...texts }
    for (const [name, value] of Object.entries(all)) if (value !== undefined) form.append(name, value)
    for (const [part, content, name] of files) {
      form.append(part, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
    }
    return form
  }

  async function post(formId: string, body: FormData | string, headers: Record<string, string> = {}) {
    const response = await visitor.fetch(visitor.origin + fillPath(sendResponse.path, { formId }), {
      method: 'POST',
      headers,
      body,
    })
    const answer = z.parse(Answer, await response.json())
    return {
      status: response.status,
      headers: response.headers,
      ...answer,
      receipt: answer.data?.receipt ?? answer.receipt,
    }
  }

  const send = (formId: string, sent: Sent) => post(formId, formOf(formId, sent))
  return { visitor, token, formOf, post, send }
}
