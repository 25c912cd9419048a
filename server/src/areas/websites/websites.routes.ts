import * as websites from '@throughline/contracts/websites'
import type { Config } from '../../core/config.ts'
import type { Egress } from '../../core/egress/egress.ts'
import type { Mount } from '../../core/http/call.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { noSuchWebsite } from './opened.ts'
import { createWebsitePictures, sendWebsitePicture } from './pictures.ts'
import { putOnline, takeOffline } from './publish.service.ts'
import type { PublishedSites } from './site/published-site.ts'
import { publicUrl } from './site-facts.ts'
import { binWebsite, purgeOneWebsite, unbinWebsite } from './trash.service.ts'
import { readVersion, restoreVersion, versionsPage } from './versions.service.ts'
import { copyWebsite, keepWebsite, makeWebsite, readWebsite, websitesPage, weighDraft } from './websites.service.ts'

async function readPublic(config: Config, sites: PublishedSites, id: string) {
  const site = await sites.find(id)
  if (!site || site === 'gone') throw noSuchWebsite()
  const { content, publishedAt } = site
  return { data: { id, ...content, published_at: publishedAt.toISOString(), publishUrl: publicUrl(config, id) } }
}

export const websiteRoutes = (storage: Storage, egress: Egress, sites: PublishedSites) => (on: Mount) => {
  const pictures = createWebsitePictures(storage, egress)

  on(websites.listWebsites, ({ ctx, viewer, query }) => websitesPage(ctx, viewer, query))
  on(websites.getPublicWebsite, ({ ctx, params }) => readPublic(ctx.config, sites, params.websiteId))
  on(websites.getWebsite, ({ ctx, viewer, params }) => readWebsite(ctx, viewer, params.websiteId))
  on(websites.createWebsite, ({ ctx, viewer, body }) => makeWebsite(ctx, viewer, body, pictures.of(body)), {
    before: ({ ctx, viewer, body }) => pictures.receive(ctx, viewer, body),
  })
  // Pages save every few seconds: what was saved already is recognised by what it says.
  on(
    websites.saveWebsite,
    ({ ctx, viewer, params, body }) => keepWebsite(ctx, viewer, params.websiteId, body, pictures.of(body)),
    {
      before: ({ ctx, viewer, params, body }) => pictures.receive(ctx, viewer, body, params.websiteId),
      once: 'never',
    },
  )
  on(websites.publishWebsite, ({ ctx, viewer, params, body }) => putOnline(ctx, viewer, params.websiteId, body))
  on(websites.unpublishWebsite, ({ ctx, viewer, params }) => takeOffline(ctx, viewer, params.websiteId))
  on(websites.duplicateWebsite, ({ ctx, viewer, params }) => copyWebsite(ctx, viewer, params.websiteId))
  on(websites.removeWebsite, ({ ctx, viewer, params }) => binWebsite(ctx, viewer, params.websiteId))
  on(websites.restoreWebsite, ({ ctx, viewer, params }) => unbinWebsite(ctx, viewer, params.websiteId))
  on(websites.purgeWebsite, ({ ctx, viewer, params }) => purgeOneWebsite(ctx, viewer, params.websiteId))
  on(websites.weighWebsite, ({ ctx, viewer, params }) => weighDraft(ctx, viewer, params.websiteId))
  on(websites.listWebsiteVersions, ({ ctx, viewer, params, query }) =>
    versionsPage(ctx, viewer, params.websiteId, query),
  )
  on(websites.getWebsiteVersion, ({ ctx, viewer, params }) => readVersion(ctx, viewer, params.websiteId, params.number))
  on(websites.restoreWebsiteVersion, ({ ctx, viewer, params, body }) =>
    restoreVersion(ctx, viewer, params.websiteId, params.number, body),
  )
  on(
    websites.addWebsitePicture,
    ({ ctx, viewer, params, body }) => pictures.keep(ctx, viewer, params.websiteId, body),
    {
      before: ({ ctx, viewer, params, body }) => pictures.draw(ctx, viewer, params.websiteId, body),
    },
  )
  on(websites.getWebsitePicture, ({ ctx, viewer, params, query, reply }) =>
    sendWebsitePicture(ctx, storage, viewer, { ...params, query }, reply),
  )
}
