import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { PasswordInput } from './password-input.tsx'

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .filter(Boolean)

test('label and note belong to the control; an error takes the place of the hint', () => {
  const { rerender } = render(
    <Field label="E-mail" hint="Where the link goes.">
      <Input />
    </Field>,
  )
  const input = screen.getByLabelText('E-mail')
  expect(describedBy(input)).toEqual(['Where the link goes.'])
  expect(input.hasAttribute('aria-invalid')).toBe(false)
  rerender(
    <Field label="E-mail" hint="Where the link goes." error="Not a complete address">
      <Input />
    </Field>,
  )
  expect(describedBy(input)).toEqual(['Not a complete address'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('a password can be shown, and Caps Lock is announced', () => {
  render(
    <Field label="Password">
      <PasswordInput autoComplete="current-password" />
    </Field>,
  )
  const input = screen.getByLabelText('Password')
  expect(input.getAttribute('type')).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.getAttribute('type')).toBe('text')
  fireEvent.keyUp(input, { key: 'A', modifierCapsLock: true })
  expect(screen.getByRole('status').textContent).toBe('Caps Lock is on')
  expect(describedBy(input)).toEqual(['Caps Lock is on'])
  fireEvent.blur(input)
  expect(screen.getByRole('status').textContent).toBe('')
})
