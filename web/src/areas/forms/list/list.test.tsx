import { fireEvent, waitFor, within } from '@testing-library/react'
import { WorkflowId } from '@throughline/contracts/ids'
import { beforeAll, expect, test, vi } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { replaceProperty } from '../../../shared/testing/replace-property.ts'
import { spec, texts } from '../forms.texts.ts'
import { FIRST_PAGE, openForms } from '../testing/open-forms.tsx'
import { FORM, form, id, page, row } from '../testing/sample-forms.ts'

beforeAll(async () => {
  await import('./first-form.tsx')
  await import('./share-dialog.tsx')
}, 60_000)

const intake = row(700, 'New client intake', {
  submission_count: 131,
  draft_changes: 3,
  starts: [{ id: WorkflowId.parse(id(41)), name: 'Client Onboarding', prefix: 'ONB' }],
})
const survey = row(701, 'Client survey', {
  closed: { because: 'limit', since: null, limit: 60 },
  submission_count: 60,
})
const request = row(702, 'Contract review', { status: 'draft', current_version: null })
const all = { [FIRST_PAGE]: page([intake, survey, request], { active: 2, closed: 1, draft: 1 }) }
const at = (last: number, rest = '') => `/v1/forms/${id(last)}/${rest}`

const openMenu = async (view: ReturnType<typeof openForms>, title: string) => {
  fireEvent.click(await view.findByRole('button', { name: texts.moreFor(title) }))
  return (label: string) => view.findByRole('menuitem', { name: label })
}

test('a row says whether the form is public, why it is closed, what it starts and how many responded', async () => {
  const view = openForms('/forms', all)
  const rowOf = async (title: string) =>
    within((await view.findByRole('link', { name: title })).closest('tr') ?? document.body)
  const first = await rowOf('New client intake')
  for (const text of ['Active', '3 unpublished changes', 'ONB', '131']) expect(first.getByText(text)).toBeTruthy()
  const closed = await rowOf('Client survey')
  for (const text of ['Active, closed', '60 of 60 received', 'Nothing']) expect(closed.getByText(text)).toBeTruthy()
  expect((await rowOf('Contract review')).getByText('Draft')).toBeTruthy()
  expect(view.getByRole('link', { name: /Create New Form/ }).getAttribute('href')).toBe('/form-builder/new')
  expect(view.getByRole('button', { name: /^Closed/ }).textContent).toContain('1')
})

test('what can be done depends on whether the form is public', async () => {
  const view = openForms('/forms', all)
  await openMenu(view, 'New client intake')
  const labels = () => view.getAllByRole('menuitem').map((item) => item.textContent)
  const acts = ['Share', 'Triggers', 'Edit', texts.close, texts.unpublish, texts.whoSees, texts.duplicate, 'Delete']
  expect(labels()).toEqual(acts)
  fireEvent.keyDown(view.getByRole('menu'), { key: 'Escape' })
  await waitFor(() => expect(view.queryByRole('menu')).toBeNull())
  await openMenu(view, 'Contract review')
  expect(labels()).toEqual(['Edit', 'Publish', texts.whoSees, texts.duplicate, 'Delete'])
})

test('publishing from the list says so in the specification’s words; refused, it offers the builder', async () => {
  const published = form({ id: request.id, status: 'active' })
  const view = openForms('/forms', {
    ...all,
    [`GET ${at(702)}`]: { body: { data: form({ id: request.id, version: 7 }) } },
    [`POST ${at(702, 'publish/')}`]: { body: { data: published } },
  })
  fireEvent.click(await (await openMenu(view, 'Contract review'))('Publish'))
  await waitFor(() => expect(view.said()).toContain(spec.published))
  expect(view.toasts[0]).toMatchObject({ description: spec.publishedNote })
  expect(view.server.sent(`POST ${at(702, 'publish/')}`)).toEqual([{ base_version: 7, include_authors: [] }])
  view.server.change(`POST ${at(702, 'publish/')}`, refusal(422, 'refused', 'A field has no label'))
  fireEvent.click(await (await openMenu(view, 'Contract review'))('Publish'))
  await waitFor(() => expect(view.said()).toContain(spec.publishFailed))
  expect(view.toasts.at(-1)).toMatchObject({ description: 'A field has no label', action: { label: texts.openIt } })
})

