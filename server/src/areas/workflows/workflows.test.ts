import { WorkflowId } from '@throughline/contracts/ids'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import * as drafts from '@throughline/contracts/workflow-drafts'
import * as workflows from '@throughline/contracts/workflows'
import { templates } from '@throughline/flow/templates'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { unique } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { at, documentOf, make, refusal, someDocument } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { theirs, actors } = await createWorld(api)
const { client: ada } = actors.manager
const { client: ben } = actors.member

describe('making a workflow', () => {
  test('publishes version 1 and answers the whole of it', async () => {
    const made = await make(ada, { name: 'Leave', description: 'Days off' })
    expect(made).toMatchObject({
      saved: 'published',
      name: 'Leave',
      description: 'Days off',
      version: 1,
      current_version: 1,
      draft: null,
      status: 'active',
      instance_count: 0,
      last_instance_number: 0,
      owner: { name: 'Test manager' },
      access: { visibility: 'everyone', teams: [], people: [] },
    })
    expect(Object.keys(made.steps)).toEqual(['ask', 'decide'])
    const again = await ben(workflows.getWorkflow, at(made))
    expect(again.data).toEqual({ ...made, saved: undefined })
  })

  test('takes any accepted spelling, and nothing that is the server’s', async () => {
    const { data } = await ada(workflows.createWorkflow, {
      body: {
        name: ' Older ',
        prefix: unique('OLD').slice(-10),
        steps: [
          { type: 'manual', name: 'One', config: { fields: [] } },
          { type: 'manual', name: 'Two' },
        ],
        id: theirs.tenantId,
        status: 'archived',
        current_version: 9,
        version: 7,
        owner: null,
        draft: { changes: 3 },
      },
    })
    expect(data).toMatchObject({ name: 'Older', status: 'active', current_version: 1, version: 1, start_step: '1' })
    expect(data.id).not.toBe(theirs.tenantId)
    expect(data.steps['1']?.next).toEqual(['2'])
  })

  test('keeps a draft where there are errors, or where it is asked to', async () => {
    const broken = await make(ada, { start_step: 'nowhere' })
    expect(broken).toMatchObject({ saved: 'has_errors', current_version: null, draft: { based_on: null } })
    expect(broken.draft?.errors).toBeGreaterThan(0)
    expect(await make(ada, { publish: false })).toMatchObject({ saved: 'kept', current_version: null })
  })

  test('needs a name and a prefix, and has bounds', async () => {
    for (const body of [someDocument({ name: ' ' }), someDocument({ prefix: '' }), {}]) {
      expect(await refusal(ada(workflows.createWorkflow, { body }))).toMatchObject({
        status: 422,
        message: 'Name and prefix are required',
      })
    }
    const many = Object.fromEntries(
      Array.from({ length: 501 }, (_, n) => [
        `s${n}`,
        { id: `s${n}`, type: 'manual', name: 'S', next: [], fields: [] },
      ]),
    )
    const large = { ...someDocument(), metadata: { version: '1', category: 'x', text: 'x'.repeat(600_000) } }
    for (const body of [
      { ...someDocument(), steps: many },
      large,
      someDocument({ name: 'x'.repeat(121) }),
      someDocument({ name: 'a\u0000b' }),
    ]) {
      expect(await verdict(ada(workflows.createWorkflow, { body }))).toBe('422 invalid_request')
    }
  })

  test('gives a taken prefix the next free digit, also to many at once', async () => {
    const prefix = `${unique('R').slice(-8)}X`
    const made = await Promise.all(Array.from({ length: 8 }, () => make(ada, { prefix })))
    const wanted = [prefix, ...Array.from({ length: 7 }, (_, n) => `${prefix}${n + 2}`)]
    expect(new Set(made.map((one) => one.prefix)).size).toBe(8)
    expect(made.map((one) => one.prefix).toSorted()).toEqual(wanted.toSorted())
  })

  test('once, however often it is sent with one key', async () => {
    const body = someDocument()
    const key = unique('key')
    const send = () => ada(workflows.createWorkflow, { body }, { idempotencyKey: key })
    const [one, other] = [await send(), await send()]
    expect(other.data.id).toBe(one.data.id)
  })

  test.each(templates.map((template) => [template.id, template] as const))(
    'of the template %s',
    async (_, template) => {
      expect(await make(ada, { ...template, prefix: unique('T').slice(-10) })).toMatchObject({ saved: 'published' })
    },
  )
})

