import * as templates from '@throughline/contracts/templates'
import type { Mount } from '../../core/http/call.ts'
import { binTemplate, makeTemplate, templatesPage, unbinTemplate } from './templates.service.ts'
import { makeFromTemplate } from './use-template.ts'

export const templateRoutes = (on: Mount) => {
  on(templates.listTemplates, ({ ctx, viewer, query }) => templatesPage(ctx, viewer, query))
  on(templates.createTemplate, ({ ctx, viewer, body }) => makeTemplate(ctx, viewer, body))
  on(templates.removeTemplate, ({ ctx, viewer, params }) => binTemplate(ctx, viewer, params.templateId))
  on(templates.restoreTemplate, ({ ctx, viewer, params }) => unbinTemplate(ctx, viewer, params.templateId))
  on(templates.useTemplate, ({ ctx, viewer, params, body }) => makeFromTemplate(ctx, viewer, params.templateId, body))
}
