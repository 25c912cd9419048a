import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { CodeCells } from './code-cells.tsx'
import { Field } from './field.tsx'

function Form({ onSend }: { onSend: (code: string) => void }) {
  const [code, setCode] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend(code)
      }}
    >
      <Field label="Code from the app">
        <CodeCells value={code} onChange={setCode} submits />
      </Field>
    </form>
  )
}

const cells = () => screen.getAllByRole<HTMLInputElement>('textbox')
const paste = (text: string) =>
  fireEvent.paste(screen.getByRole('textbox', { name: 'Code from the app' }), {
    clipboardData: { getData: () => text },
  })
const values = () => cells().map((cell) => cell.value)

test('a paste fills all cells and sends the code once', async () => {
  const send = vi.fn<(code: string) => void>()
  render(<Form onSend={send} />)
  await act(async () => {
    paste(' 482 913 ')
  })
  expect(values()).toEqual(['4', '8', '2', '9', '1', '3'])
  expect(send).toHaveBeenCalledExactlyOnceWith('482913')
})

test('the sixth digit sends it, letters are refused', async () => {
  const send = vi.fn<(code: string) => void>()
  render(<Form onSend={send} />)
  await act(async () => {
    paste('48291')
  })
  expect(send).not.toHaveBeenCalled()
  const last = screen.getByLabelText('Digit 6 of 6')
  await act(async () => {
    fireEvent.change(last, { target: { value: 'x' } })
  })
  expect(values().join('')).toBe('48291')
  await act(async () => {
    fireEvent.change(last, { target: { value: '3' } })
  })
  expect(send).toHaveBeenCalledExactlyOnceWith('482913')
})