test('a form that has all its responses is reopened without its limit', async () => {
  const call = `PUT ${at(701, 'intake/')}`
  const view = openForms('/forms', { ...all, [call]: { body: { data: form({ id: survey.id }) } } })
  fireEvent.click(await (await openMenu(view, 'Client survey'))(texts.reopen))
  await waitFor(() => expect(view.server.sent(call)).toEqual([{ closed: false, closes_after: null }]))
})

test('deleting asks, says what goes with it, and can be undone', async () => {
  const view = openForms('/forms', {
    ...all,
    [`DELETE ${at(700)}`]: { body: { id: intake.id } },
    [`POST ${at(700, 'restore/')}`]: { body: { data: intake } },
  })
  fireEvent.click(await (await openMenu(view, 'New client intake'))('Delete'))
  const dialog = within(await view.findByRole('alertdialog', { name: spec.askDelete }))
  expect(dialog.getByText(/131 responses go with it/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: texts.deleteNamed }))
  await waitFor(() => expect(view.said()).toContain('New client intake moved to trash'))
  view.toasts.at(-1)?.action?.onPress()
  await waitFor(() => expect(view.said()).toContain('New client intake restored'))
})

test('a deletion that fails says so in the specification’s words', async () => {
  const view = openForms('/forms', { ...all, [`DELETE ${at(700)}`]: { status: 500, body: {} } })
  fireEvent.click(await (await openMenu(view, 'New client intake'))('Delete'))
  fireEvent.click(await view.findByRole('button', { name: texts.deleteNamed }))
  await waitFor(() => expect(view.said()).toContain(spec.deleteFailed))
})

test('sharing copies the address, with the answers that were filled in', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  replaceProperty(navigator, 'clipboard', { value: { writeText } })
  const view = openForms('/forms', { ...all, [`GET ${at(700)}`]: { body: { data: form() } } })
  fireEvent.click(await (await openMenu(view, 'New client intake'))('Share'))
  const dialog = within(await view.findByRole('dialog', { name: texts.share.title('New client intake') }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(view.said()).toContain('Form URL copied to clipboard!'))
  expect(writeText).toHaveBeenLastCalledWith(`https://app.example/public/forms/${FORM}`)
  expect(dialog.getByRole('img', { name: texts.share.qr })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: texts.share.add }))
  fireEvent.change(dialog.getByRole('textbox', { name: texts.share.answer('Legal name') }), {
    target: { value: 'Meridian Foods' },
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(writeText).toHaveBeenLastCalledWith(`https://app.example/public/forms/${FORM}?txt-1=Meridian+Foods`)
})

test('the first form is begun from blank or from one of three', async () => {
  const view = openForms('/forms', { [FIRST_PAGE]: page([]) })
  expect(await view.findByText("You haven't created any forms yet.")).toBeTruthy()
  expect(view.getByRole('link', { name: 'Create Your First Form' })).toBeTruthy()
  fireEvent.click(view.getByRole('link', { name: texts.empty.useNamed('Feedback') }))
  expect(await view.findByRole('heading', { name: 'Feedback' })).toBeTruthy()
  expect(view.getByRole('button', { name: 'Select How was it?' })).toBeTruthy()
})

test('people who may only look are told that there is nothing yet', async () => {
  const view = openForms('/forms', { [FIRST_PAGE]: page([]) }, 'viewer')
  expect(await view.findByText(texts.empty.forViewers)).toBeTruthy()
  expect(view.queryByRole('link', { name: /Create/ })).toBeNull()
})

test('what cannot be loaded says so and is asked for again', async () => {
  const view = openForms('/forms', { [FIRST_PAGE]: { status: 500, body: {} } })
  expect((await view.findByRole('alert')).textContent).toContain(spec.loadFailed)
  view.server.change(FIRST_PAGE, page([intake]))
  fireEvent.click(view.getByRole('button', { name: 'Try Again' }))
  expect(await view.findByRole('link', { name: 'New client intake' })).toBeTruthy()
})

test('a refusal says why', async () => {
  const view = openForms('/forms', { [FIRST_PAGE]: refusal(403, 'forbidden', 'Your role can’t see forms') })
  expect((await view.findByRole('alert')).textContent).toContain('Your role can’t see forms')
})
