import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('busy: presses are ignored, name and focus stay', () => {
  const press = vi.fn<() => void>()
  const { rerender } = render(<Button onClick={press}>Remind</Button>)
  const button = screen.getByRole('button', { name: 'Remind' })
  button.focus()
  rerender(
    <Button busy onClick={press}>
      Remind
    </Button>,
  )
  fireEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Remind' }).getAttribute('aria-busy')).toBe('true')
  expect(document.activeElement).toBe(button)
})

test('a key to press stands on the button where there is a keyboard, and not on a phone', () => {
  render(<Button kbd="N I">Add</Button>)
  expect(screen.getByText('N I').className).toContain('max-[759px]:hidden')
})

test('busy: a form is not sent again', () => {
  const send = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={send}>
      <Button type="submit" busy={busy} busyLabel="Signing in...">
        LOGIN
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button')
  fireEvent.click(button)
  rerender(form(true))
  fireEvent.click(button)
  expect(send).toHaveBeenCalledTimes(1)
  expect(button.getAttribute('aria-disabled')).toBe('true')
})
