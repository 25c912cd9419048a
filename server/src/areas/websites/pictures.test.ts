import { createServer } from 'node:http'
import { WebsiteId } from '@throughline/contracts/ids'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import * as websites from '@throughline/contracts/websites'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, Visitor } from '../../../test/api.ts'
import { makeDocument } from '../../../test/documents.ts'
import { listen } from '../../../test/listen.ts'
import { unique } from '../../../test/someone.ts'
import { refusal } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { sitesOrigin } from '../../core/config.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { drawFetched } from '../../core/images/pictures.ts'
import { createStorage } from '../../core/storage/storage.ts'

const draw = (color: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

const served = { wide: await draw('teal', 2000, 1000), small: await draw('olive', 300, 90) }
let fetched = 0
const server = createServer((request, response) => {
  fetched++
  if (request.url === '/wide.png') response.end(served.wide)
  else if (request.url === '/small.png') response.end(served.small)
  else if (request.url === '/page') response.end('<html>')
  else response.writeHead(404).end()
})
const source = `http://127.0.0.1:${await listen(server)}`
const api = await createTestApi({ TOOLS_TRUSTED_ORIGINS: source })
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.manager
const storage = createStorage(api.ctx.config)
afterAll(async () => {
  await api.close()
  server.close()
})

const origin = sitesOrigin(api.ctx.config)
const visitor = new Visitor(api.app, origin)

const at = (id: string) => ({ params: { websiteId: WebsiteId.parse(id) } })
const made = async () => (await client(websites.createWebsite, { body: { title: unique('Site') } })).data

/** A page with this picture, and this logo above it. */
const contentWith = (
  { title, header_config }: websites.Website,
  src: string,
  logo = '',
): Pick<WebsiteContent, 'title' | 'pages' | 'header_config'> => ({
  title,
  pages: [{ id: 'home', title: 'Home', elements: [{ id: 'i', type: 'image', src, alt: 'Office', width: '50%' }] }],
  header_config: { ...header_config, menuItems: [{ label: 'Home', path: '/' }], logo },
})

const sizeOf = async (answer: Response) => {
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return [format, width, height]
}

describe('A picture of a website', () => {
  let document_id = ''
  beforeAll(async () => {
    const kept = await drawFetched(storage, served.wide, `tenants/${ours.tenantId}`, 2_000)
    document_id = await makeDocument(api.ctx, ours, {}, { name: 'office.png', mediaType: 'image/png' })
    await api.database.admin((admin) =>
      admin.query(
        'update blobs b set object_key = $2 from document_versions v where v.tenant_id = b.tenant_id and v.blob_sha256 = b.sha256 and v.document_id = $1',
        [document_id, kept.objectKey],
      ),
    )
  })

  test('is drawn anew at three widths, of which a browser takes the one it needs; nothing moves when it arrives', async () => {
    const site = await made()
    const { data: picture } = await client(websites.addWebsitePicture, { ...at(site.id), body: { document_id } })
    expect(picture).toMatchObject({ width: 1600, height: 800, smaller: [960, 480] })
    const { data: saved } = await client(websites.saveWebsite, {
      ...at(site.id),
      body: contentWith(site, picture.id, picture.id),
    })
    expect(saved.pictures).toEqual([picture])
    await client(websites.publishWebsite, { ...at(site.id), body: {} })

    const html = await (await visitor.fetch(`${origin}/public/websites/${site.id}`)).text()
    const url = `/public/websites/${site.id}/pictures/${picture.id}`
    expect(html).toContain(
      `<img src="${url}" alt="Office" srcset="${url} 1600w, ${url}?w=960 960w, ${url}?w=480 480w" sizes="(max-width:860px) calc(100vw - 48px), 496px" width="1600" height="800">`,
    )
    expect(html).toContain(`<img src="${url}?w=480" alt="" width="72" height="36">`)
    const widths = [
      ['', ['webp', 1600, 800]],
      ['?w=960', ['webp', 960, 480]],
      ['?w=481', ['webp', 960, 480]],
      ['?w=480', ['webp', 480, 240]],
      ['?w=1', ['webp', 480, 240]],
      ['?w=2000', ['webp', 1600, 800]],
      ['?w=x', ['webp', 1600, 800]],
    ] as const
    for (const [query, size] of widths) {
      const answer = await visitor.fetch(origin + url + query)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(await sizeOf(answer), query).toEqual(size)
    }
    const params = { ...at(site.id).params, pictureId: picture.id }
    const inBuilder = await client(websites.getWebsitePicture, { params, query: { w: 300 } })
    expect(await sizeOf(inBuilder)).toEqual(['webp', 480, 240])
  })

  test('that no public page names is not public, and one of another website is none', async () => {
    const site = await made()
    const { data: unused } = await client(websites.addWebsitePicture, { ...at(site.id), body: { document_id } })
    await client(websites.saveWebsite, { ...at(site.id), body: contentWith(site, '') })
    await client(websites.publishWebsite, { ...at(site.id), body: {} })
    const open = (id: string) => visitor.fetch(`${origin}/public/websites/${site.id}/pictures/${id}`)
    expect((await open(unused.id)).status).toBe(404)
    const other = await made()
    const { data: foreign } = await client(websites.addWebsitePicture, { ...at(other.id), body: { document_id } })
    const { data: saved } = await client(websites.saveWebsite, { ...at(site.id), body: contentWith(site, foreign.id) })
    expect(saved.pictures).toEqual([])
    expect(saved.problems.map(({ code }) => code)).toContain('picture_missing')
    await client(websites.publishWebsite, { ...at(site.id), body: {} })
    expect(await (await visitor.fetch(`${origin}/public/websites/${site.id}`)).text()).not.toContain('<img')
    expect((await open(foreign.id)).status).toBe(404)
  })

  test('that is given by its address is fetched once, for image and logo alike, and kept', async () => {
    const address = `${source}/wide.png`
    const { data: site } = await client(websites.createWebsite, {
      body: { ...contentWith(await made(), address, address), title: unique('Site') },
    })
    expect(fetched).toBe(1)
    const [picture] = site.pictures
    expect(picture).toMatchObject({ width: 1600, smaller: [960, 480] })
    expect(site.header_config.logo).toBe(picture?.id)
    expect(JSON.stringify(site.pages)).not.toContain(source)
  })

  test('of the same address stays one, also where it is added by itself; a copy of the website has its own', async () => {
    const site = await made()
    const small = contentWith(site, `${source}/small.png`)
    const { data: saved } = await client(websites.saveWebsite, { ...at(site.id), body: small })
    expect(saved.pictures.map(({ width, smaller }) => [width, smaller])).toEqual([[300, []]])
    const { data: again } = await client(websites.saveWebsite, { ...at(site.id), body: small })
    expect(again.version).toBe(saved.version)
    const { data: alone } = await client(websites.addWebsitePicture, {
      ...at(site.id),
      body: { url: `${source}/small.png` },
    })
    expect(alone.id).toBe(saved.pictures[0]?.id)
    const copy = (await client(websites.duplicateWebsite, at(site.id))).data
    expect(copy.pictures.map(({ width }) => width)).toEqual([300])
    expect(copy.pictures[0]?.id).not.toBe(alone.id)
    // Those that the website had before stay where they are.
    await client(websites.addWebsitePicture, { ...at(site.id), body: { document_id } })
    const next = (await client(websites.duplicateWebsite, at(site.id))).data
    const { rows } = await api.database.admin((admin) =>
      admin.query('select id from website_pictures where website_id = $1', [next.id]),
    )
    expect(rows).toEqual([{ id: next.pictures[0]?.id }])
  })

  test.each([
    ['a page', `${source}/page`, 'Please select a valid image file (JPEG, PNG, or GIF)'],
    ['not there', `${source}/none`, 'The image couldn’t be loaded from this address'],
    ['private', 'https://127.0.0.1/a.png', 'Images can only be loaded from a public https address'],
    ['of the cloud', 'http://169.254.169.254/', 'Images can only be loaded from a public https address'],
  ])('is refused where its address is %s, and nothing is saved', async (_, address, message) => {
    const site = await made()
    const save = client(websites.saveWebsite, { ...at(site.id), body: contentWith(site, address) })
    expect(await refusal(save)).toMatchObject({ status: 422, message })
    expect((await client(websites.getWebsite, at(site.id))).data.version).toBe(site.version)
  })

  test('comes from one place, from at most ten addresses at once, and never from a file of others', async () => {
    const site = await made()
    const add = (body: Parameters<typeof client<typeof websites.addWebsitePicture>>[1]['body']) =>
      client(websites.addWebsitePicture, { ...at(site.id), body })
    expect(await refusal(add({}))).toMatchObject({ status: 422 })
    expect(await refusal(add({ url: `${source}/small.png`, document_id }))).toMatchObject({ status: 422 })
    const stranger = await makeDocument(api.ctx, theirs, {}, { name: 'theirs.png', mediaType: 'image/png' })
    expect(await refusal(add({ document_id: stranger }))).toMatchObject({ status: 404 })
    const elements = Array.from({ length: 11 }, (_, n) => ({
      id: `i-${n}`,
      type: 'image' as const,
      src: `${source}/${n}`,
      alt: '',
      width: '100%' as const,
    }))
    const many = { title: site.title, pages: [{ id: 'home', title: 'Home', elements }] }
    expect(await refusal(client(websites.saveWebsite, { ...at(site.id), body: many }))).toMatchObject({
      message: 'Add up to 10 images by address at a time.',
    })
  })

  test('is pointed at for as long as its website lasts, each of its drawings', async () => {
    const { data: site } = await client(websites.createWebsite, {
      body: contentWith(await made(), `${source}/wide.png`),
    })
    const [picture] = site.pictures
    const count = () =>
      inTenant(api.ctx, { tenantId: ours.tenantId, memberId: ours.ownerId }, async ({ db }) => {
        const rows = await db.selectFrom('blobs').select(['ref_count', 'media_type']).execute()
        return rows.filter(({ media_type }) => media_type === 'image/webp').reduce((sum, one) => sum + one.ref_count, 0)
      })
    expect(picture?.smaller).toHaveLength(2)
    const before = await count()
    await client(websites.removeWebsite, at(site.id))
    await actors.admin.client(websites.purgeWebsite, at(site.id))
    expect(before - (await count())).toBe(3)
  })
})
