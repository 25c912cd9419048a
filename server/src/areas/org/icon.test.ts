import { getOrganization, getOrgIcon, PICTURE_BYTES, uploadOrgIcon } from '@throughline/contracts/org'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { picture } from '../../../test/picture.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const params = { orgId: ours.tenantId }

describe('the logo', () => {
  const upload = (form: FormData) => actors.admin.client(uploadOrgIcon, { params }, { form })
  const file = (content: string | Buffer) => {
    const form = new FormData()
    form.append('org_icon', new Blob([new Uint8Array(Buffer.from(content))], { type: 'image/png' }), 'logo.png')
    return form
  }
  const shown = async (url: string) => {
    const { visitor } = actors.viewer
    const answer = await visitor.fetch(visitor.origin + url)
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  test('is drawn anew, small and without what was written into the file', async () => {
    expect(await verdict(actors.viewer.client(getOrgIcon, { params, query: {} }))).toBe('404 not_found')
    const photo = sharp({ create: { width: 1600, height: 800, channels: 3, background: '#336699' } })
    const sent = await photo
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .jpeg()
      .toBuffer()
    const { logo_url } = await upload(file(sent))
    expect(logo_url).toMatch(/\/icon\/\?v=[0-9a-f]{8}$/)
    expect((await actors.viewer.client(getOrganization, { params })).logo_url).toBe(logo_url)
    const { answer, bytes } = await shown(logo_url)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    const metadata = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({ format: 'png', width: 512, height: 256 })
    expect(metadata.exif).toBeUndefined()
    expect(bytes.includes('Secret place')).toBe(false)
  })

  test('has another address when it is another picture', async () => {
    const of = async (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer()
    const first = await upload(file(await of('#ff0000')))
    const second = await upload(file(await of('#00ff00')))
    expect(second.logo_url).not.toBe(first.logo_url)
    expect(await upload(file(await of('#ff0000')))).toEqual(first)
  })

  test.each(['just text', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'])(
    'is not: %s',
    async (content) => {
      expect(await verdict(upload(file(content)))).toBe('422 invalid_request')
    },
  )

  test('is nothing larger than 5 MB', async () => {
    const sent = upload(file(Buffer.alloc(PICTURE_BYTES + 1)))
    await expect(sent).rejects.toMatchObject({ status: 413, message: 'Image size should be less than 5MB' })
  })

  test('is counted once, however often it is uploaded', async () => {
    await api.database.admin(async (admin) => {
      await admin.query('delete from blobs where tenant_id = $1', [ours.tenantId])
      await admin.query('update tenants set logo_sha256 = null where id = $1', [ours.tenantId])
    })
    await upload(picture('org_icon'))
    await upload(picture('org_icon'))
    const blobs = await api.database.admin((admin) =>
      admin.query('select ref_count, unreferenced_since from blobs where tenant_id = $1', [ours.tenantId]),
    )
    expect(blobs.rows).toEqual([{ ref_count: 1, unreferenced_since: null }])
  })
})
