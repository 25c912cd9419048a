import * as forms from '@throughline/contracts/forms'
import { purgeWorkflow, removeWorkflow } from '@throughline/contracts/workflows'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeDocument } from '../../../test/documents.ts'
import { formAt, makeForm, makePublicForm, publishFormOf } from '../../../test/form-acts.ts'
import { makePublishedForm, storeResponse } from '../../../test/form-responses.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { verdict } from '../../../test/verdict.ts'
import { insertInstance } from '../../../test/visibility/limited-world.ts'
import { at, make } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { findPublicTenant } from '../../core/db/in-public.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { dropDocuments } from '../documents/documents.public.ts'
import { countSubmissions } from './submission-count.ts'
import { purgeForms } from './trash.service.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.manager

const query = (text: string, values: unknown[]) => api.database.admin((admin) => admin.query(text, values))
const isPublic = async (id: string) => (await findPublicTenant(ctx, 'form', id)) === ours.tenantId
const age = (id: string, days: number) =>
  query('update forms set deleted_at = now() - make_interval(days => $2) where id = $1', [id, days])

const TABLES = [
  'form_drafts',
  'form_versions',
  'form_access',
  'form_banners',
  'workflow_triggers',
  'form_submissions',
  'submission_starts',
  'submission_words',
  'documents',
]
const rowsLeft = async (id: string) => {
  const counts = TABLES.map((table) => `(select count(*) from ${table} where form_id = $1)`)
  const counters = `(select count(*) from counters where starts_with(key, $1::text))`
  const { rows } = await query(
    `select ((select count(*) from forms where id = $1) + ${[...counts, counters].join(' + ')})::int as n`,
    [id],
  )
  return rows[0]?.n
}

