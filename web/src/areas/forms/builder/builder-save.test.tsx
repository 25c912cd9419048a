import { fireEvent, waitFor, within } from '@testing-library/react'
import type { Form } from '@throughline/contracts/forms'
import { MemberId } from '@throughline/contracts/ids'
import { expect, test } from 'vitest'
import { draftTexts } from '../../../shared/draft/draft.texts.ts'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { spec, texts } from '../builder.texts.ts'
import { openForms } from '../testing/open-forms.tsx'
import { FORM, form, id } from '../testing/sample-forms.ts'

const ONE = `/v1/forms/${FORM}/`
const answer = (more: Partial<Form> = {}) => ({ body: { data: form(more) } })

const openEditing = (answers: Parameters<typeof openForms>[1] = {}) =>
  openForms(`/form-builder/${FORM}?edit=true`, { [`GET ${ONE}`]: answer(), ...answers })

const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })

test('leaving a new form asks in the specification’s words', async () => {
  const view = openForms('/form-builder/new')
  fireEvent.click(await view.findByRole('button', { name: texts.cancel }))
  const dialog = within(await view.findByRole('alertdialog', { name: spec.leaveNew }))
  fireEvent.click(dialog.getByRole('button', { name: texts.exit }))
  await waitFor(() => expect(view.address()).toBe('/forms'))
})

test('Cancel asks before changes are lost, and then shows what was saved', async () => {
  const view = openEditing({ [`PUT ${ONE}`]: 'silent' })
  type(await view.findByRole('textbox', { name: texts.title }), 'Other')
  fireEvent.click(view.getByRole('button', { name: texts.cancel }))
  const dialog = within(await view.findByRole('alertdialog', { name: 'Discard all unsaved changes?' }))
  fireEvent.click(dialog.getByRole('button', { name: texts.discard }))
  expect(await view.findByRole('button', { name: /^Edit/ })).toBeTruthy()
  expect(view.getByRole('heading', { name: 'New client intake' })).toBeTruthy()
})

const priya = { id: MemberId.parse(id(9)), name: 'Priya Raman', photo: null }
const drafted = (more: Partial<Form> = {}) =>
  form({
    version: 5,
    draft: {
      based_on: 1,
      changes: [
        { kind: 'changed', what: 'text', name: 'title', author: MemberId.parse(id(3)), at: '2026-11-12T10:31:00Z' },
        { kind: 'removed', what: 'element', element: 'fax-1', name: 'Fax number', author: priya.id, at: null },
      ],
      authors: [{ id: MemberId.parse(id(3)), name: 'Maya Okafor', photo: null }, priya],
      problems: [],
      updated_at: '2026-11-12T10:42:00Z',
    },
    ...more,
  })

test('publishing shows who changed what, needs a tick for others’, and tells the address', async () => {
  const view = openEditing({
    [`GET ${ONE}`]: { body: { data: drafted() } },
    [`POST ${ONE}publish/`]: answer({ current_version: 2 }),
  })
  expect(await view.findByText('Draft saved 10:42 AM')).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: 'Publish' }))
  const dialog = within(await view.findByRole('dialog', { name: 'Publish version 2?' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe(texts.publish.keep))
  expect(dialog.getByText('− Fax number')).toBeTruthy()
  const publish = dialog.getByRole('button', { name: 'Publish version 2' })
  expect(publish.matches(':disabled')).toBe(true)
  fireEvent.click(dialog.getByRole('checkbox', { name: /Priya Raman/ }))
  fireEvent.click(publish)
  await waitFor(() =>
    expect(view.said()).toContain(`Form published! Share this URL: https://app.example/public/forms/${FORM}`),
  )
  expect(view.server.sent(`POST ${ONE}publish/`)).toEqual([{ base_version: 5, include_authors: [priya.id], note: '' }])
})

test('two people at different places: both changes are there; at the same place the person is asked', async () => {
  const stale = refusal(409, 'stale_version', 'Somebody saved first')
  const view = openEditing({ [`PUT ${ONE}`]: stale })
  type(await view.findByRole('textbox', { name: texts.title }), 'Intake')
  view.server.change(`GET ${ONE}`, { body: { data: drafted({ title: 'Client form', changed_by: priya }) } })
  fireEvent.click(view.getByRole('button', { name: /^Save/ }))
  const dialog = within(await view.findByRole('dialog', { name: /^Priya Raman saved while/ }))
  fireEvent.click(dialog.getByRole('radio', { name: /Client form/ }))
  fireEvent.click(dialog.getByRole('button', { name: draftTexts.clash.merge }))
  expect(await view.findByRole('heading', { name: 'Client form' })).toBeTruthy()
})

test('what cannot be loaded says so and is asked for again; what is not there is not', async () => {
  const view = openForms(`/form-builder/${FORM}`, { [`GET ${ONE}`]: { status: 500, body: {} } })
  expect((await view.findByRole('alert')).textContent).toContain('Failed to load form. Please try again.')
  view.server.change(`GET ${ONE}`, answer())
  fireEvent.click(view.getByRole('button', { name: 'Try Again' }))
  expect(await view.findByRole('heading', { name: 'New client intake' })).toBeTruthy()
  view.unmount()
  expect(await openForms(`/forms/${id(1)}`).findByText(texts.missing)).toBeTruthy()
})

test('a form without elements says so to people who look', async () => {
  const view = openForms(`/forms/${FORM}`, { [`GET ${ONE}`]: answer({ elements: [] }) })
  expect(await view.findByText('No form content available...')).toBeTruthy()
  view.unmount()
  const odd = openForms(`/forms/${FORM}`, { [`GET ${ONE}`]: answer({ elements: [{ id: 'x-1', type: 'carousel' }] }) })
  expect(await odd.findByText('Unsupported element type: carousel')).toBeTruthy()
})
