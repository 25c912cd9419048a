import { fireEvent, within } from '@testing-library/react'
import type { FormElement } from '@throughline/contracts/form-content'
import { expect, test } from 'vitest'
import { texts } from '../builder.texts.ts'
import { openForms } from '../testing/open-forms.tsx'
import { FORM, form } from '../testing/sample-forms.ts'

const elements: FormElement[] = [
  { id: 'chk-1', type: 'checkbox', label: 'Services', options: ['Tax', 'Payroll'] },
  { id: 'sec-1', type: 'sectionHeading', content: 'About wages', show_if: '"Payroll" in vars.chk_1' },
  { id: 'pag-1', type: 'page', title: 'Wages', show_if: '"Payroll" in vars.chk_1' },
  { id: 'num-1', type: 'number', label: 'People on payroll', required: true },
  { id: 'pag-2', type: 'page', title: 'Contact' },
  { id: 'eml-1', type: 'email', label: 'Email', required: true },
]

async function openPreview() {
  const view = openForms(`/form-builder/${FORM}?edit=true&mode=preview`, {
    [`GET /v1/forms/${FORM}/`]: { body: { data: form({ elements }) } },
  })
  await view.findByRole('region', { name: texts.preview.label })
  const [phone, desktop] = view.getAllByRole('figure')
  if (!phone || !desktop) throw new Error('There are two of them')
  return { view, phone: within(phone), desktop: within(desktop) }
}

test('the preview is filled out like the public page: answers show what depends on them, on both widths', async () => {
  const { phone, desktop } = await openPreview()
  expect(phone.getByText('Page 1 of 2')).toBeTruthy()
  expect(desktop.queryByText('About wages')).toBeNull()
  fireEvent.click(phone.getByLabelText('Payroll'))
  expect(desktop.getByText('About wages')).toBeTruthy()
  expect(phone.getByText('Page 1 of 3')).toBeTruthy()
  fireEvent.click(phone.getByRole('button', { name: 'Next' }))
  fireEvent.change(phone.getByLabelText('People on payroll'), { target: { value: '40' } })
  expect(desktop.getByLabelText<HTMLInputElement>('People on payroll').value).toBe('40')
})

test('its errors are those of what was typed, and sending leads to the thank-you page', async () => {
  const { view, phone } = await openPreview()
  fireEvent.click(phone.getByRole('button', { name: 'Next' }))
  fireEvent.click(view.getByRole('radio', { name: texts.preview.states.errors }))
  expect(phone.getByText('Enter an answer.')).toBeTruthy()
  fireEvent.change(phone.getByLabelText('Email'), { target: { value: 'ada@example.com' } })
  expect(phone.queryByText('Enter an answer.')).toBeNull()
  fireEvent.click(phone.getByRole('button', { name: 'Submit' }))
  expect(phone.getByText('Thank you for your submission!')).toBeTruthy()
  expect(phone.getByText('Receipt number')).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: texts.preview.startOver }))
  expect(phone.getByLabelText<HTMLInputElement>('Payroll').checked).toBe(false)
})
