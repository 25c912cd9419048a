import { type Client, createClient } from '../../../contracts/src/client.ts'
import { WebsiteId } from '../../../contracts/src/ids.ts'
import { defaultWebsite, type WebsiteContent } from '../../../contracts/src/website-content.ts'
import { createWebsite } from '../../../contracts/src/websites.ts'
import { keepPicture } from '../../../server/src/areas/websites/pictures.queries.ts'
import { readConfig, sitesOrigin } from '../../../server/src/core/config.ts'
import { inTenant } from '../../../server/src/core/db/in-tenant.ts'
import { drawWidths } from '../../../server/src/core/images/pictures.ts'
import { createStorage } from '../../../server/src/core/storage/storage.ts'
import { makePerson, makeTenant } from '../../../server/test/factories.ts'
import type { Installation } from '../crash/installation.ts'
import { openSessions } from '../open-sessions.ts'
import { withSession } from '../organization.ts'
import { withRuntime } from '../with-runtime.ts'

/** A whole picture of one color, as somebody would choose it. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export interface Site {
  id: WebsiteId
  picture: string
}

export interface SitesWorld {
  client: Client
  sites: Site[]
  /** The host that visitors ask. */
  host: string
}

export const PAGES = ['', 'about', 'offerings', 'contact'] as const

/** Every part of every page says which release it belongs to. */
export function release(number: number, picture: string): WebsiteContent {
  const said = `release-${number}-`
  const content = defaultWebsite(said, 2026)
  return {
    ...content,
    title: said,
    pages: content.pages.map((page) => ({
      ...page,
      description: said,
      elements: [
        { id: `${page.id}-heading`, type: 'heading', level: 1, content: said },
        { id: `${page.id}-text`, type: 'paragraph', content: `**${said}** and [${said}](/about)` },
        { id: `${page.id}-image`, type: 'image', src: picture, alt: said, width: '50%' },
        { id: `${page.id}-band`, type: 'section', title: said, content: said, backgroundColor: '#112233' },
      ],
    })),
    footer_config: { ...content.footer_config, textColor: '#333333', copyright: said },
  }
}

/** An organization with so many websites, each with a picture, none of them published. */
export const openSites = ({ environment, origin }: Installation, count: number): Promise<SitesWorld> =>
  withRuntime(environment, async (ctx) => {
    const personId = await makePerson(ctx, { username: 'publisher', name: 'Publisher' })
    const tenant = await makeTenant(ctx, personId, 'organization', 'Sites')
    const [token = ''] = (await openSessions(ctx, new URL(origin).host, personId, 1)).tokens
    const client = createClient({ origin, fetch: withSession(token) })
    const config = readConfig(environment)
    const storage = createStorage(config)
    const drawings = await drawWidths(storage, PICTURE, `tenants/${tenant.tenantId}`, [1_600, 960, 480])
    const scope = { tenantId: tenant.tenantId, memberId: tenant.ownerId }
    const sites: Site[] = []
    for (let n = 0; n < count; n++) {
      const { data } = await client(createWebsite, { body: { title: `Site ${n}` } })
      const id = WebsiteId.parse(data.id)
      const picture = await inTenant(ctx, scope, ({ db, tenantId }) => keepPicture(db, tenantId, id, drawings))
      sites.push({ id, picture })
    }
    storage.close()
    return { client, sites, host: new URL(sitesOrigin(config)).host }
  })
