import { getMe } from '@throughline/contracts/auth'
import { getPhoto, removePhoto, uploadPhoto } from '@throughline/contracts/profile'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { sharedApi, signIn } from '../../../test/api.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeTenant } from '../../../test/factories.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { createStorage } from '../../core/storage/storage.ts'

const api = await sharedApi()
const { ctx, database } = api
const storage = createStorage(ctx.config)
afterAll(() => storage.close())

const draw = (background: string) =>
  sharp({ create: { width: 700, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer()

function formOf(content: Buffer) {
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(content)]), 'me.jpg')
  return form
}

async function open() {
  const someone = await makeSomeone(ctx)
  await makeTenant(ctx, someone.personId, 'personal', 'My workspace')
  const session = await signIn(api, someone.username)
  const params = { userId: session.user.id }
  const upload = (content: Buffer) => session.client(uploadPhoto, { params }, { form: formOf(content) })
  return { ...someone, ...session, params, upload }
}

const storedKey = async (personId: string) => {
  const { rows } = await database.admin((admin) =>
    admin.query<{ photo: string; members: string[] }>(
      'select photo, (select array_agg(photo) from members where person_id = people.id) as members from people where id = $1',
      [personId],
    ),
  )
  return rows[0]
}

test('is drawn anew at 256 pixels, shown to its owner and everywhere the person is a member', async () => {
  const { client, visitor, personId, upload } = await open()
  const { photo } = await upload(await draw('red'))
  expect(photo).toMatch(new RegExp(`^/v1/auth/${personId}/photo/\\?v=[0-9a-f]{8}$`))
  expect((await client(getMe)).photo).toBe(photo)
  const answer = await visitor.fetch(visitor.origin + photo)
  expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const made = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([made.format, made.width, made.height]).toEqual(['png', 256, 183])
  const stored = await storedKey(personId)
  expect(stored?.members).toEqual([stored?.photo])
})

test('replaced or removed, the old one is gone from the store', async () => {
  const { client, params, personId, upload } = await open()
  await upload(await draw('red'))
  const first = (await storedKey(personId))?.photo ?? ''
  await upload(await draw('red'))
  expect(await storage.exists(first), 'the same picture again stays').toBe(true)
  await upload(await draw('blue'))
  const second = (await storedKey(personId))?.photo ?? ''
  await eventually(async () => expect(await storage.exists(first)).toBe(false))
  expect(await storage.exists(second)).toBe(true)
  await client(removePhoto, { params })
  await eventually(async () => expect(await storage.exists(second)).toBe(false))
  expect((await client(getMe)).photo).toBeNull()
  expect(await verdict(client(getPhoto, { params, query: {} }))).toBe('404 not_found')
})

test('is a picture by its bytes, and one’s own', async () => {
  const [one, two] = [await open(), await open()]
  expect(await verdict(one.upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toBe(
    '422 invalid_request',
  )
  const form = formOf(await draw('red'))
  expect(await verdict(one.client(uploadPhoto, { params: two.params }, { form }))).toBe('404 not_found')
  await two.upload(await draw('green'))
  expect(await verdict(one.client(getPhoto, { params: two.params, query: {} }))).toBe('404 not_found')
})
