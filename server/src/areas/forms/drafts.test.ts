import * as forms from '@throughline/contracts/forms'
import { MemberId } from '@throughline/contracts/ids'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import {
  FIELDS,
  formAt,
  formContent,
  makeForm,
  makePublicForm,
  publishFormOf,
  saveFormOf,
} from '../../../test/form-acts.ts'
import { verdict } from '../../../test/verdict.ts'
import { refusal } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { findPublicVersion } from './public-version.ts'

const api = await sharedApi()
const { actors, ours } = await createWorld(api)
const { client: ada } = actors.manager
const { client: ben } = actors.member

const relabelled = (id: string, label: string) => FIELDS.map((one) => (one.id === id ? { ...one, label } : one))
const publicOf = (id: string) => readTenant(api.ctx, ours, (tx) => findPublicVersion(tx, id))
const acts = (id: string) =>
  api.database.admin(async (admin) => {
    const { rows } = await admin.query<{ act: string; data: Record<string, unknown> }>(
      'select act, data from audit_pending where entity_id = $1 union all select act, data from audit_log where entity_id = $1',
      [id],
    )
    return rows
  })

describe('a new form', () => {
  test('is a draft of its author with everything that was sent', async () => {
    const made = await makeForm(ada)
    expect(made).toMatchObject({
      title: 'New client intake',
      status: 'draft',
      version: 1,
      current_version: null,
      submission_count: 0,
      workflow_ids: [],
      closed: null,
      headerBanner: null,
      public_url: `${api.ctx.config.APP_ORIGIN}/public/forms/${made.id}`,
      limits: { files: 20, megabytes: 100, megabytes_a_day: 2048 },
    })
    expect(made.elements).toEqual(FIELDS)
    expect(made.draft?.authors.map(({ name }) => name)).toEqual(['Test manager'])
    expect(made.draft?.problems).toEqual([])
    expect((await ben(forms.getForm, formAt(made))).data).toEqual(made)
    expect(await acts(made.id)).toEqual([{ act: 'form.created', data: { name: 'New client intake' } }])
  })

  test('is refused where its texts cannot be read, with the place', async () => {
    const bad = await refusal(ada(forms.createForm, { body: { title: 'x', elements: '{' } }, { form: new FormData() }))
    expect(bad).toMatchObject({ status: 422, errors: [{ path: 'elements' }] })
    const large = FIELDS.flatMap((one) =>
      Array.from({ length: 60 }, (_, n) => ({ ...one, id: `${one.id}-${n}`, helpText: 'x'.repeat(1_900) })),
    )
    expect(await verdict(makeForm(ada, { elements: large }))).toMatch(/^422/)
    expect(await verdict(makeForm(ada, { title: 'a\0b' }))).toBe('422 invalid_request')
  })
})

describe('two people at one draft', () => {
  test('build on each other, and publishing names both', async () => {
    const made = await makePublicForm(ada)
    const mine = await saveFormOf(ada, made, { elements: relabelled('txt-1', 'Your company') })
    const both = await saveFormOf(ben, mine, { title: 'Intake' })
    expect(both).toMatchObject({ version: 3, current_version: 1, draft: { based_on: 1 } })
    const authorNamed = (name: string) => both.draft?.authors.find((one) => one.name === name)?.id
    expect(both.draft?.changes.map(({ what, name, author }) => [what, name, author])).toEqual([
      ['text', 'title', authorNamed('Test member')],
      ['element', 'Your company', authorNamed('Test manager')],
    ])
    const body = { base_version: both.version }
    const refused = await refusal(ada(forms.publishForm, { ...formAt(made), body }))
    expect(refused).toMatchObject({ status: 409, code: 'has_others_changes' })
    expect(refused.errors).toEqual([{ path: expect.any(String), message: 'Test member has changes in this draft' }])
    const include_authors = (refused.errors ?? []).map(({ path }) => MemberId.parse(path))
    const done = await ada(forms.publishForm, { ...formAt(made), body: { ...body, include_authors, note: 'Shorter' } })
    expect(done.data).toMatchObject({ current_version: 2, version: 3, draft: null })
    const { data: versions } = await ben(forms.listFormVersions, { ...formAt(made), query: {} })
    expect(
      versions.map(({ number, note, change_count, submission_count }) => [
        number,
        note,
        change_count,
        submission_count,
      ]),
    ).toEqual([
      [2, 'Shorter', 2, 0],
      [1, '', expect.any(Number), 0],
    ])
    expect(versions[0]?.authors.map(({ name }) => name)).toEqual(['Test manager', 'Test member'])
  })

  test('a stale base is refused, and says what was changed by whom', async () => {
    const made = await makeForm(ada)
    await saveFormOf(ben, made, { elements: [...FIELDS.slice(1), { id: 'txt-2', type: 'textbox', label: 'Address' }] })
    const refused = await refusal(saveFormOf(ada, made, { title: 'Other' }))
    expect(refused).toMatchObject({
      status: 409,
      code: 'stale_version',
      message: 'This form was changed in the meantime',
    })
    expect(refused.errors).toEqual([
      { path: '/elements/txt-2', message: 'Test member added “Address”' },
      { path: '/elements/txt-1', message: 'Test member removed “Company”' },
    ])
    expect(await verdict(publishFormOf(ada, made))).toBe('409 stale_version')
  })

  test('the same save again is accepted, whatever it was based on', async () => {
    const made = await makeForm(ada)
    const saved = await saveFormOf(ada, made, { title: 'Once' })
    expect(await saveFormOf(ada, made, { title: 'Once' })).toEqual(saved)
  })

  test('saves at the same moment lose nothing', async () => {
    const made = await makeForm(ada)
    const answers = await Promise.all([
      verdict(saveFormOf(ada, made, { title: 'One' })),
      verdict(saveFormOf(ben, made, { description: 'Other' })),
    ])
    expect(answers.toSorted()).toEqual(['409 stale_version', 'accepted'])
  })
})

