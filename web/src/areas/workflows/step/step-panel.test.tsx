import { fireEvent, waitFor, within } from '@testing-library/react'
import { WorkflowRefs } from '@throughline/contracts/workflows'
import { beforeEach, expect, test } from 'vitest'
import { replaceProperty } from '../../../shared/testing/replace-property.ts'
import { as, ORG } from '../../org/testing/open-people.tsx'
import { texts as fieldTexts } from './fields/fields.texts.ts'
import { texts as kindTexts } from './kinds/kinds.texts.ts'
import { texts as peopleTexts } from './people/people.texts.ts'
import { spec, texts } from './step.texts.ts'
import { ana, ben, board, documentOf, enter, openStep, pay, serveStep } from './testing/open-step.tsx'

beforeEach(() => void serveStep())

test('what is typed reaches the document with the name of its place; the id is shown', async () => {
  const { panel, type, step, what } = await openStep(documentOf([enter, pay]), 'enter')
  type(texts.name, 'Enter the invoice')
  expect(step()?.name).toBe('Enter the invoice')
  expect(what()).toEqual(['name'])
  expect(panel.getByText('enter').tagName).toBe('CODE')
  type(texts.name, '')
  expect(await panel.findByText(/name/i, { selector: 'p span' })).toBeTruthy()
  expect(panel.getByLabelText(texts.name).getAttribute('aria-invalid')).toBe('true')
})

test('a step that was just added is ready to be named', async () => {
  const { panel } = await openStep(documentOf([{ ...pay, name: 'New Step' }]), 'pay')
  const name = panel.getByLabelText<HTMLInputElement>(texts.name)
  expect(document.activeElement).toBe(name)
  expect(name.value.slice(name.selectionStart ?? 0, name.selectionEnd ?? 0), 'typing replaces it').toBe('New Step')
  const description = panel.getByLabelText<HTMLTextAreaElement>(texts.description)
  expect([description.value, description.placeholder]).toEqual(['', spec.newDescription])
})

test('a box that gets the focus comes into sight', async () => {
  const { panel } = await openStep(documentOf([enter, pay]), 'enter')
  const seen: Element[] = []
  const record = function record(this: Element) {
    seen.push(this)
  }
  replaceProperty(Element.prototype, 'scrollIntoView', { value: record })
  const name = panel.getByLabelText(texts.name)
  fireEvent.focus(name)
  fireEvent.focus(panel.getByRole('radio', { name: 'Wait' }))
  expect(seen).toEqual([name])
})

test('another type is chosen among six', async () => {
  const { panel, step } = await openStep(documentOf([enter, pay]), 'enter')
  const types = within(panel.getByRole('group', { name: texts.type }))
  expect(types.getAllByRole('radio')).toHaveLength(6)
  fireEvent.click(types.getByRole('radio', { name: 'Wait' }))
  expect(step()?.type).toBe('wait')
})

test('whoever may not edit reads the same as text', async () => {
  const { panel } = await openStep(documentOf([enter, board, pay]), 'board', {
    readOnly: true,
    refs: WorkflowRefs.parse({
      people: [{ id: ana.id, name: 'Ana Sousa', photo: null }],
      teams: [],
      workflows: [],
      secrets: [],
    }),
  })
  for (const role of ['textbox', 'combobox', 'radio', 'switch', 'spinbutton'])
    expect(panel.queryAllByRole(role)).toHaveLength(0)
  expect(panel.getByText('Ana Sousa')).toBeTruthy()
  expect(panel.getByText(kindTexts.approval.neededOf(2, 3))).toBeTruthy()
  expect(panel.queryByRole('button', { name: texts.addAfter })).toBeNull()
})

