import { EditorView } from '@codemirror/view'
import { act, configure, fireEvent, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { newWorkflow } from '../builder/testing/workflow.ts'
import { FIRST_PAGE, openWorkflows } from '../testing/open-workflows.tsx'
import { card, id, page } from '../testing/sample-workflows.ts'
import { spec as listSpec, texts as listTexts } from '../workflows.texts.ts'
import { spec, texts } from './add.texts.ts'

// The editor and the canvas are much to set up.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 40_000 })
// What comes when it is needed is there already: the tests are not about how long that takes.
beforeAll(async () => {
  await Promise.all([
    import('./add-panel.tsx'),
    import('../canvas/flow-canvas.tsx'),
    import('../json/json-editor.tsx'),
    import('../list/first-workflow.tsx'),
  ])
}, 60_000)

const CREATE = 'POST /v1/workflows/'
const COPILOT = 'POST /v1/agents/multi-agent-workflow/'
const made = { status: 201, body: { data: newWorkflow(id(700), 'Purchase request') } }
const answers = { [FIRST_PAGE]: page([card(1, 'Invoice Approval')]), [CREATE]: made }

async function openPanel(mode = '', more = {}) {
  const view = openWorkflows(`/workflows?panel=add${mode}`, { ...answers, ...more })
  await view.findByRole('radio', { name: texts.modes.form })
  const panel = within(view.getByRole('complementary', { name: spec.title }))
  const type = (label: string, value: string) => fireEvent.change(panel.getByLabelText(label), { target: { value } })
  const press = (name: string) => fireEvent.click(panel.getByRole('button', { name }))
  const go = (name: string) => fireEvent.click(panel.getByRole('radio', { name }))
  return { view, panel, type, press, go }
}

const editorIn = async (container: HTMLElement) => {
  const found = await waitFor(() => {
    const element = container.querySelector<HTMLElement>('.cm-editor')
    if (!element) throw new Error('no editor yet')
    return element
  })
  const editor = EditorView.findFromDOM(found)
  if (!editor) throw new Error('no editor')
  return {
    text: () => editor.state.doc.toString(),
    write: (text: string) =>
      act(() => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })),
  }
}

test('name and prefix are required', async () => {
  const { view, panel, type, press } = await openPanel()
  press(texts.create)
  expect(panel.getByRole('alert').textContent).toContain('Name and prefix are required')
  expect(document.activeElement).toBe(panel.getByLabelText(texts.form.name))
  type(texts.form.name, 'Purchase request')
  expect(panel.getByLabelText<HTMLInputElement>(texts.form.prefix).value, 'the name proposes it').toBe('PUR')
  type(texts.form.prefix, '')
  press(texts.create)
  expect(view.server.sent(CREATE)).toEqual([])
})

test('the form makes a draft and opens it in the builder', async () => {
  const { view, panel, type, press } = await openPanel()
  type(texts.form.name, 'Purchase request')
  type(texts.form.prefix, 'pur')
  type(texts.form.nameOf(1), 'Describe the purchase')
  expect(panel.queryByRole('button', { name: texts.form.remove(1) })).toBeNull()
  press(texts.form.addStep)
  expect(document.activeElement).toBe(panel.getByLabelText(texts.form.nameOf(2)))
  type(texts.form.nameOf(2), 'Order it')
  press(texts.create)
  await waitFor(() => expect(view.address()).toBe(`/workflow-builder/${id(700)}`))
  expect(view.server.sent(CREATE)).toEqual([
    {
      name: 'Purchase request',
      prefix: 'PUR',
      description: '',
      type: 'sequential',
      metadata: { version: '1.0', category: 'Uncategorized' },
      start_step: '1',
      steps: {
        1: {
          id: '1',
          type: 'manual',
          name: 'Describe the purchase',
          next: ['2'],
          fields: [],
          assignee: { starter: true },
        },
        2: { id: '2', type: 'manual', name: 'Order it', next: [], fields: [], assignee: { starter: true } },
      },
      publish: false,
    },
  ])
})

