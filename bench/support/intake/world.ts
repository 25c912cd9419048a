import type { FormElement } from '../../../contracts/src/form-content.ts'
import type { FlowDoc } from '../../../contracts/src/workflow-document.ts'
import { makePerson, makeTenant } from '../../../server/test/factories.ts'
import { makeForm, makeTrigger } from '../../../server/test/forms.ts'
import { makeWorkflow } from '../../../server/test/running-world.ts'
import type { Installation } from '../crash/installation.ts'
import { withRuntime } from '../with-runtime.ts'

const ROOM = 2 ** 40

const ELEMENTS: FormElement[] = [
  { id: 'txt-1', type: 'textbox', label: 'Ticket', required: true },
  { id: 'file-1', type: 'file', label: 'Papers', multiple: true },
]

/** Waits for somebody from the start: what it is given stays as it was. */
const DOCUMENT: FlowDoc = {
  name: 'Intake',
  prefix: 'INT',
  type: 'sequential',
  metadata: { version: '1.0', category: 'Intake' },
  start_step: 'look',
  start_fields: [
    { name: 'ticket', type: 'text', label: 'Ticket', required: true },
    { name: 'papers', type: 'file', label: 'Papers' },
  ],
  steps: {
    look: { id: 'look', type: 'manual', name: 'Look', fields: [], assignee: { role: 'Manager' }, next: [] },
  },
}

export interface IntakeWorld {
  tenantId: string
  formId: string
}

/** An organisation with a form whose responses start two workflows, each of which is given the files. */
export const intakeWorld = ({ environment, database }: Installation): Promise<IntakeWorld> =>
  withRuntime(environment, async (ctx) => {
    const owner = await makePerson(ctx, { username: 'owner', name: 'Person owner' })
    const tenant = await makeTenant(ctx, owner, 'organization', 'Intake')
    const { tenantId } = tenant
    await database.admin((admin) =>
      admin.query('update tenants set storage_quota = $2 where id = $1', [tenantId, ROOM]),
    )
    const formId = await makeForm(ctx, tenant, { elements: ELEMENTS, intake: { max_megabytes_a_day: 100_000 } })
    const mapping = { 'txt-1': 'ticket', 'file-1': 'papers' }
    for (let n = 0; n < 2; n++) {
      await makeTrigger(ctx, tenant, formId, { workflowId: await makeWorkflow(ctx, tenant, DOCUMENT), mapping })
    }
    return { tenantId, formId }
  })
