import { defaultWebsite, type WebsiteContent } from '@throughline/contracts/website-content'
import { findLogo } from '../src/areas/org/logo.queries.ts'
import { openForChange } from '../src/areas/websites/opened.ts'
import { keepPicture } from '../src/areas/websites/pictures.queries.ts'
import { publishDraft } from '../src/areas/websites/publish.service.ts'
import { changeWebsite } from '../src/areas/websites/websites.queries.ts'
import { createWebsiteFrom } from '../src/areas/websites/websites.service.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { makeDocument } from './documents.ts'
import type { Sample } from './endpoint-samples.ts'
import type { Tenant } from './factories.ts'
import { unique } from './someone.ts'
import type { World } from './world.ts'

export const websiteContent = (change: Partial<WebsiteContent> = {}): WebsiteContent => ({
  ...defaultWebsite('Harbor', 2026),
  title: unique('Site'),
  ...change,
})

interface WebsiteSpec {
  content?: WebsiteContent
  publish?: boolean
}

/** By the owner. */
export const makeWebsite = (
  ctx: Context,
  { tenantId, ownerId }: Tenant,
  { content = websiteContent(), publish = false }: WebsiteSpec = {},
): Promise<string> =>
  inTenant(ctx, { tenantId, memberId: ownerId }, async (tx) => {
    const owner = { memberId: ownerId, user: { is_admin: true } }
    const id = await createWebsiteFrom(tx, owner, { content })
    const options = { include_authors: [], note: '' }
    if (publish) await publishDraft(ctx, tx, owner, await openForChange(tx, id), options)
    return id
  })

export function websiteSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const made = (publish = false) => makeWebsite(ctx, ours, { publish })
  const at = async (websiteId: Promise<string>, body?: Record<string, unknown>): Promise<Sample> => ({
    params: { websiteId: await websiteId },
    ...(body ? { body } : {}),
  })
  const trashed = async () => {
    const id = await made()
    await inTenant(ctx, ours, ({ db, tenantId }) =>
      changeWebsite(db, tenantId, id, { deleted_at: new Date(), deleted_by: ours.ownerId }),
    )
    return id
  }
  /** With the organization's logo for a picture, where there is one. */
  const pictured = async (): Promise<Sample> => {
    const websiteId = await made()
    const pictureId = await inTenant(ctx, ours, async ({ db, tenantId }) => {
      const logo = await findLogo(db, tenantId)
      const stored = { objectKey: logo?.object_key ?? 'none', mediaType: logo?.media_type ?? 'image/png' }
      return keepPicture(db, tenantId, websiteId, [{ ...stored, sha256: '', bytes: 1, width: 1, height: 1 }])
    })
    return { params: { websiteId, pictureId } }
  }
  const numbered = async (body?: Record<string, unknown>): Promise<Sample> => {
    const { params, ...rest } = await at(made(true), body)
    return { params: { ...params, number: '1' }, ...rest }
  }
  const base = { base_version: 1 }
  return {
    'GET /v1/websites/': async () => ({}),
    'POST /v1/websites/': async () => ({ body: { title: unique('Site') } }),
    'GET /v1/websites/:websiteId/': () => at(made()),
    'PUT /v1/websites/:websiteId/': () => {
      const content = websiteContent()
      const pages = content.pages.map((page, n) => ({
        ...page,
        path: `page-${n}`,
        description: 'What we do',
        hidden_from_search: true,
      }))
      return at(made(), { ...content, pages, ...base })
    },
    'POST /v1/websites/:websiteId/publish/': () => at(made(), { ...base, include_authors: [ours.ownerId] }),
    'POST /v1/websites/:websiteId/unpublish/': () => at(made(true)),
    'POST /v1/websites/:websiteId/duplicate/': () => at(made()),
    'DELETE /v1/websites/:websiteId/': () => at(made()),
    'POST /v1/websites/:websiteId/restore/': () => at(trashed()),
    'DELETE /v1/websites/:websiteId/forever/': () => at(trashed()),
    'GET /v1/websites/:websiteId/weights/': () => at(made()),
    'GET /v1/websites/:websiteId/versions/': () => at(made(true)),
    'GET /v1/websites/:websiteId/versions/:number/': () => numbered(),
    'POST /v1/websites/:websiteId/versions/:number/restore/': () => numbered(base),
    'POST /v1/websites/:websiteId/pictures/': async () =>
      at(made(), { document_id: await makeDocument(ctx, ours, {}, { name: 'photo.png', mediaType: 'image/png' }) }),
    'GET /v1/websites/:websiteId/pictures/:pictureId/': pictured,
    'GET /v1/websites/public/:websiteId/': () => at(made(true)),
  }
}
