import { getOrganization, getOrgIcon, uploadOrgIcon } from '@throughline/contracts/org'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { picture } from '../../../test/endpoint-samples.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'

const api = await createTestApi(ENGINE_AWAY)
const { ours, actors } = await createWorld(api)
const params = { orgId: ours.tenantId }
afterAll(() => api.close())

describe('the logo', () => {
  const upload = (form: FormData) => actors.admin.client(uploadOrgIcon, { params }, { form })
  const file = (content: string) => {
    const form = new FormData()
    form.append('org_icon', new Blob([content], { type: 'image/png' }), 'logo.png')
    return form
  }

  test('is a picture by its bytes, and comes back as it was', async () => {
    expect(await verdict(actors.viewer.client(getOrgIcon, { params }))).toBe('404 not_found')
    const { logo_url } = await upload(picture())
    expect((await actors.viewer.client(getOrganization, { params })).logo_url).toBe(logo_url)
    const { visitor } = actors.viewer
    const answer = await visitor.fetch(visitor.origin + logo_url)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    const sent = picture().get('org_icon')
    if (!(sent instanceof Blob)) throw new Error('the picture is no file')
    expect(await answer.arrayBuffer()).toEqual(await sent.arrayBuffer())
  })

  test.each(['just text', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'])(
    'is not: %s',
    async (content) => {
      expect(await verdict(upload(file(content)))).toBe('422 invalid_request')
    },
  )

  test('is counted once, however often it is uploaded', async () => {
    await upload(picture())
    await upload(picture())
    const blobs = await api.database.admin((admin) => admin.query('select ref_count, unreferenced_since from blobs'))
    expect(blobs.rows).toEqual([{ ref_count: 1, unreferenced_since: null }])
  })
})
