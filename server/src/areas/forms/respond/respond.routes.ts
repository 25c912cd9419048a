import * as forms from '@throughline/contracts/public-forms'
import type { Mount } from '../../../core/http/call.ts'
import type { RateLimits } from '../../../core/http/rate-limits.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { beginPage } from './page-token.ts'
import { requirePublicTenant, sendPublicHeader, showPublicForm } from './public-form.service.ts'
import { begin, cancel, complete, show, sign } from './public-uploads.service.ts'
import { receiveResponse } from './receive-response.ts'

/** What people without an account can do with a published form. */
export const respondRoutes = (limits: RateLimits, storage: Storage) => (on: Mount) => {
  on(forms.getPublicForm, ({ ctx, params }) => showPublicForm(ctx, params.formId))
  on(forms.getPublicHeader, ({ ctx, params, reply }) => sendPublicHeader(ctx, storage, params.formId, reply))
  on(forms.beginResponse, async ({ ctx, params, request }) => {
    const { formId } = params
    const { ip } = request
    await requirePublicTenant(ctx, formId)
    return { data: beginPage(ctx.config, formId, Date.now(), !(await limits.isUsual(ip, formId))) }
  })
  on(forms.sendResponse, async ({ ctx, params, request }) => {
    const outcome = await receiveResponse({ ctx, storage, limits }, request, params.formId)
    if ('refusal' in outcome) throw outcome.refusal
    return { data: outcome.receipt }
  })
  on(forms.beginPublicUpload, ({ ctx, params, body, request }) =>
    begin({ ctx, storage, limits }, params.formId, body, request.ip),
  )
  on(forms.getPublicUpload, ({ ctx, params, body }) =>
    show({ ctx, storage, limits }, params.formId, params.uploadId, body),
  )
  on(forms.signPublicParts, ({ ctx, params, body }) =>
    sign({ ctx, storage, limits }, params.formId, params.uploadId, body),
  )
  on(forms.completePublicUpload, ({ ctx, params, body }) =>
    complete({ ctx, storage, limits }, params.formId, params.uploadId, body),
  )
  on(forms.cancelPublicUpload, ({ ctx, params, body }) =>
    cancel({ ctx, storage, limits }, params.formId, params.uploadId, body),
  )
}
