import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AlertDialog } from './alert-dialog.tsx'

const ask = (onConfirm: () => void | Promise<void | boolean>) => {
  const onClose = vi.fn<() => void>()
  render(
    <AlertDialog onClose={onClose} title="Delete Workflow?" confirmLabel="Delete workflow" onConfirm={onConfirm}>
      This action cannot be undone.
    </AlertDialog>,
  )
  return onClose
}

test('focus starts on the safe button', async () => {
  ask(() => undefined)
  const dialog = screen.getByRole('alertdialog', { name: 'Delete Workflow?' })
  expect(dialog.getAttribute('aria-describedby')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
})

test('it shows progress, does not run twice, and closes when done', async () => {
  let done = () => {}
  const confirm = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (done = resolve)))
  const onClose = ask(confirm)
  const button = screen.getByRole('button', { name: 'Delete workflow' })
  fireEvent.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(button)
  expect(confirm).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
  await act(async () => done())
  expect(onClose).toHaveBeenCalledExactlyOnceWith()
})

test('an answer of false leaves it open', async () => {
  const onClose = ask(() => Promise.resolve(false))
  const button = screen.getByRole('button', { name: 'Delete workflow' })
  await act(async () => {
    fireEvent.click(button)
  })
  expect(onClose).not.toHaveBeenCalled()
  expect(button.hasAttribute('aria-busy')).toBe(false)
})
