import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Segmented } from './segmented.tsx'

const items = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
  { value: 'map', label: 'Process map', disabled: true },
] as const

/** Browsers give one tab stop and arrow keys to radio buttons that share a name; a journey presses them. */
test('it is one group of radio buttons', () => {
  const onChange = vi.fn<(value: string) => void>()
  render(<Segmented label="View" value="list" onChange={onChange} items={items} />)
  const radios = screen.getAllByRole<HTMLInputElement>('radio')
  expect(new Set(radios.map((radio) => radio.name)).size).toBe(1)
  expect(radios.map((radio) => radio.checked)).toEqual([true, false, false])
  expect(radios.map((radio) => radio.disabled)).toEqual([false, false, true])
  fireEvent.click(screen.getByRole('radio', { name: 'Board' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('board')
})
