import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { texts } from '../builder.texts.ts'
import { openForms } from '../testing/open-forms.tsx'
import { FORM, form, id } from '../testing/sample-forms.ts'

const ONE = `/v1/forms/${FORM}/`

async function openOutline(more: Parameters<typeof form>[0] = {}, answers: Parameters<typeof openForms>[1] = {}) {
  const view = openForms(`/form-builder/${FORM}?edit=true&mode=outline`, {
    [`GET ${ONE}`]: { body: { data: form(more) } },
    ...answers,
  })
  const tree = await view.findByRole('tree', { name: texts.outline.label('New client intake') })
  const rows = () => within(tree).getAllByRole('treeitem')
  const current = () => {
    const stops = rows().filter((row) => row.tabIndex === 0)
    expect(stops).toHaveLength(1)
    return stops[0] ?? tree
  }
  const press = (key: string, options: object = {}) => fireEvent.keyDown(current(), { key, ...options })
  const names = () => rows().map((row) => row.querySelector('[translate]')?.textContent)
  return { view, tree, rows, current, press, names }
}

test('the whole form is a tree with one tab stop, walked by arrows', async () => {
  const { press, current, names } = await openOutline()
  expect(names()).toEqual(['Page 1', 'Legal name', 'Country'])
  current().focus()
  press('ArrowDown')
  await waitFor(() => expect(current().textContent).toContain('Legal name'))
  expect(document.activeElement).toBe(current())
  press('End')
  await waitFor(() => expect(current().textContent).toContain('Country'))
})

test('by keys alone a field is added, made required, moved, copied and deleted', async () => {
  const { view, press, current, names } = await openOutline()
  current().focus()
  press('ArrowDown')
  press('a')
  const box = await view.findByRole('combobox', { name: texts.insert })
  fireEvent.change(box, { target: { value: 'Phone' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(names()).toEqual(['Page 1', 'Legal name', 'Phone', 'Country']))
  await waitFor(() => expect(current().textContent).toContain('Phone'))
  press('r')
  await waitFor(() => expect(current().textContent).toContain('Required'))
  press('ArrowDown', { altKey: true })
  await waitFor(() => expect(names()).toEqual(['Page 1', 'Legal name', 'Country', 'Phone']))
  press('d', { ctrlKey: true })
  await waitFor(() => expect(names()).toHaveLength(5))
  press('Backspace')
  await waitFor(() => expect(names()).toHaveLength(4))
  press('p')
  await waitFor(() => expect(names()).toContain('Page 2'))
})

test('Enter leads into the panel, to the label', async () => {
  const { view, press, current } = await openOutline()
  current().focus()
  press('ArrowDown')
  press('Enter')
  const panel = within(await view.findByRole('complementary', { name: 'Legal name' }))
  await waitFor(() => expect(document.activeElement).toBe(panel.getByRole('textbox', { name: texts.label })))
})

const CONDITIONAL = {
  elements: [
    { id: 'chk-1', type: 'checkbox', label: 'Services', options: ['Payroll', 'Tax advice'] },
    { id: 'sel-1', type: 'dropdown', label: 'Pay rhythm', options: ['Monthly'], show_if: '"Payroll" in vars.chk_1' },
  ],
}
const response = (last: number, services: string[]) => ({
  id: id(last),
  receipt: `R-${last}`,
  received_at: '2026-11-12T10:00:00Z',
  state: 'received',
  version: 1,
  answers: { 'chk-1': services },
  file_count: 0,
  starts: [],
})

test('a condition is read out plainly and tried on real answers', async () => {
  const counts = { all: 2, running: 0, finished: 0, not_started: 0, held: 0 }
  const rows = [response(801, ['Payroll']), response(802, ['Tax advice'])]
  const { view, press, current } = await openOutline(CONDITIONAL, {
    [`GET ${ONE}submissions/?limit=50`]: {
      body: { data: rows, columns: [], counts, pagination: { next_cursor: null } },
    },
  })
  current().focus()
  press('End')
  const panel = within(await view.findByRole('complementary', { name: 'Pay rhythm' }))
  expect(panel.getByText('shown when Services contains Payroll.')).toBeTruthy()
  expect(await panel.findByText('1 of the last 2 responses would have shown it.')).toBeTruthy()
  const blank = panel.getByText(texts.tryIt.blank).closest('li')
  expect(blank?.textContent).toContain(texts.tryIt.hidden)
  fireEvent.click(panel.getByRole('button', { name: texts.showIf.remove }))
  expect(await panel.findByText(texts.showIf.always)).toBeTruthy()
})

test('responses that cannot be loaded say so', async () => {
  const { view, press, current } = await openOutline(CONDITIONAL, {
    [`GET ${ONE}submissions/?limit=50`]: { status: 500, body: {} },
  })
  current().focus()
  press('End')
  expect(await view.findByText(texts.tryIt.failed)).toBeTruthy()
})
