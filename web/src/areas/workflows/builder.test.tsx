import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBuilder } from './builder/testing/open-builder.tsx'
import { keepWorkflow } from './builder/testing/serve-workflow.ts'
import { invoice, PRIYA, WORKFLOW, withStep, workflowOf } from './builder/testing/workflow.ts'
import { spec, texts } from './builder.texts.ts'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})

type Page = ReturnType<typeof openBuilder>

const PAY = `/workflow-builder/${WORKFLOW}?mode=outline&step=pay`
const startEditing = async (page: Page) => fireEvent.click(await page.findByRole('button', { name: /^Edit ?E$/ }))
const rename = async (page: Page, name: string) => {
  const field = await page.findByDisplayValue(/^Pay/)
  fireEvent.change(field, { target: { value: name } })
  fireEvent.blur(field)
}
const renamed = async (page: Page) => {
  await startEditing(page)
  await rename(page, 'Pay it')
}
const press = (page: Page, name: string | RegExp) => fireEvent.click(page.getByRole('button', { name }))
const SAVE = /^Save/
const saveKey = () => fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
const drafts = (server: ReturnType<typeof keepWorkflow>) => server.sent(`PUT ${server.one}draft/`)

/** A page that is left still writes its copy: it must not be found by the next one. */
const COPY_IS_WRITTEN = 250
afterEach(async () => {
  cleanup()
  await new Promise((resolve) => setTimeout(resolve, COPY_IS_WRITTEN))
  localStorage.clear()
})

test('a workflow is looked at first; a change is saved by itself', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  expect(await page.findByRole('heading', { name: 'Invoice approval' })).toBeTruthy()
  expect(page.getByText('3 steps · Created Feb 9, 2026')).toBeTruthy()
  expect(page.queryByRole('button', { name: texts.cancel })).toBeNull()
  await startEditing(page)
  expect(page.getByRole('button', { name: SAVE }).matches(':disabled')).toBe(true)
  await rename(page, 'Pay it')
  expect(page.getByRole('button', { name: SAVE }).matches(':disabled')).toBe(false)
  await waitFor(() => expect(drafts(server)).toHaveLength(1), { timeout: 3_000 })
  expect(drafts(server)[0]).toMatchObject({ base_version: 7, document: { steps: { pay: { name: 'Pay it' } } } })
  expect(await page.findByText(/^Draft saved/)).toBeTruthy()
}, 20_000)

test('left and opened again at once it is there again', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  expect(await page.findByRole('heading', { name: 'Invoice approval' })).toBeTruthy()
  page.router.history.push('/elsewhere')
  expect(await page.findByText('somewhere else')).toBeTruthy()
  page.router.history.push(PAY)
  expect(await page.findByRole('heading', { name: 'Invoice approval' })).toBeTruthy()
  expect(server.sent(`GET ${server.one}`)).toHaveLength(2)
}, 20_000)

test('saving publishes and leaves edit mode', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await renamed(page)
  saveKey()
  await waitFor(() => expect(page.said()).toContain(spec.saved))
  expect(server.sent(`POST ${server.one}`)[0]).toMatchObject({ base_version: 7, steps: { pay: { name: 'Pay it' } } })
  expect(await page.findByRole('button', { name: /^Edit/ })).toBeTruthy()
  expect(page.getByText('v5')).toBeTruthy()
}, 20_000)

test('a name that is being typed is saved with the rest', async () => {
  const server = keepWorkflow()
  const page = openBuilder(`/workflow-builder/${WORKFLOW}?mode=outline`)
  await startEditing(page)
  fireEvent.click(page.getByRole('button', { name: /^Variables/ }))
  fireEvent.click(await page.findByRole('button', { name: 'Add variable' }))
  const name = await page.findByRole('textbox', { name: /^Name/ })
  fireEvent.change(name, { target: { value: 'total' } })
  fireEvent.keyDown(name, { key: 's', ctrlKey: true })
  await waitFor(() => expect(server.sent(`POST ${server.one}`)).toHaveLength(1))
  expect(JSON.stringify(server.sent(`POST ${server.one}`)[0])).toContain('total')
}, 20_000)