test('a field needs name and label to be added; it can be moved and removed', async () => {
  const { panel, step } = await openStep(documentOf([enter, pay]), 'enter')
  const fields = () => {
    const at = step()
    return at?.type === 'manual' ? at.fields.map(({ name, label }) => `${name}: ${label}`) : []
  }
  fireEvent.click(panel.getByRole('button', { name: fieldTexts.add }))
  const form = within(panel.getByRole('form', { name: fieldTexts.newField }))
  fireEvent.click(form.getByRole('button', { name: fieldTexts.addIt }))
  expect(fields()).toHaveLength(2)
  fireEvent.change(form.getByLabelText(fieldTexts.label), { target: { value: 'Due date' } })
  fireEvent.change(form.getByLabelText(fieldTexts.name), { target: { value: ' ' } })
  fireEvent.click(form.getByRole('button', { name: fieldTexts.addIt }))
  expect(fields()).toHaveLength(2)
  fireEvent.change(form.getByLabelText(fieldTexts.name), { target: { value: 'due_date' } })
  fireEvent.click(form.getByRole('button', { name: fieldTexts.addIt }))
  expect(fields()).toEqual(['vendor: Vendor', 'amount: Amount', 'due_date: Due date'])
  fireEvent.click(panel.getByRole('button', { name: texts.moveUp('Due date') }))
  expect(fields()).toEqual(['vendor: Vendor', 'due_date: Due date', 'amount: Amount'])
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(texts.moveUp('Due date')))
  fireEvent.click(panel.getByRole('button', { name: texts.remove('Amount') }))
  expect(fields()).toEqual(['vendor: Vendor', 'due_date: Due date'])
})

test('a list opens for its choices, and each new one is ready to be named', async () => {
  const { panel, step, pick } = await openStep(documentOf([enter, pay]), 'pay')
  fireEvent.click(panel.getByRole('button', { name: fieldTexts.add }))
  const form = within(panel.getByRole('form', { name: fieldTexts.newField }))
  fireEvent.change(form.getByLabelText(fieldTexts.label), { target: { value: 'Category' } })
  await pick(fieldTexts.type, fieldTexts.types.select)
  fireEvent.click(form.getByRole('button', { name: fieldTexts.addIt }))
  fireEvent.click(await panel.findByRole('button', { name: fieldTexts.addOption }))
  const choice = await panel.findByLabelText<HTMLInputElement>(fieldTexts.optionLabel(1))
  expect(document.activeElement).toBe(choice)
  expect(choice.selectionEnd, 'typing replaces it').toBe(choice.value.length)
  const at = step()
  expect(at?.type === 'manual' && at.fields[0]?.options).toHaveLength(1)
})

test('a colleague is found by the server, becomes the assignee and is called by name', async () => {
  const { pick, step, refs } = await openStep(documentOf([enter, pay]), 'enter')
  await pick(texts.manual.assignee, /Ana Sousa/)
  expect(step()).toMatchObject({ assignee: { person: ana.id } })
  expect(refs().people).toEqual([{ id: ana.id, name: 'Ana Sousa', photo: null }])
  await pick(texts.manual.assignee, /Accounting/)
  expect(step()).toMatchObject({ assignee: { team: refs().teams[0]?.id } })
})

test('people are found while one types, and Enter takes the first', async () => {
  serveStep({ [`GET ${ORG}members/?search=ben&limit=20`]: { body: [ben] } })
  const { panel, page, step } = await openStep(documentOf([enter, pay]), 'enter')
  const box = await panel.findByRole('combobox', { name: texts.manual.assignee })
  fireEvent.mouseDown(box)
  fireEvent.click(box)
  fireEvent.input(box, { target: { value: 'ben' }, inputType: 'insertText' })
  await waitFor(() => expect(page.getAllByRole('option')[0]?.textContent).toContain('Ben Achterberg'), {
    timeout: 4000,
  })
  expect(box).toHaveProperty('value', 'ben')
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(step()).toMatchObject({ assignee: { person: ben.id } }))
})

test('in a personal workspace there is only oneself', async () => {
  serveStep({}, as('owner', { organization_id: null }))
  const { panel, page } = await openStep(documentOf([enter, pay]), 'enter')
  const box = await panel.findByRole('combobox', { name: texts.manual.assignee })
  fireEvent.mouseDown(box)
  fireEvent.click(box)
  const names = (await page.findAllByRole('option')).map((option) => option.textContent)
  expect(names).toEqual([
    `${peopleTexts.starter}${peopleTexts.starterHint}`,
    'Maya Okaformaya@harborvale.example',
    `${peopleTexts.byExpression}${peopleTexts.byExpressionHint}`,
  ])
})
