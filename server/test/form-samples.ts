import { DEFAULT_BANNER, type FormContent } from '@throughline/contracts/form-content'
import { keepBanner } from '../src/areas/forms/banner.queries.ts'
import { changeForm } from '../src/areas/forms/forms.queries.ts'
import { createFormFrom } from '../src/areas/forms/forms.service.ts'
import { openForm } from '../src/areas/forms/opened.ts'
import { publishDraft } from '../src/areas/forms/publish.ts'
import { findLogo } from '../src/areas/org/logo.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import { formContent, multipart, textsOf } from './form-acts.ts'
import { unique } from './someone.ts'
import type { World } from './world.ts'

const someContent = (): FormContent => formContent({ title: unique('Form') })
const someTexts = () => multipart({ texts: textsOf({ title: unique('Form') }) })

export function formSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const owner = { memberId: ours.ownerId, user: { is_admin: true } }
  const made = (publish = false): Promise<string> =>
    inTenant(ctx, ours, async (tx) => {
      const id = await createFormFrom(tx, owner, someContent())
      if (publish) await publishDraft(tx, owner, await openForm(tx, owner, id), { include_authors: [], note: '' })
      return id
    })
  const at = async (formId: Promise<string>, body?: Record<string, unknown>): Promise<Sample> => ({
    params: { formId: await formId },
    ...(body ? { body } : {}),
  })
  const trashed = async () => {
    const id = await made()
    await inTenant(ctx, ours, (tx) =>
      changeForm(tx.db, tx.tenantId, id, { deleted_at: new Date(), deleted_by: ours.ownerId }),
    )
    return id
  }
  /** Published, with a change since. */
  const drafted = async () => {
    const id = await made(true)
    const content = JSON.stringify(someContent())
    await inTenant(ctx, ours, (tx) =>
      tx.db
        .updateTable('form_drafts')
        .set({ content })
        .where('tenant_id', '=', tx.tenantId)
        .where('form_id', '=', id)
        .execute(),
    )
    return id
  }
  /** With the organization's logo as its banner, which is a picture that there is. */
  const pictured = () =>
    inTenant(ctx, ours, async (tx) => {
      const logo = await findLogo(tx.db, tx.tenantId)
      const banner = async (id: string) => {
        if (!logo) return null
        const { object_key: objectKey, media_type: mediaType } = logo
        const picture = { objectKey, mediaType, sha256: '', bytes: 1, width: 1, height: 1 }
        return { ...DEFAULT_BANNER, id: await keepBanner(tx.db, tx.tenantId, id, picture) }
      }
      return createFormFrom(tx, owner, someContent(), { banner })
    })
  const base = { base_version: 1 }
  const numbered = async (body?: Record<string, unknown>): Promise<Sample> => {
    const { params, ...rest } = await at(made(true), body)
    return { params: { ...params, number: '1' }, ...rest }
  }
  return {
    'GET /v1/forms/': async () => ({}),
    'POST /v1/forms/': async () => ({ form: someTexts() }),
    'GET /v1/forms/:formId/': () => at(made()),
    'GET /v1/forms/:formId/header/': () => at(pictured()),
    'PUT /v1/forms/:formId/': async () => ({ ...(await at(made())), form: someTexts() }),
    'POST /v1/forms/:formId/publish/': () => at(made(), { ...base, include_authors: [ours.ownerId] }),
    'POST /v1/forms/:formId/draft/discard/': () => at(drafted(), base),
    'POST /v1/forms/:formId/unpublish/': () => at(made(true)),
    'PUT /v1/forms/:formId/intake/': () => at(made(), { closed: true }),
    'POST /v1/forms/:formId/duplicate/': () => at(made()),
    'DELETE /v1/forms/:formId/': () => at(made()),
    'POST /v1/forms/:formId/restore/': () => at(trashed()),
    'DELETE /v1/forms/:formId/forever/': () => at(trashed()),
    'PUT /v1/forms/:formId/access/': () => at(made(), { visibility: 'limited', team_ids: [ours.teamId] }),
    'GET /v1/forms/:formId/versions/': () => at(made(true)),
    'GET /v1/forms/:formId/versions/:number/': () => numbered(),
    'POST /v1/forms/:formId/versions/:number/restore/': () => numbered(base),
  }
}