test('with errors it is kept as a draft, says how many, and shows them', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await renamed(page)
  server.answers[`POST ${server.one}`] = (body) => {
    server.elsewhere(withStep(invoice, 'pay', String(body.name)))
    const { draft, ...rest } = server.workflow()
    return { body: { data: { ...rest, draft: draft && { ...draft, errors: 2 }, saved: 'has_errors' } } }
  }
  saveKey()
  await waitFor(() => expect(page.said()).toContain('Saved as draft. 2 issues to fix before it can run.'))
  expect(await page.findByRole('complementary', { name: 'Issues' })).toBeTruthy()
}, 20_000)

test('a save that fails says so', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await renamed(page)
  server.answers[`POST ${server.one}`] = () => ({ status: 500, body: {} })
  saveKey()
  await waitFor(() => expect(page.said()).toContain(spec.saveFailed))
}, 20_000)

test('others’ changes are published only with a tick; focus is on keeping the draft', async () => {
  const theirs = withStep(invoice, 'lead', 'Team leads')
  const server = keepWorkflow({ doc: theirs })
  const page = openBuilder(PAY)
  await renamed(page)
  const both = withStep(theirs, 'pay', 'Pay it')
  server.answers[`POST ${server.one}`] = () => {
    const workflow = workflowOf({ published: invoice, doc: both, version: 8, others: true })
    const changes = workflow.draft?.changes.map((change) =>
      change.step === 'lead' ? { ...change, author: PRIYA.id } : change,
    )
    return { body: { data: { ...workflow, draft: { ...workflow.draft, changes }, saved: 'has_others_changes' } } }
  }
  saveKey()
  const dialog = within(await page.findByRole('dialog', { name: texts.publish.title(5) }))
  expect(dialog.getByText('2 changes since version 4, by 2 people.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe(texts.publish.keep))
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: texts.publish.publish(5) })
  expect(button.disabled).toBe(true)
  fireEvent.click(dialog.getByRole('checkbox'))
  fireEvent.change(dialog.getByLabelText(texts.publish.note), { target: { value: 'Clearer names' } })
  fireEvent.click(button)
  await waitFor(() => expect(page.said()).toContain(texts.publishedAs(5)))
  expect(server.sent(`POST ${server.one}publish/`)).toEqual([
    { base_version: 8, include_authors: [PRIYA.id], note: 'Clearer names' },
  ])
}, 20_000)

test('cancel asks about what is not published: keep editing, keep the draft, or discard', async () => {
  const server = keepWorkflow({ doc: withStep(invoice, 'pay', 'Pay it') })
  const page = openBuilder(PAY)
  await startEditing(page)
  press(page, texts.cancel)
  const ask = within(await page.findByRole('alertdialog', { name: spec.leaveEditing }))
  fireEvent.click(ask.getByRole('button', { name: texts.leave.discard }))
  await waitFor(() => expect(page.said()).toContain(texts.discarded))
  expect(server.sent(`POST ${server.one}draft/discard/`)).toEqual([{ base_version: 7 }])
  expect(await page.findByRole('button', { name: /^Edit/ })).toBeTruthy()
}, 20_000)

test('a new workflow starts in edit mode without steps; its first change gives it an address', async () => {
  const server = keepWorkflow()
  const page = openBuilder('/workflow-builder/new?mode=outline')
  expect(await page.findByText(spec.noSteps)).toBeTruthy()
  press(page, texts.addStep)
  await waitFor(() => expect(server.sent('POST /v1/workflows/')).toHaveLength(1), { timeout: 3_000 })
  const [sent] = server.sent('POST /v1/workflows/')
  expect(sent).toMatchObject({ name: 'New workflow', publish: false })
  expect(Object.values(sent?.steps ?? {})).toMatchObject([
    { type: 'manual', name: 'New Step', description: 'Description for the new step' },
  ])
  await waitFor(() => expect(page.address()).toContain(`/workflow-builder/${WORKFLOW}?`))
  expect(page.getByRole('button', { name: texts.cancel })).toBeTruthy()
}, 20_000)

