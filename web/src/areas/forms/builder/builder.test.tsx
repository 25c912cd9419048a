import { fireEvent, waitFor, within } from '@testing-library/react'
import type { Form } from '@throughline/contracts/forms'
import { expect, test } from 'vitest'
import { draftTexts } from '../../../shared/draft/draft.texts.ts'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { texts } from '../builder.texts.ts'
import { openForms } from '../testing/open-forms.tsx'
import { FORM, form } from '../testing/sample-forms.ts'
import { useSentForms } from '../testing/sent-forms.ts'

const ONE = `/v1/forms/${FORM}/`
const answer = (more: Partial<Form> = {}) => ({ body: { data: form(more) } })

const sent = useSentForms()

const openEditing = (answers: Parameters<typeof openForms>[1] = {}) =>
  openForms(`/form-builder/${FORM}?edit=true`, { [`GET ${ONE}`]: answer(), ...answers })

const insertBox = (view: ReturnType<typeof openForms>) => view.findByRole('combobox', { name: texts.insert })
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })
const press = (box: HTMLElement, key: string, more: object = {}) => fireEvent.keyDown(box, { key, ...more })

test('a form is looked at first; editing begins on demand', async () => {
  const view = openForms(`/form-builder/${FORM}`, { [`GET ${ONE}`]: answer() })
  expect(await view.findByRole('heading', { name: 'New client intake' })).toBeTruthy()
  expect(view.getByText('Legal name')).toBeTruthy()
  expect(view.queryByRole('button', { name: /^Save/ })).toBeNull()
  fireEvent.click(view.getByRole('button', { name: /^Edit/ }))
  expect(await view.findByRole('button', { name: /^Save/ })).toBeTruthy()
  expect(view.getByRole('button', { name: 'Select Legal name' })).toBeTruthy()
})

test('people who may only look have no Edit', async () => {
  const view = openForms(`/forms/${FORM}`, { [`GET ${ONE}`]: answer() }, 'viewer')
  expect(await view.findByRole('heading', { name: 'New client intake' })).toBeTruthy()
  expect(view.queryByRole('button', { name: /^Edit/ })).toBeNull()
})

test('a new form is saved once, says so, and goes on at its own address with what was typed', async () => {
  const view = openForms('/form-builder/new', {
    'POST /v1/forms/': { status: 201, ...answer({ title: 'Untitled Form', elements: [], status: 'draft' }) },
    [`GET ${ONE}`]: answer({ title: 'Untitled Form', elements: [], status: 'draft' }),
  })
  expect(await view.findByRole('heading', { name: 'Untitled Form' })).toBeTruthy()
  const box = await insertBox(view)
  type(box, 'Legal name')
  press(box, 'Enter')
  expect(await view.findByRole('group', { name: 'Text: Legal name' })).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  await waitFor(() => expect(view.said()).toContain('Form saved successfully!'))
  expect(sent.lastElements()).toEqual([{ id: 'txt-1', type: 'textbox', label: 'Legal name' }])
  await waitFor(() => expect(view.address()).toBe(`/forms/${FORM}`))
  expect(view.getByRole('button', { name: /^Save/ })).toBeTruthy()
})

test('the slash offers the specification’s five first, filters while typing, and inserts the best match', async () => {
  const view = openEditing()
  const box = await insertBox(view)
  type(box, '/')
  const list = await view.findByRole('listbox', { name: texts.kindsToInsert })
  const offered = within(list).getAllByRole('option')
  expect(offered.slice(0, 5).map((one) => one.querySelector('.font-medium')?.textContent)).toEqual([
    'Text',
    'Long text',
    'Dropdown',
    'Checkbox',
    'Attachment',
  ])
  type(box, '/da')
  expect(within(list).getAllByRole('option')[0]?.textContent).toContain('Date')
  press(box, 'Enter')
  expect(await view.findByRole('group', { name: 'Date: Date' })).toBeTruthy()
  expect(document.activeElement).toBe(view.getByRole('textbox', { name: texts.wordsOnPage }))
})

