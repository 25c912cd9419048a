import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PAY, startEditing, startRenaming, useBuilderPage } from './builder/testing/edit-workflow.ts'
import { openBuilder } from './builder/testing/open-builder.tsx'
import { keepWorkflow } from './builder/testing/serve-workflow.ts'
import { invoice, withStep } from './builder/testing/workflow.ts'
import { spec, texts } from './builder.texts.ts'

// The builder is large; a busy machine needs its time for it.
vi.setConfig({ testTimeout: 20_000 })
useBuilderPage()

test('a draft that does not reach the server says so, and a press sends it again', async () => {
  const server = keepWorkflow()
  const draft = `PUT ${server.one}draft/`
  server.answers[draft] = () => server.refused(422, 'invalid_request', 'The draft is too large')
  const page = openBuilder(PAY)
  await startRenaming(page, 'Pay it')
  const alert = await page.findByText('The draft is too large', {}, { timeout: 3_000 })
  delete server.answers[draft]
  const trouble = alert.closest<HTMLElement>('[role="alert"]') ?? document.body
  fireEvent.click(within(trouble).getByRole('button', { name: texts.retry }))
  expect(await page.findByText(/^Draft saved/)).toBeTruthy()
  expect(page.queryByText('The draft is too large')).toBeNull()
  expect(server.state.doc.steps.pay?.name).toBe('Pay it')
})

test('a save that failed is tried again from where it is told', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await startRenaming(page, 'Pay it')
  server.answers[`PUT ${server.one}draft/`] = () => ({ status: 500, body: {} })
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  await waitFor(() => expect(page.said()).toContain(spec.saveFailed))
  delete server.answers[`PUT ${server.one}draft/`]
  page.toasts.find(({ title }) => title === spec.saveFailed)?.action?.onPress()
  await waitFor(() => expect(page.said()).toContain(spec.saved))
  expect(server.state.doc.steps.pay?.name).toBe('Pay it')
})

test('cancel keeps the draft: edit mode is left and nothing is discarded', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await startRenaming(page, 'Pay it')
  expect(await page.findByText(/^Draft saved/, {}, { timeout: 3_000 })).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.cancel }))
  const ask = within(await page.findByRole('alertdialog', { name: spec.leaveEditing }))
  expect(ask.getByText(texts.leave.mine(1))).toBeTruthy()
  fireEvent.click(ask.getByRole('button', { name: texts.leave.keepDraft }))
  expect(await page.findByRole('button', { name: /^Edit/ })).toBeTruthy()
  expect(page.getByRole('treeitem', { name: /^Pay it, step/ })).toBeTruthy()
  expect(server.sent(`POST ${server.one}draft/discard/`)).toEqual([])
})

test('a tab in the background takes over what was changed in another, and says so when it is looked at', async () => {
  const server = keepWorkflow()
  const page = openBuilder(PAY)
  await startEditing(page)
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  server.elsewhere(withStep(invoice, 'lead', 'Team leads'))
  void page.queries.invalidateQueries()
  expect(await page.findByRole('treeitem', { name: /^Team leads, step/ }, { timeout: 5_000 })).toBeTruthy()
  expect(page.said()).not.toContain(texts.theirsOwn(1))
  visible.mockReturnValue('visible')
  fireEvent(document, new Event('visibilitychange'))
  expect(page.said()).toContain(texts.theirsOwn(1))
})

test('a draft is discarded from the menu, after a question', async () => {
  const server = keepWorkflow({ doc: withStep(invoice, 'pay', 'Pay it') })
  const page = openBuilder(PAY)
  await startEditing(page)
  const ask = async () => {
    fireEvent.click(page.getByRole('button', { name: texts.moreActions }))
    fireEvent.click(await page.findByRole('menuitem', { name: texts.menu.discard }))
    return within(await page.findByRole('alertdialog', { name: spec.discard }))
  }
  fireEvent.click((await ask()).getByRole('button', { name: texts.leave.keepEditing }))
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
  expect(server.sent(`POST ${server.one}draft/discard/`)).toEqual([])
  fireEvent.click((await ask()).getByRole('button', { name: texts.leave.discard }))
  await waitFor(() => expect(page.said()).toContain(texts.discarded))
  expect(await page.findByRole('treeitem', { name: /^Pay, step/ })).toBeTruthy()
})