describe('what a document names', () => {
  test('is an error with its place where it is not of this workspace, and never shown', async () => {
    const foreign = await actors.other_admin.client(workflows.createWorkflow, {
      body: someDocument({ name: 'Foreign' }),
    })
    const made = await make(ada, {
      steps: {
        ask: {
          id: 'ask',
          type: 'manual',
          name: 'Ask',
          next: ['sub'],
          fields: [],
          assignee: { person: theirs.memberId },
        },
        sub: { id: 'sub', type: 'subworkflow', name: 'Sub', next: ['decide'], workflow_id: foreign.data.id },
        decide: {
          id: 'decide',
          type: 'approval',
          name: 'Decide',
          next: [],
          approvers: [{ team: theirs.teamId }, { role: 'No one' }, { role: 'owner' }],
          rule: 'all',
          order: 'at_once',
        },
      },
    })
    expect(made).toMatchObject({ saved: 'has_errors', refs: { people: [], teams: [], workflows: [] } })
    const refused = await refusal(ada(drafts.publishWorkflow, { ...at(made), body: { base_version: 1 } }))
    expect(refused.errors?.map(({ path }) => path).toSorted()).toEqual([
      '/steps/ask/assignee',
      '/steps/decide/approvers/0',
      '/steps/decide/approvers/1',
      '/steps/sub/workflow_id',
    ])
    expect(JSON.stringify(made)).not.toContain('Foreign')
  })

  test('is shown with its name, and circles of workflows are found', async () => {
    const calls = (id: string, step: string): FlowDoc['steps'] => ({
      [step]: { id: step, type: 'subworkflow', name: 'Call', next: [], workflow_id: id },
    })
    const plain = {
      ask: {
        id: 'ask',
        type: 'manual' as const,
        name: 'Ask',
        next: [],
        fields: [],
        assignee: { starter: true as const },
      },
    }
    const last = await make(ada, { name: 'Last', start_step: 'ask', steps: plain })
    const middle = await make(ada, { name: 'Middle', start_step: 'c', steps: calls(last.id, 'c') })
    const first = await make(ada, { name: 'First', start_step: 'c', steps: calls(middle.id, 'c') })
    expect(first).toMatchObject({
      saved: 'published',
      refs: { workflows: [{ id: middle.id, name: 'Middle', current_version: 1, calls: [last.id] }] },
    })
    const circle = { ...documentOf(last), start_step: 'c', steps: calls(first.id, 'c'), base_version: 1 }
    const saved = await ada(workflows.saveWorkflow, { ...at(last), body: circle })
    expect(saved.data.saved).toBe('has_errors')
  })
})

test('a copy is a draft of whoever makes it, with a free prefix', async () => {
  const made = await make(ada, { name: 'Original' })
  const { data } = await ben(workflows.duplicateWorkflow, { ...at(made), body: {} })
  expect(data).toMatchObject({ name: 'Original (copy)', current_version: null, owner: { name: 'Test member' } })
  expect(data.prefix).not.toBe(made.prefix)
  expect(data.steps).toEqual(made.steps)
  const named = await ben(workflows.duplicateWorkflow, { ...at(made), body: { name: 'Another' } })
  expect(named.data.name).toBe('Another')
})

test('the file is the document, for import elsewhere', async () => {
  const made = await make(ada, { name: 'Größe / "x"' })
  const { visitor } = actors.viewer
  const response = await visitor.fetch(`${visitor.origin}/v1/workflows/${made.id}/export/`)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const disposition = response.headers.get('content-disposition') ?? ''
  expect(disposition).toContain('attachment; filename="')
  expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(`${made.prefix}-Größe - "x".json`)
  const exported = JSON.parse(await response.text())
  expect(exported.id).toBeUndefined()
  const { data } = await ada(workflows.createWorkflow, { body: exported })
  expect(data).toMatchObject({ name: made.name, steps: made.steps, saved: 'published' })
})

test('another’s workflow is not there, whatever is asked of it', async () => {
  const made = await make(ada)
  const { client } = actors.other_admin
  const body = { base_version: 1 }
  const calls = [
    () => client(workflows.getWorkflow, at(made)),
    () => client(workflows.saveWorkflow, { ...at(made), body: { ...someDocument() } }),
    () => client(workflows.removeWorkflow, at(made)),
    () => client(workflows.duplicateWorkflow, { ...at(made), body: {} }),
    () => client(drafts.publishWorkflow, { ...at(made), body }),
    () => client(drafts.listWorkflowVersions, { ...at(made), query: {} }),
    () => client(workflows.getWorkflow, at({ id: WorkflowId.parse(theirs.tenantId) })),
  ]
  for (const call of calls) expect(await verdict(call())).toBe('404 not_found')
})