test('several lines that are pasted become one field each', async () => {
  const view = openEditing()
  fireEvent.paste(await insertBox(view), { clipboardData: { getData: () => '1. Name\n2) Email\n\n- City' } })
  for (const name of ['Name', 'Email']) expect(await view.findByRole('button', { name: `Select ${name}` })).toBeTruthy()
  expect(view.getByRole('group', { name: 'Text: City' })).toBeTruthy()
})

test('a change is saved by itself', async () => {
  const view = openEditing({ [`PUT ${ONE}`]: answer({ version: 4, title: 'Intake' }) })
  const title = await view.findByRole('textbox', { name: texts.title })
  type(title, 'Intake')
  expect(view.getByText(draftTexts.unsaved)).toBeTruthy()
  await waitFor(() => expect(sent.last()).toMatchObject({ title: 'Intake', base_version: '3' }), { timeout: 4_000 })
}, 20_000)

test('a long title wraps, and has no lines of its own', async () => {
  const view = openEditing()
  const title = await view.findByRole('textbox', { name: texts.title })
  expect(title.tagName).toBe('TEXTAREA')
  expect(fireEvent.keyDown(title, { key: 'Enter' }), 'Enter adds no line').toBe(false)
  type(title, 'Intake\nof clients')
  expect(await view.findByRole('heading', { name: 'Intake of clients' })).toBeTruthy()
})

test('a save that fails says why in the specification’s words, and can be tried again', async () => {
  const view = openEditing({ [`PUT ${ONE}`]: refusal(422, 'invalid', 'The title is too long') })
  type(await view.findByRole('textbox', { name: texts.title }), 'Intake')
  fireEvent.click(view.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(view.said()).toContain('Failed to save form: The title is too long'))
  expect(view.getByRole('alert').textContent).toContain('The title is too long')
  view.server.change(`PUT ${ONE}`, answer({ version: 4, title: 'Intake' }))
  fireEvent.click(within(view.getByRole('alert')).getByRole('button', { name: draftTexts.retry }))
  await waitFor(() => expect(view.said()).toContain('Form saved successfully!'))
})

test('what could not be sent without a connection is saved by itself when there is one again', async () => {
  const view = openEditing({ [`PUT ${ONE}`]: 'unreachable' })
  type(await view.findByRole('textbox', { name: texts.title }), 'Intake')
  fireEvent.click(view.getByRole('button', { name: /^Save/ }))
  await view.findByRole('alert')
  view.server.change(`PUT ${ONE}`, answer({ version: 4, title: 'Intake' }))
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(view.queryByRole('alert')).toBeNull(), { timeout: 4_000 })
}, 20_000)

test('a field without a label says what is missing once it was left, and keeps the form from being published', async () => {
  const view = openEditing()
  fireEvent.click(await view.findByRole('button', { name: 'Select Legal name' }))
  const panel = within(await view.findByRole('complementary', { name: 'Legal name' }))
  type(panel.getByRole('textbox', { name: texts.label }), '')
  expect(await view.findByText('Please provide a label for this element.')).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: 'Publish' }))
  const reasons = within(await view.findByRole('dialog', { name: texts.publish.notReady }))
  expect(await reasons.findByText(/has no label/)).toBeTruthy()
  expect(reasons.getByRole('button', { name: texts.publish.goToField })).toBeTruthy()
})

test('keys move, copy and delete the selected element, and undo brings it back', async () => {
  const view = openEditing()
  fireEvent.click(await view.findByRole('button', { name: 'Select Legal name' }))
  const names = () => view.getAllByRole('group', { name: /: / }).map((one) => one.getAttribute('aria-label'))
  press(view.getByRole('group', { name: 'Text: Legal name' }), 'ArrowDown', { altKey: true })
  expect(names()).toEqual(['Dropdown: Country', 'Text: Legal name'])
  press(view.getByRole('group', { name: 'Text: Legal name' }), 'd', { ctrlKey: true })
  expect(names()).toEqual(['Dropdown: Country', 'Text: Legal name', 'Text: Legal name'])
  const tools = within(view.getByRole('toolbar', { name: texts.toolsFor('Legal name') }))
  fireEvent.click(tools.getByRole('button', { name: texts.delete }))
  expect(names()).toEqual(['Dropdown: Country', 'Text: Legal name'])
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(names()).toHaveLength(3)
})
