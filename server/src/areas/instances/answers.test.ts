import { removeDocument } from '@throughline/contracts/document-acts'
import { DocumentId, InstanceId } from '@throughline/contracts/ids'
import { traceInstance } from '@throughline/contracts/instance-acts'
import { getInstance } from '@throughline/contracts/instances'
import { parse } from '@throughline/flow/compile'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeDocument } from '../../../test/documents.ts'
import { makeInstance, makeWorkflow } from '../../../test/running-world.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.owner

const { doc } = parse({
  name: 'Rota',
  prefix: 'ROT',
  variables: { crew: { type: 'list', label: 'Crew' }, whole: { type: 'json', label: 'Whole' } },
  start_fields: [
    { name: 'note', type: 'textarea', label: 'Note' },
    { name: 'fee', type: 'currency', label: 'Fee' },
    { name: 'from', type: 'date', label: 'From' },
    { name: 'papers', type: 'file', label: 'Papers' },
  ],
  steps: [
    {
      id: 'sign',
      type: 'manual',
      name: 'Sign up',
      each: { list: '[1, 2]', order: 'at_once', until: 'all' },
      fields: [{ name: 'stand_in', type: 'person', label: 'Stand-in' }],
      next: [],
    },
  ],
})
const note = 'n'.repeat(4_000)
const variables = {
  crew: [ours.ownerId, theirs.memberId],
  whole: { lead: ours.ownerId },
  stand_in: [ours.ownerId, null],
  note,
  fee: 2400,
  from: '2026-11-20',
}
const workflow = await makeWorkflow(api.ctx, ours, doc)
const instanceId = InstanceId.parse(
  await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId, variables }),
)

test('members are called by their names, also in lists, and nobody else is', async () => {
  const { data } = await client(getInstance, { params: { instanceId } })
  const shown = Object.fromEntries(data.answers.map((answer) => [answer.name, answer.shown]))
  expect(shown).toMatchObject({
    crew: `Test owner, ${theirs.memberId}`,
    whole: '{"lead":"Test owner"}',
    stand_in: 'Test owner, ',
  })
})

test('amounts and days are written as people write them', async () => {
  const { data } = await client(getInstance, { params: { instanceId } })
  const shown = Object.fromEntries(data.answers.map((answer) => [answer.name, answer.shown]))
  expect(shown).toMatchObject({ fee: '2,400.00', from: 'Nov 20, 2026' })
})

test('files are called by their names and can be opened; one in the trash is only named', async () => {
  const place = { instanceId }
  const kept = await makeDocument(api.ctx, ours, place, { name: 'Rota.pdf' })
  const gone = DocumentId.parse(await makeDocument(api.ctx, ours, place, { name: 'Old rota.pdf' }))
  await client(removeDocument, { params: { documentId: gone } })
  const elsewhere = await makeDocument(api.ctx, ours, {}, { name: 'Of nobody.pdf' })
  await api.database.admin((admin) =>
    admin.query('update instance_state set variables = variables || $2::jsonb where instance_id = $1', [
      instanceId,
      JSON.stringify({ papers: [kept, gone, elsewhere] }),
    ]),
  )
  const { data } = await client(getInstance, { params: { instanceId } })
  expect(data.answers.find(({ name }) => name === 'papers')).toMatchObject({
    shown: 'Rota.pdf, Old rota.pdf, ',
    files: [{ id: kept, name: 'Rota.pdf' }],
  })
  expect(data.answers.find(({ name }) => name === 'fee')?.files).toEqual([])
})

test('of a long answer the beginning is sent, with how long the whole is', async () => {
  const { data } = await client(getInstance, { params: { instanceId } })
  expect(data.answers.find(({ name }) => name === 'note')).toMatchObject({ shown: note.slice(0, 2_000), size: 4_000 })
})

test('the trace says whom its values name, and cuts what is long', async () => {
  const { stand_in } = variables
  const done = { t: 'done', step: 'sign', round: 1, by: ours.ownerId, at: 0 }
  await api.database.admin((admin) =>
    admin.query(
      `insert into instance_turns (tenant_id, instance_id, seq, at, events, taken, commands, changed)
       values ($1, $2, 90, now(), $3, 1, '[]', $4)`,
      [
        ours.tenantId,
        instanceId,
        JSON.stringify([done]),
        JSON.stringify({ stand_in: [...stand_in, ...Array(900).fill('elsewhere')] }),
      ],
    ),
  )
  const { data } = await client(traceInstance, { params: { instanceId }, query: {} })
  const [turn] = data
  expect(turn?.people).toMatchObject([{ id: ours.ownerId, name: 'Test owner' }])
  const [result] = turn?.entries[0]?.results ?? []
  expect(result).toMatchObject({ name: 'stand_in', size: expect.any(Number) })
  expect(JSON.stringify(result?.value).length).toBeLessThan(2_100)
})
