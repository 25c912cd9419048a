import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeForm, makeTrigger } from '../../../../test/forms.ts'
import { createRespondent } from '../../../../test/respondent.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { startFor } from '../triggers/start-again.ts'
import { submissionWire } from './submission-page.service.ts'
import { submissionsById } from './submissions.queries.ts'

const api = await sharedApi()
const { ctx } = api
const { ours } = await createWorld(api)
const { send } = createRespondent(api)

const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await api.database.admin((admin) => admin.query<T>(text, values))).rows

async function sentFile() {
  const formId = await makeForm(ctx, ours)
  await makeTrigger(ctx, ours, formId)
  await send(formId, { texts: { 'txt-1': 'Acme' }, files: [['file-1[]', 'as it was sent', 'paper.txt']] })
  const [sent] = await rows<{ id: string; submission_id: string }>(
    'select id, submission_id from documents where form_id = $1',
    [formId],
  )
  if (!sent) throw new Error('nothing was sent')
  // What the people of a narrowed instance make of it.
  await rows(
    `insert into document_versions (tenant_id, document_id, number, name, state, quarantine_key, sha256, size, media_type)
     select tenant_id, document_id, 2, 'Dismissal of J. Doe.txt', 'quarantined', 'quarantine/other', sha256, 99, media_type
     from document_versions where document_id = $1`,
    [sent.id],
  )
  await rows(
    `update documents set name = 'Dismissal of J. Doe.txt', category = 'contract', current_version = 2, version_count = 2,
       size = 99, narrowed = true where id = $1`,
    [sent.id],
  )
  return { formId, ...sent }
}

test('a workflow that starts later gets each file as it was sent', async () => {
  const { formId, submission_id } = await sentFile()
  const later = await makeTrigger(ctx, ours, formId)
  await inTenant(ctx, ours, (tx) => startFor(tx, submission_id, later.id))
  const copies = await rows(
    `select d.name, d.category, d.size::int, v.name as version_name, v.size::int as version_size,
       v.quarantine_key <> 'quarantine/other' as sent
     from documents d join document_versions v on v.document_id = d.id
     where d.instance_id = (select instance_id from submission_starts where trigger_id = $1)`,
    [later.id],
  )
  const size = 'as it was sent'.length
  expect(copies).toEqual([
    { name: 'paper.txt', category: 'other', size, version_name: 'paper.txt', version_size: size, sent: true },
  ])
})

test('a response names its files as they were sent, whatever an instance calls them', async () => {
  const { submission_id } = await sentFile()
  const shown = await readTenant(ctx, ours, async (tx) => {
    const [row] = await submissionsById(tx.db, tx.tenantId, [submission_id])
    if (!row) throw new Error('there is no response')
    return submissionWire(tx, row, await visibleTo(tx, { memberId: ours.ownerId, user: { is_admin: true } }))
  })
  expect(shown.files).toMatchObject([{ name: 'paper.txt', size: 'as it was sent'.length }])
  expect(shown.answers['file-1']).toEqual(['paper.txt'])
  expect(JSON.stringify(shown)).not.toContain('Dismissal')
})
