import type { Input } from '@throughline/contracts/endpoint'
import * as forms from '@throughline/contracts/forms'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { formAt, makeForm, makePublicForm, saveFormOf } from '../../../test/form-acts.ts'
import { make } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { countSubmissions } from './submission-count.ts'

const api = await sharedApi()
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.manager

const list = (query: Input<typeof forms.listForms>['query'] = {}) => client(forms.listForms, { query })
const titles = async (query: Input<typeof forms.listForms>['query']) =>
  (await list({ sort: 'title', ...query })).data.map(({ title }) => title)
const setIntake = (of: forms.Form, body: Input<typeof forms.setFormIntake>['body']) =>
  client(forms.setFormIntake, { ...formAt(of), body })
const receive = (of: forms.Form, count: number) =>
  inTenant(api.ctx, ours, async (tx) => countSubmissions(tx, of.id, 1, count))
const answeredAt = (of: forms.Form, at: string) =>
  api.database.admin((admin) => admin.query('update forms set last_response_at = $2 where id = $1', [of.id, at]))

const draft = await makeForm(client, { title: 'Équipment request' })
const open = await makePublicForm(client, { title: 'New client intake' })
const byHand = await makePublicForm(client, { title: 'Summer party' })
const byDay = await makePublicForm(client, { title: 'Expense claim' })
const byLimit = await makePublicForm(client, { title: 'Workshop seats' })
await setIntake(byHand, { closed: true })
await setIntake(byDay, { closes_at: '2020-01-01T00:00:00Z' })
await setIntake(byLimit, { closes_after: 2 })
await receive(byLimit, 2)
await answeredAt(byLimit, '2026-11-01T10:00:00Z')
await answeredAt(open, '2026-11-03T10:00:00Z')
await makePublicForm(actors.other_admin.client, { title: 'New client of theirs' })

describe('the list', () => {
  test('tells drafts, open and closed ones apart, and counts each', async () => {
    const { data, counts, status } = await list({ sort: 'title' })
    expect(status).toBe('all')
    expect(data.map(({ title, closed }) => [title, closed?.because ?? null])).toEqual([
      ['Équipment request', null],
      ['Expense claim', 'date'],
      ['New client intake', null],
      ['Summer party', 'by_hand'],
      ['Workshop seats', 'limit'],
    ])
    expect(counts).toEqual({ all: 5, active: 1, closed: 3, draft: 1 })
    expect(data[4]).toMatchObject({
      submission_count: 2,
      closed: { because: 'limit', limit: 2, since: '2026-11-01T10:00:00.000Z' },
    })
    expect(await titles({ status: 'active' })).toEqual(['New client intake'])
    expect(await titles({ status: 'closed' })).toEqual(['Expense claim', 'Summer party', 'Workshop seats'])
    expect(await titles({ status: 'draft' })).toEqual(['Équipment request'])
  })

  test('begins with the last response, then the newest', async () => {
    expect((await list()).data.map(({ title }) => title)).toEqual([
      'New client intake',
      'Workshop seats',
      'Expense claim',
      'Summer party',
      'Équipment request',
    ])
  })

  test('finds a title by the beginning of any word, without case and accents', async () => {
    expect(await titles({ search: 'CLIENT' })).toEqual(['New client intake'])
    expect(await titles({ search: 'equip' })).toEqual(['Équipment request'])
    expect(await titles({ search: 'lient' })).toEqual([])
    expect(await titles({ search: 'client in' })).toEqual(['New client intake'])
  })

  test.each(['response', 'title', 'created'] as const)('by %s comes page by page, each once', async (sort) => {
    const whole = (await list({ sort })).data.map(({ id }) => id)
    const pages: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ sort, limit: 2, ...(cursor && { cursor }) })
      pages.push(...page.data.map(({ id }) => id))
      cursor = page.pagination.next_cursor ?? undefined
    } while (cursor)
    expect(pages).toEqual(whole)
  })

  test('names the workflows that responses start, as far as they may be seen', async () => {
    const workflow = await make(client, { name: 'Onboarding' })
    await inTenant(api.ctx, ours, ({ db, tenantId: tenant_id }) =>
      db
        .insertInto('workflow_triggers')
        .values({ tenant_id, workflow_id: workflow.id, form_id: open.id, field_mapping: '{}' })
        .execute(),
    )
    const { data } = await list({ workflow: workflow.id })
    expect(data).toMatchObject([{ id: open.id, workflow_ids: [workflow.id], starts: [{ name: 'Onboarding' }] }])
    const elsewhere = await actors.other_admin.client(forms.listForms, { query: { workflow: workflow.id } })
    expect(elsewhere).toMatchObject({ data: [], counts: { all: 1 } })
    expect(theirs.tenantId).not.toBe(ours.tenantId)
  })

  test('says how many changes wait', async () => {
    await saveFormOf(client, draft, { description: 'Ask early.' })
    const { data } = await list({ search: 'equip' })
    expect(data[0]?.draft_changes).toBeGreaterThan(0)
    expect((await list({ search: 'summer' })).data[0]?.draft_changes).toBe(0)
  })
})

describe('a closed form', () => {
  test('reopens by hand, whatever closed it', async () => {
    for (const form of [byHand, byDay, byLimit]) {
      const { data } = await setIntake(form, { closed: false })
      expect(data.closed).toBeNull()
    }
    expect((await list()).counts).toMatchObject({ active: 4, closed: 0 })
  })

  test('keeps what else was set, and the trail says what changed', async () => {
    const form = await makePublicForm(client)
    await setIntake(form, { retention_days: 90, max_files: 3 })
    const { data } = await setIntake(form, { closed: true })
    expect(data).toMatchObject({ retention_days: 90, limits: { files: 3, megabytes: 100 } })
    await setIntake(form, { closed: true })
    const { rows } = await api.database.admin((admin) =>
      admin.query<{ data: object }>(
        `select data from audit_pending where entity_id = $1 and act = 'form.intake_changed'
         union all select data from audit_log where entity_id = $1 and act = 'form.intake_changed'`,
        [form.id],
      ),
    )
    expect(rows.map((row) => row.data)).toMatchObject([
      { before: { retention_days: null, max_files: 20 }, after: { retention_days: 90, max_files: 3 } },
      { before: { closed_at: null } },
    ])
  })
})