test('steps are renumbered after one is removed or moved, and one always remains', async () => {
  const { view, panel, type, press } = await openPanel()
  type(texts.form.name, 'Purchase request')
  type(texts.form.prefix, 'PUR')
  type(texts.form.nameOf(1), 'First')
  press(texts.form.addStep)
  type(texts.form.nameOf(2), 'Second')
  press(texts.form.addStep)
  type(texts.form.nameOf(3), 'Third')
  press(texts.form.moveUp(3))
  press(texts.form.remove(1))
  const names = [1, 2].map((n) => panel.getByLabelText<HTMLInputElement>(texts.form.nameOf(n)).value)
  expect(names).toEqual(['Third', 'Second'])
  press(texts.form.remove(2))
  expect(panel.queryByRole('button', { name: texts.form.remove(1) })).toBeNull()
  press(texts.form.addStep)
  press(texts.create)
  await waitFor(() => expect(view.server.sent(CREATE)).toHaveLength(1))
  expect(view.server.sent(CREATE)[0]).toMatchObject({
    start_step: '1',
    steps: { 1: { id: '1', name: 'Third', next: ['2'] }, 2: { id: '2', name: '', next: [] } },
  })
})

test('form and JSON say the same; a text that is no JSON cannot go back to the form', async () => {
  const { view, panel, type, go } = await openPanel()
  type(texts.form.name, 'Purchase request')
  go(texts.modes.json)
  const editor = await editorIn(view.container)
  expect(editor.text()).toContain('"name": "Purchase request"')
  editor.write('{ "name": "Leave", "prefix": "LV", "steps": [{ "name": "Ask" }, { "name": "Approve" }] }')
  go(texts.modes.form)
  expect((await panel.findByLabelText<HTMLInputElement>(texts.form.name)).value).toBe('Leave')
  expect(panel.getByLabelText<HTMLInputElement>(texts.form.nameOf(2)).value).toBe('Approve')
  go(texts.modes.json)
  const again = await editorIn(view.container)
  again.write('{ "name": ')
  expect((await panel.findByRole('alert')).textContent).toContain('Invalid JSON format')
  go(texts.modes.form)
  await waitFor(() =>
    expect(panel.getByRole('alert').textContent).toContain(
      'Invalid JSON format. Please correct before switching to form mode.',
    ),
  )
  expect(panel.queryByLabelText(texts.form.name)).toBeNull()
  expect(panel.getByRole('button', { name: texts.create }).hasAttribute('disabled')).toBe(true)
})

test('what was typed is there again after the panel was closed; Cancel discards it and can be undone', async () => {
  const { view, type, press } = await openPanel()
  type(texts.form.name, 'Purchase request')
  press('Close')
  await waitFor(() => expect(view.queryByRole('complementary')).toBeNull())
  fireEvent.click(view.getByRole('button', { name: listSpec.add }))
  const name = async () => (await view.findByLabelText(texts.form.name)).getAttribute('value')
  expect(await name()).toBe('Purchase request')
  expect(view.getByText(texts.kept)).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: texts.cancel }))
  await waitFor(() => expect(view.toasts.at(-1)?.title).toBe(texts.discarded))
  fireEvent.click(view.getByRole('button', { name: listSpec.add }))
  expect(await name()).toBe('')
})

const drafted = {
  name: 'Purchase request',
  prefix: 'PUR',
  type: 'sequential',
  metadata: { version: '1.0', category: 'finance' },
  start_step: 'ask',
  steps: {
    ask: { id: 'ask', type: 'manual', name: 'Ask for a purchase', next: ['order'], fields: [] },
    order: { id: 'order', type: 'manual', name: 'Order it', next: [], fields: [] },
  },
  drafter: 'rules',
  model: null,
  note: null,
  took: null,
  reading: [
    { quote: 'Someone asks', step: 'ask', text: 'Step 1, asked of the starter' },
    { quote: 'as usual', text: 'Not understood, so left out' },
  ],
}

