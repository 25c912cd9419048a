import { fireEvent, render, screen } from '@testing-library/react'
import { parse } from '@throughline/flow/compile'
import { onboarding } from '@throughline/flow/testing/examples'
import { expect, test } from 'vitest'
import { drawingOf, namesOf } from '../model/drawing.ts'
import { FindStep } from './find-step.tsx'

const drawing = drawingOf(parse(onboarding).doc, namesOf({ people: [], teams: [], workflows: [] }))

function open() {
  const told: string[] = []
  render(<FindStep drawing={drawing} onJump={(step) => told.push(step)} onClose={() => told.push('closed')} />)
  const box = screen.getByRole('combobox', { name: 'Find step' })
  return {
    told,
    type: (value: string) => fireEvent.change(box, { target: { value } }),
    press: (key: string) => fireEvent.keyDown(box, { key }),
    names: () => screen.queryAllByRole('option').map((option) => option.textContent),
    marked: () => screen.queryByRole('option', { selected: true })?.textContent ?? '',
    box,
  }
}

test('names, ids, types and descriptions are searched, names first', () => {
  const { type, names } = open()
  type('contract')
  expect(names()[0]).toMatch(/^6 Contract/)
  type('accounts_by')
  expect(names()).toHaveLength(1)
  type('approval')
  expect(names()).toEqual([expect.stringMatching(/^6 Contract/)])
  type('automation')
  expect(names()).toEqual([expect.stringMatching(/^2 Create accounts/)])
})

test('it has the focus, arrows mark, Enter goes to the step and closes', () => {
  const { told, type, press, marked, box } = open()
  expect(document.activeElement).toBe(box)
  type('create')
  expect(marked()).toMatch(/^2 Create accounts/)
  press('ArrowDown')
  expect(marked()).toMatch(/^3 Create accounts by hand/)
  press('ArrowDown')
  expect(marked()).toMatch(/^2 /)
  press('ArrowUp')
  press('Enter')
  expect(told).toEqual(['accounts_by_hand', 'closed'])
})

test('the count is said, and nothing found as well', () => {
  const { type } = open()
  type('create')
  expect(screen.getByText('2 steps found')).toBeDefined()
  type('zebra')
  expect(screen.getByText('No steps found')).toBeDefined()
})

test('Escape closes and goes nowhere; the focus returns to where it was', () => {
  const before = document.createElement('button')
  document.body.append(before)
  before.focus()
  const { unmount } = render(<FindStep drawing={drawing} onJump={() => undefined} onClose={() => undefined} />)
  expect(document.activeElement).not.toBe(before)
  unmount()
  expect(document.activeElement).toBe(before)
  before.remove()
  const { told, press } = open()
  press('Escape')
  expect(told).toEqual(['closed'])
})
