import { MemberId } from '@throughline/contracts/ids'
import * as drafts from '@throughline/contracts/workflow-drafts'
import * as workflows from '@throughline/contracts/workflows'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { verdict } from '../../../test/verdict.ts'
import { at, autosave, documentOf, make, refusal, renamed } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { actors } = await createWorld(api)
const { client: ada } = actors.manager
const { client: ben } = actors.member

const audits = (id: string) =>
  api.database.admin(async (admin) => {
    const { rows } = await admin.query<{ act: string; data: Record<string, unknown> }>(
      'select act, data from audit_pending where entity_id = $1 union all select act, data from audit_log where entity_id = $1',
      [id],
    )
    return rows
  })

describe('two people at one draft', () => {
  test('build on each other, and publishing names both', async () => {
    const made = await make(ada)
    const mine = await autosave(ada, made, renamed(made, 'ask', 'Ask nicely'))
    const both = await autosave(ben, mine, renamed(mine, 'decide', 'Say yes or no'))
    expect(both).toMatchObject({ version: 3, current_version: 1, draft: { based_on: 1 } })
    expect(both.draft?.changes.map(({ path, author }) => [path, author])).toEqual([
      ['/steps/ask/name', both.draft?.authors.find(({ name }) => name === 'Test manager')?.id],
      ['/steps/decide/name', both.draft?.authors.find(({ name }) => name === 'Test member')?.id],
    ])
    const body = { base_version: both.version }
    const refused = await refusal(ada(drafts.publishWorkflow, { ...at(made), body }))
    expect(refused).toMatchObject({ status: 409, code: 'has_others_changes' })
    expect(refused.errors).toEqual([{ path: expect.any(String), message: 'Test member has changes in this draft' }])
    const include_authors = (refused.errors ?? []).map(({ path }) => MemberId.parse(path))
    const done = await ada(drafts.publishWorkflow, { ...at(made), body: { ...body, include_authors, note: 'Nicer' } })
    expect(done.data).toMatchObject({ current_version: 2, version: 3, draft: null })
    const { data: versions } = await ben(drafts.listWorkflowVersions, { ...at(made), query: {} })
    expect(versions.map(({ number, note, change_count }) => [number, note, change_count])).toEqual([
      [2, 'Nicer', 2],
      [1, '', expect.any(Number)],
    ])
    expect(versions[0]?.authors.map(({ name }) => name)).toEqual(['Test manager', 'Test member'])
    expect(versions[0]?.published_by?.name).toBe('Test manager')
  })

  test('a stale base is refused, and says what was changed by whom', async () => {
    const made = await make(ada)
    await autosave(ben, made, renamed(made, 'decide', 'Decide well'))
    const refused = await refusal(autosave(ada, made, renamed(made, 'ask', 'Other')))
    expect(refused).toMatchObject({ status: 409, code: 'stale_version' })
    expect(refused.errors).toEqual([
      { path: '/steps/decide/name', message: 'Test member changed the name of “Decide well”' },
    ])
    const save = ada(workflows.saveWorkflow, { ...at(made), body: { ...documentOf(made), base_version: 1 } })
    expect(await verdict(save)).toBe('409 stale_version')
  })

  test('of two at the same moment one wins and the other is told', async () => {
    const made = await make(ada)
    const told = await Promise.all([
      verdict(autosave(ada, made, renamed(made, 'ask', 'A'))),
      verdict(autosave(ben, made, renamed(made, 'ask', 'B'))),
    ])
    expect(told.toSorted()).toEqual(['409 stale_version', 'accepted'])
  })

  test('a step that one added and the other named is of both', async () => {
    const made = await make(ada)
    const extra = { id: 'more', type: 'manual' as const, name: 'More', next: [], fields: [] }
    const added = await autosave(ada, made, {
      ...documentOf(made),
      steps: { ...made.steps, more: extra },
    })
    const named = await autosave(ben, added, {
      ...documentOf(added),
      steps: { ...added.steps, more: { ...extra, name: 'Once more' } },
    })
    expect(named.draft?.authors.map(({ name }) => name)).toEqual(['Test manager', 'Test member'])
    const gone = await autosave(ada, named, documentOf(made))
    expect(gone.draft).toBeNull()
  })
})

