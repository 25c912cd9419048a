import type { FormId, WorkflowId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import { addTrigger } from '../src/areas/forms/triggers/triggers.service.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Cast } from './cast.ts'
import { storeResponse } from './form-responses.ts'

const DAY = 86_400_000

interface StoryResponse {
  values: Record<string, Json>
  /** So many days ago; absent: now. */
  daysAgo?: number
  /** A program sent it, within a second and with the field that nobody sees. */
  isAutomated?: true
}

const client = (name: string, country: string, email: string, services: string[], more: Record<string, Json> = {}) => ({
  values: { 'txt-1': name, 'dd-1': country, 'eml-1': email, 'chk-1': services, ...more },
})

const CLIENTS: StoryResponse[] = [
  client('Brightline Freight', 'Netherlands', 'finance@brightline.example', ['Payroll'], { 'num-1': 48 }),
  client('Castell Holdings BV', 'Netherlands', 'office@castell.example', ['Tax advice']),
  {
    values: {
      'txt-1': 'asdf asdf',
      'dd-1': 'Other',
      'eml-1': 'a@a.example',
      'chk-1': ['Bookkeeping', 'Payroll'],
      'num-1': 1,
    },
    isAutomated: true,
  },
  client('Vinter Architects', 'Germany', 'hello@vinter.example', ['Annual accounts'], { 'date-1': '2027-01-01' }),
]
const SUPPLIERS: StoryResponse[] = [
  {
    values: {
      'txt-1': 'Nordlicht Druck GmbH',
      'txt-2': 'DE811907980',
      'txt-3': 'DE02120300000000202051',
      'rad-1': '30 days',
      'chk-1': true,
    },
    daysAgo: 12,
  },
  {
    values: {
      'txt-1': 'Havenkoffie',
      'txt-2': 'NL004495445B01',
      'txt-3': 'NL91ABNA0417164300',
      'rad-1': '14 days',
      'chk-1': true,
    },
    daysAgo: 3,
  },
]
const SURVEY: StoryResponse[] = [
  { values: { 'rad-1': 'Yes', 'txa-1': 'You answer the same day.', 'txa-2': null }, daysAgo: 41 },
  { values: { 'rad-1': 'Perhaps', 'txa-1': null, 'txa-2': 'Invoices could say what each hour was for.' }, daysAgo: 38 },
  { values: { 'rad-1': 'Yes', 'txa-1': 'The payroll change went without a hitch.', 'txa-2': null }, daysAgo: 36 },
]

/** What people answered, and the workflow that a new client starts. */
export async function seedResponses(
  ctx: Context,
  cast: Cast,
  forms: { intake: FormId; suppliers: FormId; survey: FormId },
  clients: WorkflowId,
): Promise<void> {
  const priya = await cast.viewer('priya')
  await addTrigger(ctx, priya, clients, {
    form_id: forms.intake,
    field_mapping: { 'txt-1': 'client_name', 'eml-1': 'contact_email' },
    fixed_values: { client_size: 'small', account_manager: (await cast.viewer('elena')).memberId },
  })
  const { tenantId } = priya
  const answer = async (formId: FormId, { values, daysAgo, isAutomated }: StoryResponse) => {
    const signs = isAutomated ? (['honeypot', 'too_fast'] as const) : []
    const id = await storeResponse(ctx, { tenantId }, formId, { values, signs: [...signs] })
    if (daysAgo === undefined) return
    const received_at = new Date(Date.now() - daysAgo * DAY)
    await inTenant(ctx, { tenantId }, async ({ db }) => {
      await db
        .updateTable('form_submissions')
        .set({ received_at })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute()
      await db
        .updateTable('forms')
        .set({ last_response_at: received_at })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', formId)
        .execute()
    })
  }
  for (const one of SURVEY) await answer(forms.survey, one)
  for (const one of SUPPLIERS) await answer(forms.suppliers, one)
  for (const one of CLIENTS) await answer(forms.intake, one)
}
