import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Field } from '@throughline/contracts/workflow-document'
import type { Json } from '@throughline/flow/eval'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { formTexts } from '../form/form.texts.ts'
import { FormFields, type FormFieldsProps } from './form-fields.tsx'

type Around = Partial<FormFieldsProps> & {
  start?: Record<string, Json>
  onValues?: (values: Record<string, Json>) => void
}

function Form({ start = {}, onValues, fields = [], ...rest }: Around) {
  const [values, setValues] = useState(start)
  return (
    <FormFields
      fields={fields}
      values={values}
      problems={{}}
      hidden={[]}
      onChange={(name, value) => {
        const next = { ...values, [name]: value }
        setValues(next)
        onValues?.(next)
      }}
      {...rest}
    />
  )
}

function open(around: Around) {
  const onValues = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form {...around} onValues={onValues} />
    </QueryClientProvider>,
  )
  return { last: () => onValues.mock.lastCall?.[0] }
}

const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({ name: 'a', label: 'Answer', type, ...more })
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test.each<[Field['type'], string, Json]>([
  ['text', 'Ada', 'Ada'],
  ['textarea', 'Two\nlines', 'Two\nlines'],
  ['number', '1,250.5', 1250.5],
  ['number', '1,5', '1,5'],
  ['currency', '12', 12],
  ['date', '2026-11-12', '2026-11-12'],
  ['email', 'ada@example.com', 'ada@example.com'],
  ['phone', '+49 30 1234567', '+49 30 1234567'],
  ['url', 'https://example.com', 'https://example.com'],
])('a %s field answers %o with %o', (type, typed, answer) => {
  const { last } = open({ fields: [field(type)] })
  write('Answer', typed)
  expect(last()).toEqual({ a: answer })
})

test('a box is ticked', () => {
  const { last } = open({ fields: [field('checkbox')] })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Answer' }))
  expect(last()).toEqual({ a: true })
})

test('a number stands as it was typed until the field is left', () => {
  open({ fields: [field('currency')] })
  write('Answer', '12.')
  expect(screen.getByLabelText('Answer')).toHaveProperty('value', '12.')
  fireEvent.blur(screen.getByLabelText('Answer'))
  expect(screen.getByLabelText('Answer')).toHaveProperty('value', '12.00')
})

test('a choice that is not required can be taken back', async () => {
  const { last } = open({ fields: [field('select', { options: [{ value: 'x', label: 'Ex' }] })], start: { a: 'x' } })
  const box = screen.getByRole('combobox', { name: 'Answer' })
  fireEvent.mouseDown(box)
  const none = await screen.findByRole('option', { name: formTexts.noChoice })
  fireEvent.pointerDown(none)
  fireEvent.mouseUp(none)
  fireEvent.click(none)
  await waitFor(() => expect(last()).toEqual({ a: null }))
})

test('rows of a table are added, filled in and removed', () => {
  const columns = [field('text', { name: 'who', label: 'Name' }), field('number', { name: 'share', label: 'Share' })]
  const { last } = open({ fields: [field('table', { columns })] })
  fireEvent.click(screen.getByRole('button', { name: formTexts.table.addRow }))
  fireEvent.click(screen.getByRole('button', { name: formTexts.table.addRow }))
  write(formTexts.table.cell('Name', 1), 'Hanna')
  write(formTexts.table.cell('Share', 2), '35')
  expect(last()).toEqual({ a: [{ who: 'Hanna' }, { share: 35 }] })
  fireEvent.click(screen.getByRole('button', { name: formTexts.table.removeRow(1) }))
  expect(last()).toEqual({ a: [{ share: 35 }] })
})

test('what is wrong in a table is said with its row and marked in its cell', () => {
  const columns = [field('text', { name: 'who', label: 'Name', required: true })]
  open({ fields: [field('table', { columns })], start: { a: [{ who: '' }] }, problems: { 'a.0.who': 'required' } })
  expect(screen.getByText(formTexts.problems.inRow(1, 'Name', formTexts.problems.required))).toBeTruthy()
  expect(screen.getByLabelText(formTexts.table.cell('Name', 1)).getAttribute('aria-invalid')).toBe('true')
})

test('fields that do not apply are not there', () => {
  open({ fields: [field('text'), field('text', { name: 'b', label: 'Other' })], hidden: ['b'] })
  expect(screen.queryByLabelText('Other')).toBeNull()
})
