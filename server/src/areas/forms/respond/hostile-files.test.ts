import { HOSTILE_TEXTS } from '@throughline/flow/testing/hostile-texts'
import { afterAll, expect, test } from 'vitest'
import { createTestApi } from '../../../../test/api.ts'
import { createDesk } from '../../../../test/documents-desk.ts'
import { makeForm } from '../../../../test/forms.ts'
import { HOSTILE_FILES } from '../../../../test/hostile/hostile-files.ts'
import { ENGINE_AWAY } from '../../../../test/queued-mails.ts'
import { createRespondent } from '../../../../test/respondent.ts'
import { createWorld } from '../../../../test/world.ts'
import { cleanFileName } from '../../../core/storage/file-name.ts'

const api = await createTestApi(ENGINE_AWAY)
const { ctx } = api
const world = await createWorld(api)
const { ours } = world
const desk = createDesk(api, world)
const elements = [{ id: 'file-1', type: 'file', label: 'Papers', multiple: true, maxFiles: 20, maxFileSize: 8 }]
afterAll(async () => {
  desk.close()
  await api.close()
})

interface Kept {
  id: string
  name: string
  media_type: string
  state: string
}
const documents = async (formId: string) =>
  (
    await api.database.admin((admin) =>
      admin.query<Kept>('select id, name, media_type, state from documents where form_id = $1 order by id', [formId]),
    )
  ).rows

/** So many in a test: each is scanned for real. */
const AT_ONCE = 12
const groups = Array.from({ length: Math.ceil(HOSTILE_FILES.length / AT_ONCE) }, (_, n) =>
  HOSTILE_FILES.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
)

test('there are sixty hostile files', () => {
  expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(60)
})

test.each(groups.map((files, n) => ({ from: n * AT_ONCE + 1, files })))(
  'hostile files sent with a response end as their list says, from $from on',
  async ({ files }) => {
    const formId = await makeForm(ctx, ours, { elements })
    const { send } = createRespondent(api)
    for (const { what, name, content } of files) {
      const { status } = await send(formId, { files: [['file-1[]', content(), name]] })
      expect(status, what).toBe(201)
    }
    const sent = await documents(formId)
    for (const { id } of sent) await desk.activities.scanVersion({ tenantId: ours.tenantId, documentId: id, number: 1 })
    const ends = (await documents(formId)).map(({ name, media_type, state }) => ({ name, media_type, state }))
    expect(ends).toEqual(
      files.map(({ name, end }, n) =>
        end.is === 'infected'
          ? { name, media_type: ends[n]?.media_type, state: 'infected' }
          : { name: end.name ?? name, media_type: end.type, state: 'clean' },
      ),
    )
  },
)

test('hostile names of files are kept as cleaned names', async () => {
  const formId = await makeForm(ctx, ours, { elements })
  const { send } = createRespondent(api)
  for (let n = 0; n < HOSTILE_TEXTS.length; n += 20) {
    const files = HOSTILE_TEXTS.slice(n, n + 20).map((name) => ['file-1[]', 'x', name] as const)
    expect((await send(formId, { files })).status).toBe(201)
  }
  const names = (await documents(formId)).map(({ name }) => name)
  // Browsers write quotation marks in names so.
  expect(names).toEqual(HOSTILE_TEXTS.map((text) => cleanFileName(text.replaceAll('"', '%22'))))
  expect(names.filter((name) => /[/\\\p{Cc}\u202a-\u202e]/u.test(name))).toEqual([])
})
