import * as forms from '@throughline/contracts/forms'
import type { Egress } from '../../core/egress/egress.ts'
import type { Mount } from '../../core/http/call.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { limitForm } from './access.service.ts'
import { createBanners, sendHeader } from './banner.ts'
import { changeIntake, dropDraft, putOnline, takeOffline } from './drafts.service.ts'
import { formsPage } from './form-list.service.ts'
import { copyForm, keepForm, makeForm, readForm } from './forms.service.ts'
import { binForm, purgeOneForm, unbinForm } from './trash.service.ts'
import { readVersion, restoreVersion, versionsPage } from './versions.service.ts'

export const formRoutes = (storage: Storage, egress: Egress) => (on: Mount) => {
  const banners = createBanners(storage, egress)

  on(forms.listForms, ({ ctx, viewer, query }) => formsPage(ctx, viewer, query))
  on(forms.getForm, ({ ctx, viewer, params }) => readForm(ctx, viewer, params.formId))
  on(forms.getFormHeader, ({ ctx, viewer, params, reply }) => sendHeader(ctx, storage, viewer, params.formId, reply))
  on(forms.createForm, ({ ctx, viewer, body }) => makeForm(ctx, viewer, body, banners.of(body)), {
    before: ({ ctx, viewer, body, file }) => banners.receive(ctx, viewer, body, file),
  })
  // Pages save every few seconds: what was saved already is recognised by what it says.
  on(forms.saveForm, ({ ctx, viewer, params, body }) => keepForm(ctx, viewer, params.formId, body, banners.of(body)), {
    before: ({ ctx, viewer, body, file }) => banners.receive(ctx, viewer, body, file),
    once: 'never',
  })
  on(forms.publishForm, ({ ctx, viewer, params, body }) => putOnline(ctx, viewer, params.formId, body))
  on(forms.unpublishForm, ({ ctx, viewer, params }) => takeOffline(ctx, viewer, params.formId))
  on(forms.discardFormDraft, ({ ctx, viewer, params, body }) => dropDraft(ctx, viewer, params.formId, body))
  on(forms.setFormIntake, ({ ctx, viewer, params, body }) => changeIntake(ctx, viewer, params.formId, body))
  on(forms.setFormAccess, ({ ctx, viewer, params, body }) => limitForm(ctx, viewer, params.formId, body))
  on(forms.duplicateForm, ({ ctx, viewer, params }) => copyForm(ctx, viewer, params.formId))
  on(forms.removeForm, ({ ctx, viewer, params }) => binForm(ctx, viewer, params.formId))
  on(forms.restoreForm, ({ ctx, viewer, params }) => unbinForm(ctx, viewer, params.formId))
  on(forms.purgeForm, ({ ctx, viewer, params }) => purgeOneForm(ctx, viewer, params.formId))
  on(forms.listFormVersions, ({ ctx, viewer, params, query }) => versionsPage(ctx, viewer, params.formId, query))
  on(forms.getFormVersion, ({ ctx, viewer, params }) => readVersion(ctx, viewer, params.formId, params.number))
  on(forms.restoreFormVersion, ({ ctx, viewer, params, body }) =>
    restoreVersion(ctx, viewer, params.formId, params.number, body),
  )
}
