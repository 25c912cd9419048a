import { createServer } from 'node:http'
import { getForm, getFormHeader, publishForm } from '@throughline/contracts/forms'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { formAt, makeForm, saveFormOf } from '../../../test/form-acts.ts'
import { listen } from '../../../test/listen.ts'
import { refusal } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { findPublicVersion } from './public-version.ts'

const draw = (colour: string, width = 2000, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
const blobOf = (content: Buffer) => new Blob([new Uint8Array(content)])

const served = { picture: await draw('green', 300, 100), page: Buffer.from('<html>') }
const server = createServer((request, response) => {
  if (request.url === '/picture.png') response.end(served.picture)
  else if (request.url === '/page') response.end(served.page)
  else if (request.url === '/large') response.end(Buffer.alloc(6_000_000, 1))
  else response.writeHead(404).end()
})
const origin = `http://127.0.0.1:${await listen(server)}`
const api = await createTestApi({ TOOLS_TRUSTED_ORIGINS: origin })
const { ours, actors } = await createWorld(api)
const { client } = actors.manager
afterAll(async () => {
  await api.close()
  server.close()
})

/** How often each kept picture is pointed at. */
const references = async () => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ ref_count: number }>('select ref_count from blobs where tenant_id = $1 order by created_at', [
      ours.tenantId,
    ]),
  )
  return rows.map(({ ref_count }) => ref_count)
}
const metadata = (altText: string, height: number) => ({
  header_banner_metadata: JSON.stringify({ altText, height }),
})

describe('a header banner', () => {
  test('is drawn anew, shown, kept when the rest is saved, and public with its version', async () => {
    const sent = { banner: blobOf(await draw('red')), texts: metadata('Our office', 320) }
    const made = await makeForm(client, {}, sent)
    expect(made.headerBanner).toEqual({
      imageUrl: expect.stringMatching(new RegExp(`^/v1/forms/${made.id}/header/\\?v=`)),
      altText: 'Our office',
      height: 320,
    })
    const picture = await client(getFormHeader, formAt(made))
    const { format, width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect([format, width, height]).toEqual(['png', 1440, 360])
    const kept = await saveFormOf(client, made, { title: 'Renamed' })
    expect(kept.headerBanner).toEqual(made.headerBanner)
    const same = await saveFormOf(client, kept, {}, { texts: { header_banner_url: made.headerBanner?.imageUrl ?? '' } })
    expect(same.headerBanner).toEqual(made.headerBanner)
    await client(publishForm, { ...formAt(made), body: {} })
    const version = await readTenant(api.ctx, ours, (tx) => findPublicVersion(tx, made.id))
    expect(version?.banner).toMatchObject({ mediaType: 'image/png', width: 1440, height: 360 })
  })

  test('is 200 high and described by default, and is taken away by an empty address', async () => {
    const made = await makeForm(client, {}, { banner: blobOf(await draw('blue')) })
    expect(made.headerBanner).toMatchObject({ altText: 'Form header image', height: 200 })
    const before = (await references()).filter((count) => count > 0).length
    const without = await saveFormOf(client, made, {}, { texts: { header_banner_url: '' } })
    expect(without).toMatchObject({ headerBanner: null, header_banner_document_id: null })
    expect((await references()).filter((count) => count > 0)).toHaveLength(before - 1)
    expect((await refusal(client(getFormHeader, formAt(made)))).status).toBe(404)
  })

  test('is kept once however often it is saved, and once more for a copy', async () => {
    const banner = blobOf(await draw('yellow'))
    const made = await makeForm(client, {}, { banner })
    const again = await saveFormOf(client, made, {}, { banner })
    expect(again).toEqual(made)
  })

  test('is fetched once from an address', async () => {
    const made = await makeForm(client, {}, { texts: { header_banner_url: `${origin}/picture.png` } })
    expect(made.headerBanner).toMatchObject({ height: 200 })
    expect((await client(getForm, formAt(made))).data.headerBanner?.imageUrl).not.toContain(origin)
  })

  test.each([
    ['a page', `${origin}/page`, 422, 'Please select a valid image file (JPEG, PNG, or GIF)'],
    ['too large', `${origin}/large`, 413, 'Image size should be less than 5MB'],
    ['not there', `${origin}/none`, 422, 'The image couldn’t be loaded from this address'],
    ['private', 'https://127.0.0.1/a.png', 422, 'Images can only be loaded from a public https address'],
    ['of the cloud', 'http://169.254.169.254/', 422, 'Images can only be loaded from a public https address'],
    ['no address', 'picture.png', 422, 'Images can only be loaded from a public https address'],
  ])('is refused where the address is %s', async (_, url, status, message) => {
    const refused = await refusal(makeForm(client, {}, { texts: { header_banner_url: url } }))
    expect(refused).toMatchObject({ status, message })
  })

  test('is refused where the file is no picture, or too large, or its height out of range', async () => {
    const words = blobOf(Buffer.from('only words'))
    expect(await refusal(makeForm(client, {}, { banner: words }))).toMatchObject({
      status: 422,
      message: 'Please select a valid image file (JPEG, PNG, or GIF)',
    })
    const large = blobOf(Buffer.alloc(5_242_881, 1))
    expect(await refusal(makeForm(client, {}, { banner: large }))).toMatchObject({
      status: 413,
      message: 'Image size should be less than 5MB',
    })
    const high = makeForm(client, {}, { banner: blobOf(await draw('red')), texts: metadata('x', 900) })
    expect((await refusal(high)).status).toBe(422)
  })

  test('that nobody came to point at is cleaned away later', async () => {
    const made = await makeForm(client)
    const newer = await saveFormOf(client, made, { title: 'Newer' })
    const stale = saveFormOf(client, made, { title: 'Stale' }, { banner: blobOf(await draw('purple')) })
    expect((await refusal(stale)).status).toBe(409)
    expect(await references()).toContain(0)
    expect((await client(getForm, formAt(made))).data).toEqual(newer)
  })
})
