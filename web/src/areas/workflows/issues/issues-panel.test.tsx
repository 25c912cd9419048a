import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { repair, validate } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { approval, condition, manual, workflow } from '@throughline/flow/testing/make'
import { useMemo, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { drawingOf, namesOf } from '../model/drawing.ts'
import { IssuesPanel } from './issues-panel.tsx'

const names = namesOf({ people: [], teams: [], workflows: [] })
const faulty = workflow(
  'sequential',
  manual('enter', ['size'], {
    assignee: undefined,
    fields: [{ name: 'amount', type: 'number', label: 'Amount', required: true }],
  }),
  condition('size', [['board']], [], { branches: [{ when: 'vars.amout > 5', next: ['board'] }], end_outcome: 'small' }),
  approval('board', [], { approvers: [{ role: 'Owner' }], rule: 2 }),
)

function Stage({ start, jumps, readOnly }: { start: FlowDoc; jumps: string[]; readOnly: boolean }) {
  const [doc, setDoc] = useState(start)
  const drawing = useMemo(() => drawingOf(doc, names), [doc])
  const problems = useMemo(() => validate(doc), [doc])
  const repairs = {
    onRepair: (_: unknown, offer: Parameters<typeof repair>[1]) => setDoc(repair(doc, offer)),
    onRepairAll: (safe: readonly { repair: Parameters<typeof repair>[1] }[]) =>
      setDoc(safe.reduce((mended, one) => repair(mended, one.repair), doc)),
  }
  return (
    <IssuesPanel
      drawing={drawing}
      problems={problems}
      onJump={(step) => jumps.push(step)}
      onClose={() => undefined}
      {...(!readOnly && repairs)}
    />
  )
}

function open(start: FlowDoc = faulty, readOnly = false) {
  const jumps: string[] = []
  render(<Stage start={start} jumps={jumps} readOnly={readOnly} />)
  return { jumps, items: () => screen.queryAllByRole('listitem').map((item) => within(item).getAllByRole('button')[0]) }
}

const button = (name: RegExp | string) => screen.getByRole('button', { name })

test('errors come before warnings, each with its step, its place and its reason', () => {
  const { items } = open()
  expect(items().map((item) => item?.textContent)).toEqual(['2 Step sizeBranch 1', '3 Step board', '1 Step enter'])
  expect(screen.getByText('No step sets the variable "amout".')).toBeDefined()
  expect(screen.getByText('2 issues to fix before it can run.')).toBeDefined()
})

test('an issue leads to its step, by press and by the key for the next one', () => {
  const { jumps, items } = open()
  fireEvent.click(button(/Step board/))
  act(() => items()[0]?.focus())
  fireEvent.keyDown(items()[0] ?? document.body, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(items()[1])
  fireEvent.keyDown(items()[1] ?? document.body, { key: 'i' })
  expect(document.activeElement).toBe(items()[2])
  expect(jumps).toEqual(['board', 'enter'])
})

test('a repair mends, and the focus goes to the issue that took the place', () => {
  const { items } = open()
  const repairButton = button('Write vars.amount > 5')
  act(() => repairButton.focus())
  fireEvent.click(repairButton)
  expect(screen.queryByText(/amout/)).toBeNull()
  expect(document.activeElement).toBe(items()[0])
})

test('what needs no choice is repaired at once', () => {
  open()
  fireEvent.click(button('Repair 1 safe issue'))
  expect(screen.queryByText(/^No one is assigned/)).toBeNull()
  expect(screen.queryByRole('button', { name: /safe/ })).toBeNull()
  expect(screen.getByText(/must approve, but there are only/)).toBeDefined()
})

test('only errors or only warnings can be shown', () => {
  const { items } = open()
  fireEvent.click(screen.getByRole('radio', { name: 'Warnings 1' }))
  expect(items()).toHaveLength(1)
  fireEvent.click(screen.getByRole('radio', { name: 'Errors 2' }))
  expect(items()).toHaveLength(2)
})

test('without issues it says so', () => {
  open(workflow('sequential', manual('a')))
  expect(screen.getByText('Every step can be reached, run, and finished.')).toBeDefined()
  expect(screen.getByText('It’s ready to run.')).toBeDefined()
})

test('read only, it offers no repairs', () => {
  open(faulty, true)
  expect(screen.queryByRole('button', { name: /Write|Ask for|Repair|Give/ })).toBeNull()
})

test('the count is said politely once it has settled', () => {
  vi.useFakeTimers()
  open()
  const live = document.querySelector('[aria-live="polite"]')
  expect(live?.textContent).toBe('2 errors, 1 warning')
  fireEvent.click(button('Repair 1 safe issue'))
  expect(live?.textContent).toBe('2 errors, 1 warning')
  act(() => void vi.advanceTimersByTime(1000))
  expect(live?.textContent).toBe('2 errors, 0 warnings')
  vi.useRealTimers()
})