describe('saving', () => {
  test('publishes what is free of errors and keeps what is not', async () => {
    const made = await make(ada)
    const save = (body: object, of: Pick<workflows.Workflow, 'id'> = made) =>
      ada(workflows.saveWorkflow, { ...at(of), body: { ...documentOf(made), ...body } }).then(({ data }) => data)
    const second = await save({ ...renamed(made, 'ask', 'Second'), base_version: 1, note: 'Why' })
    expect(second).toMatchObject({ saved: 'published', current_version: 2, version: 2, draft: null })
    const broken = await save({ start_step: 'x', base_version: 2 })
    expect(broken).toMatchObject({ saved: 'has_errors', current_version: 2, version: 3 })
    expect(broken.draft?.errors).toBeGreaterThan(0)
    const kept = await save({ ...renamed(made, 'ask', 'Third'), base_version: 3, publish: false })
    expect(kept).toMatchObject({ saved: 'kept', current_version: 2, version: 4 })
    const card = await ada(workflows.listWorkflows, { query: { search: made.prefix } })
    expect(card.data).toMatchObject([
      { id: made.id, draft_changes: 1, step_count: 2, step_types: ['manual', 'approval'] },
    ])
  })

  test('holds back what others changed, unless they are named', async () => {
    const made = await make(ada)
    const theirs = await autosave(ben, made, renamed(made, 'decide', 'Bens'))
    const body = { ...renamed(theirs, 'ask', 'Adas'), base_version: 2 }
    const held = (await ada(workflows.saveWorkflow, { ...at(made), body })).data
    expect(held).toMatchObject({ saved: 'has_others_changes', current_version: 1 })
    const include_authors = (held.draft?.authors ?? []).map(({ id }) => id)
    const again = { ...body, base_version: held.version, include_authors }
    expect((await ada(workflows.saveWorkflow, { ...at(made), body: again })).data.saved).toBe('published')
  })

  test('what is the same writes nothing', async () => {
    const made = await make(ada)
    const same = { ...at(made), body: { ...documentOf(made), base_version: 1 } }
    expect((await ada(workflows.saveWorkflow, same)).data).toEqual({ ...made, saved: 'kept' })
    expect((await autosave(ada, made, documentOf(made))).version).toBe(1)
    expect((await audits(made.id)).map(({ act }) => act)).toEqual(['workflow.created'])
    const publish = ada(drafts.publishWorkflow, { ...at(made), body: { base_version: 1 } })
    expect(await refusal(publish)).toMatchObject({
      code: 'nothing_to_publish',
      message: 'Nothing has changed since version 1',
    })
  })

  test('of what was autosaved before is a save all the same', async () => {
    const made = await make(ada, { start_step: 'x' })
    const later = await autosave(ada, made, { ...renamed(made, 'ask', 'Later') })
    expect(later.updated_at).toBe(made.updated_at)
    const body = { ...documentOf(later), base_version: later.version }
    const { data } = await ada(workflows.saveWorkflow, { ...at(made), body })
    expect(data).toMatchObject({ saved: 'has_errors', version: later.version })
    expect(data.updated_at > made.updated_at).toBe(true)
    expect((await audits(made.id)).map(({ act }) => act)).toEqual(['workflow.created', 'workflow.saved'])
  })

  test('without a base is accepted, and on record as unconditional', async () => {
    const made = await make(ada)
    await ada(workflows.saveWorkflow, { ...at(made), body: { ...renamed(made, 'ask', 'Anyhow') } })
    expect(await audits(made.id)).toContainEqual({
      act: 'workflow.published',
      data: expect.objectContaining({ unconditional: true }),
    })
  })

  test('with errors is not published on request either', async () => {
    const made = await make(ada, { start_step: 'x' })
    const refused = await refusal(ada(drafts.publishWorkflow, { ...at(made), body: { base_version: 1 } }))
    expect(refused).toMatchObject({ status: 409, code: 'has_errors' })
    expect(refused.errors?.map(({ path }) => path)).toContain('/start_step')
  })

  test('a draft may be without a name for the moment, and its row keeps the last one', async () => {
    const made = await make(ada, { publish: false, name: 'Before' })
    const blank = await autosave(ada, made, { ...documentOf(made), name: '', prefix: '' })
    expect(blank.name).toBe('')
    const { data } = await ada(workflows.listWorkflows, { query: { search: made.prefix } })
    expect(data).toMatchObject([{ name: 'Before', prefix: made.prefix }])
  })

  test('the order of the steps one after another is a change', async () => {
    const made = await make(ada, { type: 'parallel' })
    const { ask } = made.steps
    if (!ask) throw new Error('no such step')
    const extra = { id: 'more', type: 'manual' as const, name: 'More', next: [], fields: [] }
    const both = {
      ...documentOf(made),
      steps: { ...made.steps, ask: { ...ask, next: ['decide', 'more'] }, more: extra },
    }
    const first = await autosave(ada, made, both)
    const turned = { ...both, steps: { ...both.steps, ask: { ...ask, next: ['more', 'decide'] } } }
    await ada(workflows.saveWorkflow, { ...at(made), body: { ...both, base_version: first.version } })
    const second = await autosave(ben, first, turned)
    expect(second.draft?.changes).toMatchObject([{ path: '/steps/ask/next', step: 'ask', class: 'flow' }])
  })
})

