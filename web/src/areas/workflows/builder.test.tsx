import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  drafts,
  PAY,
  press,
  rename,
  SAVE,
  saveKey,
  startEditing,
  startRenaming,
  useBuilderPage,
} from './builder/testing/edit-workflow.ts'
import { openBuilder } from './builder/testing/open-builder.tsx'
import { keepWorkflow } from './builder/testing/serve-workflow.ts'
import { invoice, WORKFLOW, withStep } from './builder/testing/workflow.ts'
import { spec, texts } from './builder.texts.ts'

useBuilderPage()

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

test('saving keeps the draft and publishes nothing: the key goes on editing, the button leaves edit mode', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await startRenaming(page)
  saveKey()
  await waitFor(() => expect(page.said()).toContain(spec.saved))
  expect(page.toasts.find(({ title }) => title === spec.saved)).toMatchObject({ description: texts.notPublished })
  expect(server.state.doc.steps.pay?.name).toBe('Pay it')
  expect(page.getByRole('button', { name: texts.cancel })).toBeTruthy()
  expect(page.getByRole('button', { name: SAVE }).matches(':disabled')).toBe(true)
  expect(page.getByText(texts.notPublished)).toBeTruthy()
  await rename(page, 'Pay it now')
  press(page, SAVE)
  expect(await page.findByRole('button', { name: /^Edit/ })).toBeTruthy()
  expect(server.state.doc.steps.pay?.name).toBe('Pay it now')
  expect(server.state.published).toEqual(invoice)
  expect(page.getByText('v4')).toBeTruthy()
  expect(page.getByRole('button', { name: texts.publishAct })).toBeTruthy()
  expect(page.getByRole('link', { name: 'Start' }).getAttribute('href')).toBe(
    `/workflows/${WORKFLOW}/instances?panel=add`,
  )
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
  await waitFor(() => expect(page.said()).toContain(spec.saved))
  expect(JSON.stringify(drafts(server).at(-1))).toContain('total')
}, 20_000)

test('with errors it stays a draft: publishing says how many, and shows them', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await startRenaming(page)
  server.answers[`PUT ${server.one}draft/`] = () => {
    server.elsewhere(withStep(invoice, 'pay', 'Pay it'))
    const { draft, ...rest } = server.workflow()
    return { body: { data: { ...rest, draft: draft && { ...draft, errors: 2 } } } }
  }
  press(page, texts.publishAct)
  await waitFor(() => expect(page.said()).toContain('Saved as draft. 2 issues to fix before it can run.'))
  expect(await page.findByRole('complementary', { name: 'Issues' })).toBeTruthy()
}, 20_000)

test('a save that fails says so', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await startRenaming(page)
  server.answers[`PUT ${server.one}draft/`] = () => ({ status: 500, body: {} })
  saveKey()
  await waitFor(() => expect(page.said()).toContain(spec.saveFailed))
}, 20_000)

test('undo and redo by key', async () => {
  keepWorkflow()
  const page = openBuilder(PAY)
  await startRenaming(page)
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
  expect(page.queryByRole('link', { name: 'Start' })).toBeNull()
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

test('a trial that is left goes on at the button that began it', async () => {
  keepWorkflow()
  const page = openBuilder(PAY)
  fireEvent.click((await page.findAllByRole('button', { name: texts.tryIt }))[0] ?? document.body)
  fireEvent.click(await page.findByRole('button', { name: 'Leave' }, { timeout: 10_000 }))
  await waitFor(() => expect(page.getAllByRole('button', { name: texts.tryIt })).toContain(document.activeElement))
}, 20_000)
