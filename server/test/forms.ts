import type { Client } from '@throughline/contracts/client'
import type { FormContent, FormElement } from '@throughline/contracts/form-content'
import { FormId } from '@throughline/contracts/ids'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { getWorkflow, saveWorkflow } from '@throughline/contracts/workflows'
import { compileForm, hashForm } from '@throughline/flow/form-compile'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Tenant } from './factories.ts'
import { makeWorkflow } from './running-world.ts'
import { unique } from './someone.ts'

/** One field of each kind that a response treats in its own way. */
export const INTAKE_ELEMENTS: FormElement[] = [
  { id: 'h-1', type: 'mainHeading', content: 'New client' },
  { id: 'txt-1', type: 'textbox', label: 'Company', required: true },
  { id: 'num-1', type: 'number', label: 'People', min: 1 },
  { id: 'chk-1', type: 'checkbox', label: 'Services', options: ['Payroll', 'Tax', 'Audit'] },
  { id: 'txt-2', type: 'textbox', label: 'Payroll since', required: true, show_if: '"Payroll" in vars.chk_1' },
  { id: 'file-1', type: 'attachment', label: 'Papers', multiple: true, maxFiles: 3, maxFileSize: 20 },
  { id: 'file-2', type: 'attachment', label: 'Logo', acceptedFileTypes: '.png,.jpg' },
]

interface FormSpec {
  elements?: FormElement[]
  settings?: FormContent['settings']
  /** The picture of its header. */
  banner?: { object_key: string; media_type: string; width: number; height: number }
  /** Columns of the form: how it closes, what it takes. */
  intake?: object
  /** Not on its public address. */
  isPublished?: boolean
}

export const contentOf = (title: string, elements: FormElement[] = INTAKE_ELEMENTS, banner?: string): FormContent => ({
  title,
  description: '',
  elements,
  settings: { submitButtonText: 'Submit' },
  banner: banner === undefined ? null : { id: banner, altText: 'A header', height: 200 },
})

/** Published, as far as answering it goes, without the people who build it. */
export const makeForm = (ctx: Context, { tenantId }: Pick<Tenant, 'tenantId'>, spec: FormSpec = {}): Promise<FormId> =>
  inTenant(ctx, { tenantId }, async ({ db }) => {
    const title = unique('Intake')
    const { id } = await db
      .insertInto('forms')
      .values({ tenant_id: tenantId, title, current_version: 1, last_version: 1, ...spec.intake })
      .returning('id')
      .executeTakeFirstOrThrow()
    const banner =
      spec.banner &&
      (await db
        .insertInto('form_banners')
        .values({ tenant_id: tenantId, form_id: id, ...spec.banner })
        .returning('id')
        .executeTakeFirstOrThrow())
    const content = contentOf(title, spec.elements, banner?.id)
    const settings = spec.settings ?? content.settings
    await addFormVersion(ctx, { tenantId }, id, 1, { ...content, settings }, db)
    if (spec.isPublished !== false) {
      await db.insertInto('public_addresses').values({ kind: 'form', public_id: id, tenant_id: tenantId }).execute()
    }
    return FormId.parse(id)
  })

export async function addFormVersion(
  ctx: Context,
  { tenantId }: Pick<Tenant, 'tenantId'>,
  formId: string,
  number: number,
  content: FormContent,
  open?: Parameters<Parameters<typeof inTenant>[2]>[0]['db'],
): Promise<void> {
  const { compiled, problems } = compileForm(content)
  const errors = problems.filter(({ level }) => level === 'error')
  if (errors.length > 0) throw new Error(`the form has problems: ${JSON.stringify(errors)}`)
  const insert = (db: NonNullable<typeof open>) =>
    db
      .insertInto('form_versions')
      .values({
        tenant_id: tenantId,
        form_id: formId,
        number,
        hash: hashForm(content),
        content: JSON.stringify(content),
        compiled: JSON.stringify(compiled),
        changes: '[]',
        change_count: 0,
        authors: [],
      })
      .execute()
  await (open ? insert(open) : inTenant(ctx, { tenantId }, ({ db }) => insert(db)))
}

/** Asks for a company and takes files; its first step waits for somebody. */
export const INTAKE_WORKFLOW: FlowDoc = {
  name: 'Onboard',
  prefix: 'ONB',
  type: 'sequential',
  metadata: { version: '1.0', category: 'Intake' },
  start_step: 'look',
  start_fields: [
    { name: 'company', type: 'text', label: 'Company', required: true },
    { name: 'people', type: 'number', label: 'People' },
    { name: 'papers', type: 'file', label: 'Papers' },
  ],
  variables: { services: { type: 'list', label: 'Services' }, channel: { type: 'string', label: 'Channel' } },
  steps: {
    look: {
      id: 'look',
      type: 'manual',
      name: 'Look at it',
      fields: [],
      assignee: { role: 'Manager' },
      next: [],
    },
  },
}

/** Publishes it anew: it asks for a firm in place of a company. */
export async function askForFirm(client: Client, workflowId: string): Promise<void> {
  const params = getWorkflow.params.parse({ workflowId })
  const { name, prefix, version } = (await client(getWorkflow, { params })).data
  const start_fields: FlowDoc['start_fields'] = [{ name: 'firm', type: 'text', label: 'Firm', required: true }]
  const body = { ...INTAKE_WORKFLOW, name, prefix, start_fields, base_version: version }
  await client(saveWorkflow, { params, body })
}

export const INTAKE_MAPPING = {
  'txt-1': 'company',
  'num-1': 'people',
  'chk-1': 'services',
  'file-1': 'papers',
}

interface TriggerSpec {
  workflowId?: string
  mapping?: Record<string, string>
  fixed?: object
  standIn?: { kind: 'member' | 'team' | 'role'; id: string }
}

export async function makeTrigger(ctx: Context, tenant: Tenant, formId: string, spec: TriggerSpec = {}) {
  const { tenantId } = tenant
  const workflowId = spec.workflowId ?? (await makeWorkflow(ctx, tenant, INTAKE_WORKFLOW))
  const { id } = await inTenant(ctx, { tenantId }, ({ db }) =>
    db
      .insertInto('workflow_triggers')
      .values({
        tenant_id: tenantId,
        workflow_id: workflowId,
        form_id: formId,
        field_mapping: JSON.stringify(spec.mapping ?? INTAKE_MAPPING),
        fixed_values: JSON.stringify(spec.fixed ?? {}),
        stand_in_kind: spec.standIn?.kind ?? null,
        stand_in_id: spec.standIn?.id ?? null,
        created_by: tenant.ownerId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { id, workflowId }
}
