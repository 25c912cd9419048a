import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  act(() => toast.dismiss())
  vi.useRealTimers()
})

const say = (speak: () => void) => act(speak)

test('what was said before it was loaded is shown afterwards', () => {
  toast.success('Registration Link Sent! Please check your email.')
  render(<Toaster />)
  expect(screen.getByRole('status').textContent).toContain('Registration Link Sent!')
})

test('good news leaves after five seconds, an error stays until dismissed', () => {
  render(<Toaster />)
  say(() => {
    toast.success('Saved')
    toast.error('Failed to update role')
  })
  expect(screen.getByRole('status').textContent).toContain('Saved')
  say(() => void vi.advanceTimersByTime(5_100))
  expect(screen.queryByText('Saved')).toBeNull()
  say(() => void vi.advanceTimersByTime(60_000))
  const alert = screen.getByRole('alert')
  fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }))
  say(() => void vi.advanceTimersByTime(1_000))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the pointer on it does not keep it there any longer', () => {
  render(<Toaster />)
  say(() => void toast.success('Saved'))
  const card = screen.getByRole('status')
  fireEvent.mouseEnter(card)
  fireEvent.mouseMove(card)
  say(() => void vi.advanceTimersByTime(5_100))
  expect(screen.queryByText('Saved')).toBeNull()
})

test('three are shown, the others are counted and come back', () => {
  render(<Toaster />)
  say(() => {
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) toast.error(name)
  })
  const shown = () => screen.getAllByRole('alert').filter((card) => !card.hasAttribute('data-limited'))
  expect(shown().map((card) => card.textContent)).toEqual(['Five', 'Four', 'Three'])
  expect(screen.getByText('+2 more')).toBeTruthy()
  const newest = shown()[0]
  if (newest) fireEvent.click(within(newest).getByRole('button', { name: 'Dismiss' }))
  say(() => void vi.advanceTimersByTime(1_000))
  expect(shown().map((card) => card.textContent)).toEqual(['Four', 'Three', 'Two'])
  expect(screen.getByText('+1 more')).toBeTruthy()
})

test('the same id replaces, an action runs once and closes', () => {
  const retry = vi.fn<() => void>()
  render(<Toaster />)
  say(() => {
    toast.error('First', { id: 'role' })
    toast.error('Second', { id: 'role', action: { label: 'Retry', onPress: retry } })
  })
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  say(() => void vi.advanceTimersByTime(1_000))
  expect(retry).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('after Undo the focus is where it was, or at the title once that is gone', () => {
  render(
    <>
      <main>
        <h1 tabIndex={-1}>Tasks</h1>
        <button type="button">Row</button>
      </main>
      <Toaster />
    </>,
  )
  const row = screen.getByRole('button', { name: 'Row' })
  const undo = (from: HTMLElement) => {
    say(() => void toast.success('Deleted', { action: { label: 'Undo', onPress: () => undefined } }))
    act(() => from.focus())
    act(() => screen.getByRole('button', { name: 'Undo' }).focus())
    if (from !== row) from.remove()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    say(() => void vi.advanceTimersByTime(1_000))
  }
  undo(row)
  expect(document.activeElement).toBe(row)
  const gone = document.body.appendChild(document.createElement('button'))
  undo(gone)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Tasks' }))
})