describe('publishing', () => {
  test('puts the draft on its address, compiled, and says so in the trail', async () => {
    const made = await makePublicForm(ada)
    expect(made).toMatchObject({ status: 'active', current_version: 1, draft: null })
    const version = await publicOf(made.id)
    expect(version).toMatchObject({ number: 1, closed: null, organisation: 'Ours', banner: null })
    expect(version?.content).toEqual(formContent())
    expect(version?.compiled.fields.map(({ name }) => name)).toEqual(['txt-1', 'dd-1', 'num-1'])
    expect(Object.keys(version?.compiled.show ?? {})).toEqual(['num_1'])
    expect((await acts(made.id)).map(({ act }) => act)).toEqual(['form.created', 'form.published'])
  })

  test('is refused with every error in words, and changes nothing', async () => {
    const made = await makeForm(ada, {
      title: '',
      elements: [
        { id: 'txt-1', type: 'textbox' },
        { id: 'dd-1', type: 'dropdown', label: 'Service', options: [] },
        { id: 'x-1', type: 'hologram' },
      ],
    })
    const refused = await refusal(publishFormOf(ada, made))
    expect(refused).toMatchObject({ status: 409, code: 'has_errors' })
    expect(refused.errors).toEqual([
      { path: '', message: 'Give the form a title.' },
      { path: '/elements/txt-1', message: 'Please provide a label for this element.' },
      { path: '/elements/dd-1', message: 'Add at least one option to “Service”.' },
      { path: '/elements/x-1', message: 'Unsupported element type: hologram' },
    ])
    expect(await publicOf(made.id)).toBeUndefined()
  })

  test('needs a change', async () => {
    const made = await makePublicForm(ada)
    expect(await verdict(publishFormOf(ada, made))).toBe('409 nothing_to_publish')
  })

  test('leaves the public version as it is while the draft is worked on', async () => {
    const made = await makePublicForm(ada)
    await saveFormOf(ada, made, { title: 'Later' })
    expect((await publicOf(made.id))?.content.title).toBe('New client intake')
  })

  test('the same key once makes one version', async () => {
    const made = await makeForm(ada)
    const call = () =>
      ada(forms.publishForm, { ...formAt(made), body: { base_version: 1 } }, { idempotencyKey: `publish-${made.id}` })
    const [one, other] = [await call(), await call()]
    expect(other).toEqual(one)
    expect(one.data.current_version).toBe(1)
  })
})

describe('a form that is taken off its address', () => {
  test('comes back as the same version where nothing changed since', async () => {
    const made = await makePublicForm(ada)
    const { data: off } = await ada(forms.unpublishForm, formAt(made))
    expect(off).toMatchObject({ status: 'draft', current_version: null, draft: null })
    expect(await publicOf(made.id)).toBeUndefined()
    expect(await publishFormOf(ada, off)).toMatchObject({ status: 'active', current_version: 1 })
    expect((await publicOf(made.id))?.number).toBe(1)
  })

  test('is published anew with what changed since', async () => {
    const made = await makePublicForm(ada)
    await ada(forms.unpublishForm, formAt(made))
    const changed = await saveFormOf(ada, made, { title: 'Second' })
    expect(await publishFormOf(ada, changed)).toMatchObject({ current_version: 2 })
  })
})

describe('what was written before', () => {
  test('comes back by discarding the draft', async () => {
    const made = await makePublicForm(ada)
    const changed = await saveFormOf(ben, made, { title: 'Other' })
    const body = { base_version: changed.version }
    const { data } = await ada(forms.discardFormDraft, { ...formAt(made), body })
    expect(data).toMatchObject({ title: 'New client intake', draft: null, version: 3 })
    const fresh = await makeForm(ada)
    const never = ada(forms.discardFormDraft, { ...formAt(fresh), body: { base_version: 1 } })
    expect(await verdict(never)).toBe('409 never_published')
  })

  test('comes back by restoring a version, as a draft', async () => {
    const first = await makePublicForm(ada)
    const second = await publishFormOf(ada, await saveFormOf(ada, first, { title: 'Second' }))
    const restored = await ben(forms.restoreFormVersion, {
      params: { formId: first.id, number: 1 },
      body: { base_version: second.version },
    })
    expect(restored.data).toMatchObject({ title: 'New client intake', current_version: 2 })
    expect(restored.data.draft?.changes).toMatchObject([{ name: 'title', before: 'Second' }])
    const version = await ada(forms.getFormVersion, { params: { formId: first.id, number: 2 } })
    expect(version.data.content.title).toBe('Second')
    expect(version.data.changes).toMatchObject([{ what: 'text', name: 'title', after: 'Second' }])
    const unknown = ada(forms.getFormVersion, { params: { formId: first.id, number: 9 } })
    expect(await verdict(unknown)).toBe('404 not_found')
  })
})
