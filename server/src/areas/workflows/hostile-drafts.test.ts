import * as drafts from '@throughline/contracts/workflow-drafts'
import * as workflows from '@throughline/contracts/workflows'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { unique } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { at, autosave, documentOf, make, refusal, renamed, someDocument } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { actors } = await createWorld(api)
const { client: ada, visitor } = actors.manager
const { client: ben } = actors.member

describe('an autosave', () => {
  test('can be sent again when its answer was lost', async () => {
    const made = await make(ada)
    const saved = await autosave(ada, made, renamed(made, 'ask', 'Once'))
    expect(await autosave(ada, made, renamed(made, 'ask', 'Once'))).toEqual(saved)
    await autosave(ben, saved, renamed(saved, 'ask', 'Twice'))
    expect(await verdict(autosave(ada, made, renamed(made, 'ask', 'Once')))).toBe('409 stale_version')
  })

  test('leaves no copy of the document behind', async () => {
    const made = await make(ada)
    const secret = unique('kept')
    await autosave(ada, made, renamed(made, 'ask', secret))
    const { rows } = await api.database.admin((admin) =>
      admin.query<{ n: number }>(
        'select count(*)::int as n from idempotency_keys where strpos(response::text, $1) > 0',
        [secret],
      ),
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  test('cuts no letter in two', async () => {
    const made = await make(ada)
    const named = await autosave(ada, made, renamed(made, 'ask', `${'x'.repeat(79)}😀😀`))
    const refused = await refusal(autosave(ben, made, renamed(made, 'ask', 'Other')))
    expect(refused.errors).toEqual([
      { path: '/steps/ask/name', message: `Test manager changed the name of “${'x'.repeat(79)}”` },
    ])
    const long = await autosave(ada, named, { ...documentOf(named), name: `${'x'.repeat(112)}😀 more` })
    const { data } = await ada(workflows.duplicateWorkflow, { ...at(long), body: {} })
    expect(data.name).toBe(`${'x'.repeat(112)} (copy)`)
    await autosave(ada, data, { ...documentOf(data), description: 'Can still be saved' })
  })

  test('that only changes the order is told to whoever missed it', async () => {
    const made = await make(ada)
    const steps = Object.fromEntries(Object.entries(made.steps).toReversed())
    expect((await autosave(ben, made, { ...documentOf(made), steps })).version).toBe(2)
    expect((await refusal(autosave(ada, made, renamed(made, 'ask', 'x')))).errors).toEqual([
      { path: '', message: 'Test member reordered parts of the workflow' },
    ])
  })

  test('of a tangle that would take long to check is refused', async () => {
    const made = await make(ada)
    const ids = Array.from({ length: 200 }, (_, n) => `s${n}`)
    const steps = Object.fromEntries(
      ids.map((id) => [id, { id, type: 'manual' as const, name: id, next: ids.slice(0, 20), fields: [] }]),
    )
    expect(await verdict(autosave(ada, made, { ...documentOf(made), type: 'parallel', steps }))).toBe(
      '422 invalid_request',
    )
  })

  test('may refer to thousands of secrets, of which few are kept and none is published', async () => {
    const made = await make(ada)
    const names = Array.from({ length: 1_500 }, (_, n) => `{{ secret('s${n}') }}`)
    const parameters = { method: 'POST', url: 'https://api.example.com', body: names.join(' ') }
    const call = { id: 'call', type: 'tool' as const, name: 'Call', tool_id: 'http.request', input: { parameters } }
    const steps = { ...made.steps, call: { ...call, next: [] } }
    const draft = await autosave(ada, made, { ...documentOf(made), steps })
    const { rows } = await api.database.admin((admin) =>
      admin.query<{ n: number }>('select count(*)::int as n from secret_uses where workflow_id = $1', [made.id]),
    )
    expect(rows).toEqual([{ n: 1_000 }])
    const refused = await refusal(ada(drafts.publishWorkflow, { ...at(made), body: { base_version: draft.version } }))
    expect(refused).toMatchObject({ status: 409, code: 'has_errors' })
    expect(JSON.stringify(refused.errors)).toContain('at most 100 secrets')
  })

  test('nested without end is refused', async () => {
    const made = await make(ada)
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const body = `{"base_version":1,"document":{"metadata":{"deep":${deep}}}}`
    const sent = await visitor.fetch(`${visitor.origin}/v1/workflows/${made.id}/draft/`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'x-csrftoken': visitor.cookies.get('csrftoken') ?? '',
        origin: visitor.origin,
      },
      body,
    })
    expect(sent.status).toBe(422)
  })
})

describe('publishing', () => {
  test('what has no name or prefix for the moment is refused with the reason', async () => {
    for (const blank of [{ name: '' }, { prefix: '' }, { name: ' ', prefix: ' ' }]) {
      const made = await make(ada)
      const draft = await autosave(ada, made, { ...renamed(made, 'ask', 'x'), ...blank })
      const publish = ada(drafts.publishWorkflow, { ...at(made), body: { base_version: draft.version } })
      expect(await refusal(publish)).toMatchObject({ status: 409, code: 'has_errors' })
    }
  })

  test('with a prefix that is taken tells others of the one it got', async () => {
    const first = await make(ada)
    const second = await make(ada)
    const draft = await autosave(ada, second, { ...documentOf(second), prefix: first.prefix })
    const body = { base_version: draft.version }
    const { data } = await ada(drafts.publishWorkflow, { ...at(second), body })
    expect(data).toMatchObject({ prefix: `${first.prefix}2`, version: draft.version + 1, draft: null })
    expect((await refusal(autosave(ben, draft, renamed(draft, 'ask', 'x')))).errors).toEqual([
      { path: '/prefix', message: 'Test manager changed the workflow’s prefix' },
    ])
    const again = await autosave(ada, data, { ...documentOf(data), prefix: first.prefix })
    const nothing = ada(drafts.publishWorkflow, { ...at(second), body: { base_version: again.version } })
    expect(await verdict(nothing)).toBe('409 nothing_to_publish')
  })
})

test('prefixes that meet only when they are numbered or folded are all different', async () => {
  const longest = unique('Q').padEnd(20, 'Q').slice(-20)
  await ada(workflows.createWorkflow, { body: { ...someDocument(), prefix: longest } })
  const wanted = [longest, `${longest.slice(0, 19)}2`, longest.toLowerCase(), `${longest.slice(0, 19)}２`]
  const made = await Promise.all([...wanted, ...wanted].map((prefix) => make(ada, { prefix })))
  expect(new Set(made.map(({ prefix }) => prefix.normalize('NFKC').toLowerCase())).size).toBe(made.length)
})
