import { createHash, randomUUID } from 'node:crypto'
import { FormId, SubmissionId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import { findFormVersion } from '../src/areas/forms/form-version.ts'
import { createFormFrom } from '../src/areas/forms/forms.service.ts'
import { openForm } from '../src/areas/forms/opened.ts'
import { publishDraft } from '../src/areas/forms/publish.ts'
import { keepResponse } from '../src/areas/forms/respond/keep-response.ts'
import type { Judged } from '../src/areas/forms/respond/suspicion.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Tenant } from './factories.ts'
import { formContent } from './form-acts.ts'
import { unique } from './someone.ts'

/** Built and published by its owner, so that people can work on it as well as answer it. */
export const makePublishedForm = (ctx: Context, tenant: Tenant): Promise<FormId> =>
  inTenant(ctx, tenant, async (tx) => {
    const owner = { memberId: tenant.ownerId, user: { is_admin: true } }
    const id = await createFormFrom(tx, owner, formContent({ title: unique('Intake') }))
    await publishDraft(tx, owner, await openForm(tx, owner, id), { include_authors: [], note: '' })
    return FormId.parse(id)
  })

export const COMPANY_MAPPING = { 'txt-1': 'company' }

interface ResponseSpec {
  values?: Record<string, Json>
  /** What looks automated; with any sign it is held. */
  signs?: Judged['signs']
  /** When it is stored and not yet committed. */
  stored?: () => Promise<void>
}

/** A response as it is stored, with all that it starts. */
export const storeResponse = (
  ctx: Context,
  { tenantId }: Pick<Tenant, 'tenantId'>,
  formId: string,
  spec: ResponseSpec = {},
) =>
  inTenant(ctx, { tenantId }, async (tx) => {
    const version = await findFormVersion(tx.db, tenantId, formId, 1)
    if (!version) throw new Error('the form has no version')
    const key = randomUUID()
    await keepResponse(tx, {
      formId,
      form: { id: formId, visibility: 'everyone' },
      version,
      key,
      contentHash: createHash('sha256').update(key).digest(),
      values: spec.values ?? { 'txt-1': unique('Company') },
      files: [],
      judged: { signs: spec.signs ?? [], tookSeconds: 20 },
      device: 'computer',
    })
    const { id } = await tx.db
      .selectFrom('form_submissions')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('form_id', '=', formId)
      .where('idem_key', '=', key)
      .executeTakeFirstOrThrow()
    await spec.stored?.()
    return SubmissionId.parse(id)
  })