test('cancelling a new workflow asks; its draft goes to the trash and can be had back', async () => {
  const server = keepWorkflow()
  const page = openBuilder('/workflow-builder/new?mode=outline')
  await page.findByText(spec.noSteps)
  press(page, texts.addStep)
  await waitFor(() => expect(page.address()).toContain(WORKFLOW), { timeout: 3_000 })
  press(page, texts.cancel)
  const ask = within(await page.findByRole('alertdialog', { name: spec.leaveNew }))
  fireEvent.click(ask.getByRole('button', { name: texts.leave.trash }))
  await waitFor(() => expect(page.address()).toBe('/workflows'))
  expect(server.sent(`DELETE ${server.one}`)).toHaveLength(1)
  const told = page.toasts.find(({ title }) => title === texts.leave.trashed('New workflow'))
  told?.action?.onPress()
  await waitFor(() => expect(server.sent(`POST ${server.one}restore/`)).toHaveLength(1))
}, 20_000)

test('undo and redo by key', async () => {
  keepWorkflow()
  const page = openBuilder(PAY)
  await renamed(page)
  expect(page.getByDisplayValue('Pay it')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(await page.findByDisplayValue('Pay')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, shiftKey: true })
  expect(await page.findByDisplayValue('Pay it')).toBeTruthy()
}, 20_000)

test('two people at the same place: each side is shown, the choice is saved', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await startEditing(page)
  await rename(page, 'Pay it')
  server.elsewhere(withStep(invoice, 'pay', 'Transfer'))
  const dialog = within(await page.findByRole('dialog', { name: /saved while you were editing/ }, { timeout: 5_000 }))
  expect(dialog.getByText('was Pay')).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: /Transfer/ }))
  fireEvent.click(dialog.getByRole('button', { name: texts.clash.merge }))
  expect(await page.findByDisplayValue('Transfer')).toBeTruthy()
  expect(server.state.doc.steps.pay?.name).toBe('Transfer')
}, 20_000)

test('what cannot be loaded says why', async () => {
  const server = keepWorkflow()
  server.answers[`GET ${server.one}`] = () => ({ status: 500, body: {} })
  const page = openBuilder()
  expect((await page.findByRole('alert')).textContent).toContain(spec.failed)
  delete server.answers[`GET ${server.one}`]
  press(page, 'Try Again')
  expect(await page.findByRole('heading', { name: 'Invoice approval' })).toBeTruthy()
  page.unmount()
  server.answers[`GET ${server.one}`] = () => server.refused(404, 'not_found')
  expect(await openBuilder().findByText(spec.missing)).toBeTruthy()
}, 20_000)

test('whoever may only look has no Edit', async () => {
  keepWorkflow({ role: 'viewer' })
  const page = openBuilder(PAY)
  expect(await page.findByRole('heading', { name: 'Invoice approval' })).toBeTruthy()
  expect(page.queryByRole('button', { name: /^Edit/ })).toBeNull()
  expect(page.queryByDisplayValue('Pay')).toBeNull()
}, 20_000)

test('Escape leaves the panel from any box of it, and the focus goes on at the step', async () => {
  keepWorkflow()
  const page = openBuilder(PAY)
  await startEditing(page)
  const field = await page.findByDisplayValue('Pay')
  field.focus()
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(page.queryByRole('complementary', { name: /^Step/ })).toBeNull())
  expect(document.activeElement).toBe(page.getByRole('treeitem', { name: /^Pay, step/ }))
}, 20_000)