test('the drafter says what it is, what it read and what it left out, and creates nothing', async () => {
  const { view, panel, type, press, go } = await openPanel('&mode=copilot', { [COPILOT]: { body: drafted } })
  expect(panel.getByText(texts.copilot.about)).toBeTruthy()
  expect(panel.getByRole('button', { name: texts.copilot.draft }).hasAttribute('disabled')).toBe(true)
  expect(panel.getByRole('button', { name: texts.create }).hasAttribute('disabled')).toBe(true)
  type(texts.copilot.what, 'Someone asks as usual.')
  press(texts.copilot.draft)
  expect(await panel.findByText('Step 1, asked of the starter')).toBeTruthy()
  expect(panel.getByText('Not understood, so left out')).toBeTruthy()
  expect(view.server.sent(COPILOT)).toEqual([{ query: 'Someone asks as usual.' }])
  expect(view.server.sent(CREATE)).toEqual([])
  go(texts.modes.form)
  expect((await panel.findByLabelText<HTMLInputElement>(texts.form.nameOf(2))).value).toBe('Order it')
  press(texts.create)
  await waitFor(() => expect(view.address()).toBe(`/workflow-builder/${id(700)}`))
})

test('what the drafter is unsure of is a warning on its step, and then nothing says that all is well', async () => {
  const assignee = { starter: true }
  const steps = { ask: { ...drafted.steps.ask, assignee }, order: { ...drafted.steps.order, assignee } }
  const sure = { ...drafted, steps }
  const text = 'Step 2, role Member: no one here is named “Legal”'
  const unsure = { ...sure, reading: [{ quote: 'Legal orders it', step: 'order', text, unsure: true }] }
  const { view, panel, type, press } = await openPanel('&mode=copilot', { [COPILOT]: { body: sure } })
  type(texts.copilot.what, 'Someone asks.')
  press(texts.copilot.draft)
  expect(await panel.findByText('2 steps, no errors')).toBeTruthy()
  view.server.change(COPILOT, { body: unsure })
  press(texts.copilot.again)
  expect(await panel.findByText('2 steps, 1 warning')).toBeTruthy()
  expect(panel.queryByText(/no errors/)).toBeNull()
  expect(await panel.findByRole('article', { name: /Order it.*warning/i })).toBeTruthy()
})

test.each([
  ['nothing drafted', { body: { ...drafted, steps: {} } }, 'Failed to generate workflow. No workflow data received.'],
  ['a refusal', refusal(422, 'invalid_request', 'The text is too long'), 'The text is too long'],
  ['a server that fails', { status: 500, body: {} }, 'Failed to generate workflow'],
])('%s is said in the specification’s words', async (_, answer, said) => {
  const { panel, type, press } = await openPanel('&mode=copilot', { [COPILOT]: answer })
  type(texts.copilot.what, 'Someone asks.')
  press(texts.copilot.draft)
  await waitFor(() => expect(panel.getByRole('alert').textContent).toBe(said))
  type(texts.copilot.what, '')
  expect(panel.getByText('Please enter a description of the workflow you want to create')).toBeTruthy()
})

test('a refused creation says why and keeps what was typed', async () => {
  const { view, panel, type, press } = await openPanel('', {
    [CREATE]: refusal(409, 'prefix_taken', 'Another workflow has this prefix'),
  })
  type(texts.form.name, 'Purchase request')
  type(texts.form.prefix, 'INV')
  press(texts.create)
  expect((await panel.findByRole('alert')).textContent).toContain('Another workflow has this prefix')
  expect(panel.getByLabelText<HTMLInputElement>(texts.form.name).value).toBe('Purchase request')
  expect(view.address()).toContain('panel=add')
})

test('words given on the empty page are drafted at once', async () => {
  const none = { body: { data: [], count: 0, pagination: { next_cursor: null } } }
  const view = openWorkflows('/workflows', {
    [FIRST_PAGE]: none,
    [COPILOT]: { body: drafted },
    'GET /v1/workflows/templates/?sort=popular': { body: { data: [], pagination: { next_cursor: null } } },
  })
  fireEvent.change(await view.findByLabelText(listTexts.empty.describe), { target: { value: 'Someone asks.' } })
  fireEvent.click(view.getByRole('button', { name: listTexts.empty.draft }))
  expect(await view.findByText('Step 1, asked of the starter')).toBeTruthy()
  expect(view.server.sent(COPILOT)).toEqual([{ query: 'Someone asks.' }])
})
