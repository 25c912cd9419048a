import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

test('it opens after a moment, describes its anchor, and Escape closes it', () => {
  render(
    <Tooltip label="Nov 12, 2026">
      <button type="button">2 hours ago</button>
    </Tooltip>,
  )
  const anchor = screen.getByRole('button')
  fireEvent.pointerEnter(anchor, { pointerType: 'mouse' })
  wait(300)
  expect(screen.queryByRole('tooltip')).toBeNull()
  wait(100)
  const tooltip = screen.getByRole('tooltip')
  expect(anchor.getAttribute('aria-describedby')).toBe(tooltip.id)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(anchor.hasAttribute('aria-describedby')).toBe(false)
})

test('words that are already the name are not read twice', () => {
  render(
    <Tooltip label="Edit">
      <button type="button" aria-label="Edit" />
    </Tooltip>,
  )
  fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'mouse' })
  wait(400)
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(screen.getByText('Edit').getAttribute('aria-hidden')).toBe('true')
})

test('a finger does not open it', () => {
  render(
    <Tooltip label="Edit">
      <button type="button">Pencil</button>
    </Tooltip>,
  )
  fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'touch' })
  wait(1_000)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
