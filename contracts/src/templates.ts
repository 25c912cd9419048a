import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PageQuery } from './paging.ts'
import { TEMPLATE_CATEGORIES, TEMPLATE_SORTS } from './template-lists.ts'
import { Step } from './workflow-document.ts'
import { Workflow, WorkflowInput } from './workflows.ts'

/** Ready-made ones have a word for an id (`invoice-approval`), own ones a uuid. */
const TemplateId = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))
const templateParams = z.object({ templateId: TemplateId })

export const Template = z.object({
  id: TemplateId,
  name: z.string(),
  description: z.string(),
  /** Its category. */
  type: z.string(),
  /** How often it was used in this workspace. */
  downloads: z.number(),
  steps: z.array(Step),
  start_step: z.string(),
  flow: z.enum(['sequential', 'parallel']),
  tags: z.array(z.string()),
  prefix: z.string(),
  /** Made by this workspace: can be deleted. */
  own: z.boolean(),
})
export type Template = z.infer<typeof Template>

export const TemplateSort = z.enum(TEMPLATE_SORTS)
export type TemplateSort = z.infer<typeof TemplateSort>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/v1/workflows/templates/',
  summary: 'Ready-made templates and the workspace’s own; a page of large ones may be short',
  access: 'workflows.view',
  rate: 'read',
  query: z.object({
    ...PageQuery,
    category: z.optional(z.enum(TEMPLATE_CATEGORIES)),
    sort: z._default(TemplateSort, 'popular'),
  }),
  response: z.object({ data: z.array(Template), pagination: z.object({ next_cursor: z.nullable(z.string()) }) }),
})

export const createTemplate = endpoint({
  method: 'POST',
  path: '/v1/workflows/templates/',
  summary: 'Keep a workflow document as a template of the workspace',
  access: 'templates.manage',
  rate: 'write',
  status: 201,
  free_body: true,
  body: WorkflowInput,
  response: z.object({ data: Template }),
})

export const removeTemplate = endpoint({
  method: 'DELETE',
  path: '/v1/workflows/templates/:templateId/',
  summary: 'Move an own template to the trash for 30 days',
  access: 'templates.manage',
  rate: 'write',
  params: templateParams,
  response: z.object({ id: TemplateId }),
})

export const restoreTemplate = endpoint({
  method: 'POST',
  path: '/v1/workflows/templates/:templateId/restore/',
  summary: 'Take an own template back out of the trash',
  access: 'templates.manage',
  rate: 'write',
  params: templateParams,
  response: z.object({ data: Template }),
})

export const TEMPLATE_DEFAULTS = {
  name: 'New Workflow from Template',
  description: 'Workflow created from template',
  prefix: 'WF',
}

export const UseTemplate = z.strictObject({
  name: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(120)), TEMPLATE_DEFAULTS.name),
  description: z._default(z.string().check(z.trim(), z.maxLength(2000)), TEMPLATE_DEFAULTS.description),
  prefix: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(10)), TEMPLATE_DEFAULTS.prefix),
})

export const useTemplate = endpoint({
  method: 'POST',
  path: '/v1/workflows/templates/:templateId/use/',
  summary: 'Make a workflow from a template, published as version 1 unless it has errors',
  access: 'workflows.publish',
  rate: 'write',
  status: 201,
  params: templateParams,
  body: UseTemplate,
  response: z.object({ data: Workflow }),
})
