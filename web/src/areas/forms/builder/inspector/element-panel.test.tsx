import { fireEvent, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { texts } from '../../builder.texts.ts'
import { openForms } from '../../testing/open-forms.tsx'
import { responses } from '../../testing/open-submissions.tsx'
import { FORM, form } from '../../testing/sample-forms.ts'

const openEditing = (elements = form().elements) =>
  openForms(`/form-builder/${FORM}?edit=true`, {
    [`GET /v1/forms/${FORM}/`]: { body: { data: form({ elements }) } },
    [`GET /v1/forms/${FORM}/submissions/?limit=1`]: responses([]),
    [`GET /v1/forms/${FORM}/submissions/?limit=50`]: responses([]),
  })

test('a new condition on a choice begins with the first of its options', async () => {
  const view = openEditing([
    { id: 'sel-1', type: 'dropdown', label: 'Country', options: ['Netherlands', 'Portugal'] },
    { id: 'txt-1', type: 'textbox', label: 'Tax number' },
  ])
  fireEvent.click(await view.findByRole('button', { name: 'Select Tax number' }))
  const panel = within(await view.findByRole('complementary', { name: 'Tax number' }))
  fireEvent.click(panel.getByRole('button', { name: texts.showIf.add }))
  expect(panel.getByText(/shown when Country.*Netherlands/)).toBeTruthy()
})

test('a page has a title of its own, which may be left out', async () => {
  const view = openEditing()
  const box = await view.findByRole('combobox', { name: texts.insert })
  fireEvent.change(box, { target: { value: '/page' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  const panel = within(await view.findByRole('complementary', { name: 'Page' }))
  const title = panel.getByRole('textbox', { name: /^Page title/ })
  fireEvent.blur(title)
  expect(view.queryByText('Please provide a label for this element.')).toBeNull()
})
