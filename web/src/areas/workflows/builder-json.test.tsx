import { EditorView } from '@codemirror/view'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openBuilder } from './builder/testing/open-builder.tsx'
import { keepWorkflow } from './builder/testing/serve-workflow.ts'
import { WORKFLOW } from './builder/testing/workflow.ts'
import { spec, texts } from './builder.texts.ts'

vi.mock('./canvas/flow-canvas.tsx', () => import('./testing/listed-canvas.tsx'))

const OUTLINE = `/workflow-builder/${WORKFLOW}?mode=outline`

/** In edit mode, come from the outline, with a text that is no JSON. */
async function breakText() {
  const server = keepWorkflow()
  const page = openBuilder(OUTLINE)
  fireEvent.click(await page.findByRole('button', { name: /^Edit ?E$/ }))
  await act(() => page.router.navigate({ to: '.', search: { mode: 'json' } }))
  const view = () => {
    const found = EditorView.findFromDOM(page.getByLabelText('Workflow JSON'))
    if (!found) throw new Error('there is no editor')
    return found
  }
  await page.findByLabelText('Workflow JSON')
  act(() => view().dispatch({ changes: { from: 0, to: 1 } }))
  return { server, page, view }
}

test('leaving the view with a text that cannot be read asks first, and what is left can be saved', async () => {
  const { page } = await breakText()
  const leave = () => void page.router.navigate({ to: '.', search: { mode: 'outline' } })
  leave()
  const ask = within(await page.findByRole('alertdialog', { name: texts.leave.brokenTitle }))
  fireEvent.click(ask.getByRole('button', { name: texts.leave.stay }))
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
  expect(page.getByLabelText('Workflow JSON')).toBeTruthy()

  leave()
  const again = within(await page.findByRole('alertdialog', { name: texts.leave.brokenTitle }))
  fireEvent.click(again.getByRole('button', { name: texts.leave.unsentLeave }))
  await waitFor(() => expect(page.queryByLabelText('Workflow JSON')).toBeNull())
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  expect(page.said()).not.toContain(spec.invalidOnSave)
}, 20_000)

test('cancel asks about a text that cannot be read, and puts the document back', async () => {
  const { server, page, view } = await breakText()
  fireEvent.click(page.getByRole('button', { name: texts.cancel }))
  const ask = within(await page.findByRole('alertdialog', { name: spec.leaveEditing }))
  expect(ask.queryByRole('button', { name: texts.leave.keepDraft })).toBeNull()
  fireEvent.click(ask.getByRole('button', { name: texts.leave.discard }))
  expect(await page.findByRole('button', { name: /^Edit/ })).toBeTruthy()
  expect(JSON.parse(view().state.doc.toString())).toMatchObject({ name: 'Invoice approval' })
  expect(server.sent(`POST ${server.one}draft/discard/`)).toEqual([])
}, 20_000)
