import { act, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TypedInput } from './typed-text.tsx'

function Form() {
  const [label, setLabel] = useState('')
  return (
    <>
      <TypedInput aria-label="Label" value={label} onText={setLabel} />
      <output>{label}</output>
    </>
  )
}

/** As a browser does it: what is not urgent is left for later. */
async function type(box: HTMLElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  await Promise.resolve()
}

test('letters stand in their box at once; the form around it follows, and takes none away', async () => {
  act(() => void render(<Form />))
  const [box, form] = [screen.getByRole('textbox'), screen.getByRole('status')]
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await type(box, 'N')
  await type(box, 'Na')
  expect([box, form]).toMatchObject([{ value: 'Na' }, { textContent: '' }])
  await waitFor(() => expect(form.textContent).toBe('Na'))
  expect(box).toHaveProperty('value', 'Na')
})