/** A public form with a trigger and so many responses, each with a file that no instance has; the first started one. */
async function answered(responses: number) {
  const made = await makePublicForm(client)
  const workflow = await make(client)
  const trigger = crypto.randomUUID()
  const { tenantId: tenant_id } = ours
  const instance = await inTenant(ctx, ours, async (tx) => {
    const { db } = tx
    const of = { tenant_id, form_id: made.id }
    await db
      .insertInto('workflow_triggers')
      .values({ ...of, id: trigger, workflow_id: workflow.id, field_mapping: '{}' })
      .execute()
    const started = await insertInstance(tx, workflow.id)
    for (let n = 0; n < responses; n++) {
      const { id } = await db
        .insertInto('form_submissions')
        .values({
          ...of,
          version: 1,
          idem_key: `key-${n}`,
          content_hash: Buffer.from('hash'),
          receipt: `RECEIPT${n}`,
          answers: '{}',
          state: n === 0 ? 'running' : 'not_started',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const start = { ...of, submission_id: id, trigger_id: trigger, workflow_id: workflow.id }
      await db
        .insertInto('submission_starts')
        .values({ ...start, ...(n === 0 ? { state: 'started', instance_id: started } : { state: 'not_started' }) })
        .execute()
      await db
        .insertInto('submission_words')
        .values({ ...of, word_key: 'word', submission_id: id })
        .execute()
      countSubmissions(tx, made.id, 1, 1)
    }
    return started
  })
  const [loose, taken] = [
    await makeDocument(ctx, ours, {}, { name: 'Loose.txt' }),
    await makeDocument(ctx, ours, { instanceId: instance }, { name: 'Taken.txt' }),
  ]
  await query(
    `update documents set form_id = $1, submission_id = (select id from form_submissions where form_id = $1 limit 1)
     where id = any ($2)`,
    [made.id, [loose, taken]],
  )
  return { made, workflow, instance, loose, taken }
}

const documentsLeft = async (ids: string[]) =>
  (await query('select id, form_id, submission_id from documents where id = any ($1)', [ids])).rows

describe('a form that is thrown away', () => {
  test('loses its address, is gone from everywhere but the trash, and comes back as it was', async () => {
    const made = await makePublicForm(client, { title: 'Passing' })
    expect(await isPublic(made.id)).toBe(true)
    expect(await client(forms.removeForm, formAt(made))).toEqual({ id: made.id })
    expect(await isPublic(made.id)).toBe(false)
    expect(await verdict(client(forms.getForm, formAt(made)))).toBe('404 not_found')
    expect(await verdict(client(forms.removeForm, formAt(made)))).toBe('404 not_found')
    expect(await verdict(publishFormOf(client, made))).toBe('404 not_found')
    const { data: trash } = await client(forms.listForms, { query: { status: 'trash', search: 'pass' } })
    expect(trash).toMatchObject([{ id: made.id, title: 'Passing', deleted_at: expect.any(String) }])
    const { data } = await client(forms.restoreForm, formAt(made))
    expect(data).toMatchObject({ status: 'active', current_version: 1, deleted_at: null })
    expect(await isPublic(made.id)).toBe(true)
    expect(await verdict(client(forms.restoreForm, formAt(made)))).toBe('404 not_found')
  })

  test('that was not published stays without an address when it is back', async () => {
    const made = await makePublicForm(client)
    await client(forms.unpublishForm, formAt(made))
    await client(forms.removeForm, formAt(made))
    await client(forms.restoreForm, formAt(made))
    expect(await isPublic(made.id)).toBe(false)
  })
})

describe('for ever', () => {
  test('goes a form in the trash alone, with its responses and their files; what instances have stays', async () => {
    const { made, instance, loose, taken } = await answered(2)
    const { client: admin } = actors.admin
    expect(await verdict(admin(forms.purgeForm, formAt(made)))).toBe('404 not_found')
    await client(forms.removeForm, formAt(made))
    await admin(forms.purgeForm, formAt(made))
    expect(await rowsLeft(made.id)).toBe(0)
    expect(await documentsLeft([loose, taken])).toEqual([{ id: taken, form_id: null, submission_id: null }])
    expect((await query('select id from instances where id = $1', [instance])).rows).toHaveLength(1)
    expect(await verdict(admin(forms.purgeForm, formAt(made)))).toBe('404 not_found')
  })

  test('goes a form to which somebody is just sending: they are stored before it, or find it gone', async () => {
    const formId = await makePublishedForm(ctx, ours)
    const at = { params: { formId } }
    let binned: Promise<unknown> | undefined
    await storeResponse(ctx, ours, formId, {
      stored: async () => {
        binned = client(forms.removeForm, at)
        await untilWaiting(api.database, 1)
      },
    })
    await binned
    const findsItGone = () => expect(storeResponse(ctx, ours, formId)).rejects.toMatchObject({ status: 404 })
    await findsItGone()
    await actors.admin.client(forms.purgeForm, at)
    expect(await rowsLeft(formId)).toBe(0)
    await findsItGone()
  })

  test('goes one with many responses bit by bit, and nobody sees it meanwhile', async () => {
    const { made } = await answered(1)
    await query(
      `insert into form_submissions (tenant_id, form_id, version, idem_key, content_hash, receipt, answers, state)
       select $1, $2, 1, 'many-' || n, '', 'MANY' || 10000 + n, '{}', 'received' from generate_series(1, 700) n`,
      [ours.tenantId, made.id],
    )
    await client(forms.removeForm, formAt(made))
    await actors.admin.client(forms.purgeForm, formAt(made))
    expect(await rowsLeft(made.id)).toBeGreaterThan(0)
    expect(await verdict(client(forms.restoreForm, formAt(made)))).toBe('404 not_found')
    const { data } = await client(forms.listForms, { query: { status: 'trash', limit: 200 } })
    expect(data.map(({ id }) => id)).not.toContain(made.id)
    while ((await purgeForms(ctx, ours)) > 0);
    expect(await rowsLeft(made.id)).toBe(0)
  })

  test('goes what was thrown away thirty days ago, of one workspace', async () => {
    const [old, recent] = [await makePublicForm(client), await makeForm(client)]
    for (const made of [old, recent]) await client(forms.removeForm, formAt(made))
    await age(old.id, 31)
    await age(recent.id, 29)
    expect(await purgeForms(ctx, theirs)).toBe(0)
    while ((await purgeForms(ctx, ours)) > 0);
    expect([await rowsLeft(old.id), await rowsLeft(recent.id)]).toEqual([0, 2])
  })

  test('goes a workflow that forms start; their responses stay and wait for it no longer', async () => {
    const { made, workflow, instance, taken } = await answered(2)
    await query('update submission_starts set instance_id = null where instance_id = $1', [instance])
    await inTenant(ctx, ours, (tx) => dropDocuments(tx.db, tx.tenantId, [taken]))
    await query('delete from instances where id = $1', [instance])
    await client(removeWorkflow, at(workflow))
    await actors.admin.client(purgeWorkflow, at(workflow))
    const left = await query(
      `select state, (select count(*)::int from submission_starts where form_id = $1) as starts
       from form_submissions where form_id = $1 order by idem_key`,
      [made.id],
    )
    expect(left.rows).toEqual([
      { state: 'running', starts: 0 },
      { state: 'received', starts: 0 },
    ])
    expect((await client(forms.getForm, formAt(made))).data.workflow_ids).toEqual([])
  })
})
