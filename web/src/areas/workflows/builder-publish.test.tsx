import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PAY, press, rename, startEditing, startRenaming, useBuilderPage } from './builder/testing/edit-workflow.ts'
import { openBuilder } from './builder/testing/open-builder.tsx'
import { keepWorkflow } from './builder/testing/serve-workflow.ts'
import { invoice, PRIYA, WORKFLOW, withStep, workflowOf } from './builder/testing/workflow.ts'
import { spec, texts } from './builder.texts.ts'

useBuilderPage()

test('publishing is the primary button and says what changes for new and for running instances', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await startEditing(page)
  expect(page.getByRole('button', { name: texts.publishAct }).matches(':disabled')).toBe(true)
  await rename(page, 'Pay it')
  press(page, texts.publishAct)
  const dialog = within(await page.findByRole('dialog', { name: texts.publish.title(5) }))
  expect(dialog.getByText('Running instances stay on the version they started with.')).toBeTruthy()
  expect(dialog.getByText('New instances start on version 5.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: texts.publish.publish(5) }))
  await waitFor(() => expect(page.said()).toContain(texts.publishedAs(5)))
  expect(server.state.published?.steps.pay?.name).toBe('Pay it')
  const edit = await page.findByRole('button', { name: /^Edit/ })
  await waitFor(() => expect(document.activeElement).toBe(edit))
}, 20_000)

test('a workflow that was never published opens in edit mode', async () => {
  keepWorkflow({ published: null })
  const page = openBuilder(PAY)
  expect(await page.findByRole('button', { name: texts.cancel })).toBeTruthy()
  press(page, texts.cancel)
  expect(await page.findByRole('button', { name: /^Edit/ })).toBeTruthy()
}, 20_000)

test('others’ changes are published only with a tick; focus is on keeping the draft', async () => {
  const theirs = withStep(invoice, 'lead', 'Team leads')
  const server = keepWorkflow({ doc: theirs })
  const page = openBuilder(PAY)
  await startRenaming(page)
  const both = withStep(theirs, 'pay', 'Pay it')
  server.answers[`PUT ${server.one}draft/`] = () => {
    const workflow = workflowOf({ published: invoice, doc: both, version: 8, others: true })
    const changes = workflow.draft?.changes.map((change) =>
      change.step === 'lead' ? { ...change, author: PRIYA.id } : change,
    )
    return { body: { data: { ...workflow, draft: { ...workflow.draft, changes } } } }
  }
  press(page, texts.publishAct)
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

test('before publishing it says which starts won’t fit the new version', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await startRenaming(page)
  server.answers[`PUT ${server.one}draft/`] = () => {
    const workflow = workflowOf({ published: invoice, doc: withStep(invoice, 'pay', 'Pay it'), version: 8 })
    const starts = [{ kind: 'webhook' as const, name: 'Procurement', gives: ['gone'], fixed_values: {} }]
    return { body: { data: { ...workflow, refs: { ...workflow.refs, starts } } } }
  }
  press(page, texts.publishAct)
  const dialog = within(await page.findByRole('dialog', { name: texts.publish.title(5) }))
  expect(await dialog.findByText(texts.publish.unfitStarts)).toBeTruthy()
  expect(dialog.getByText(/^The webhook “Procurement” gives a value for “gone”/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: texts.publish.publish(5) }).matches(':disabled')).toBe(false)
}, 20_000)

test('cancel asks about what is not saved: keep editing, keep the draft, or discard', async () => {
  const server = keepWorkflow({ doc: withStep(invoice, 'pay', 'Pay it') })
  const page = openBuilder(PAY)
  await startRenaming(page, 'Pay it now')
  press(page, texts.cancel)
  const ask = within(await page.findByRole('alertdialog', { name: spec.leaveEditing }))
  fireEvent.click(ask.getByRole('button', { name: texts.leave.discard }))
  await waitFor(() => expect(page.said()).toContain(texts.discarded))
  expect(server.sent(`POST ${server.one}draft/discard/`)).toEqual([{ base_version: 8 }])
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
  expect(Object.values(sent?.steps ?? {})).toMatchObject([{ type: 'manual', name: 'New Step' }])
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