describe('versions', () => {
  test('are read, restored as a draft, and discarded', async () => {
    const made = await make(ada)
    const body = { ...renamed(made, 'ask', 'Second'), base_version: 1 }
    await ada(workflows.saveWorkflow, { ...at(made), body })
    const one = await ben(drafts.getWorkflowVersion, { params: { workflowId: made.id, number: 1 } })
    expect(one.data.document.steps['ask']?.name).toBe('Ask for leave')
    const two = await ben(drafts.getWorkflowVersion, { params: { workflowId: made.id, number: 2 } })
    expect(two.data.changes).toMatchObject([
      { path: '/steps/ask/name', before: 'Ask for leave', after: 'Second', author: made.owner?.id },
    ])
    expect(two.data.hash).toMatch(/^[0-9a-f]{64}$/)
    const at1 = { params: { workflowId: made.id, number: 1 } }
    const restored = await ben(drafts.restoreWorkflowVersion, { ...at1, body: { base_version: 2 } })
    expect(restored.data).toMatchObject({ version: 3, current_version: 2, draft: { based_on: 2 } })
    expect(restored.data.draft?.authors.map(({ name }) => name)).toEqual(['Test member'])
    const dropped = await ada(drafts.discardDraft, { ...at(made), body: { base_version: 3 } })
    expect(dropped.data).toMatchObject({ version: 4, draft: null })
    expect(dropped.data.steps['ask']?.name).toBe('Second')
    const missing = ada(drafts.getWorkflowVersion, { params: { workflowId: made.id, number: 3 } })
    expect(await verdict(missing)).toBe('404 not_found')
  })

  test('there is nothing to discard to before the first', async () => {
    const made = await make(ada, { publish: false })
    const refused = await refusal(ada(drafts.discardDraft, { ...at(made), body: { base_version: 1 } }))
    expect(refused).toMatchObject({ status: 409, code: 'never_published' })
  })

  test('come in pages, newest first', async () => {
    const made = await make(ada)
    for (let version = 1; version < 5; version++) {
      const body = { ...renamed(made, 'ask', `Name ${version}`), base_version: version }
      await ada(workflows.saveWorkflow, { ...at(made), body })
    }
    const numbers: number[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 2, ...(cursor ? { cursor } : {}) }
      const page = await ada(drafts.listWorkflowVersions, { ...at(made), query })
      numbers.push(...page.data.map(({ number }) => number))
      cursor = page.pagination.next_cursor ?? undefined
    } while (cursor)
    expect(numbers).toEqual([5, 4, 3, 2, 1])
  })

  test('can be changed by nobody', async () => {
    const made = await make(ada)
    await expect(
      api.ctx.pools.tenant.query(`update workflow_versions set note = 'x' where workflow_id = $1`, [made.id]),
    ).rejects.toThrow('permission denied')
  })
})
