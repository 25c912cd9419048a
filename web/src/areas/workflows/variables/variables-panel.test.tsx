import { act, fireEvent, render, screen, within } from '@testing-library/react'
import type { FlowDoc } from '@throughline/flow/document'
import { condition, manual, workflow } from '@throughline/flow/testing/make'
import { useMemo, useState } from 'react'
import { expect, test } from 'vitest'
import { drawingOf, namesOf } from '../model/drawing.ts'
import { VariablesPanel } from './variables-panel.tsx'

const names = namesOf({ people: [], teams: [], workflows: [] })
const start: FlowDoc = {
  ...workflow(
    'sequential',
    manual('enter', ['size'], { fields: [{ name: 'amount', type: 'number', label: 'Amount', required: true }] }),
    condition('size', [[]], [], { branches: [{ when: 'vars.amount > vars.limit', next: [] }], end_outcome: 'done' }),
  ),
  variables: { limit: { type: 'number', default: 3 }, spare: { type: 'string' } },
  start_fields: [{ name: 'reason', type: 'text', label: 'Reason' }],
}

function open(readOnly = false) {
  const jumps: string[] = []
  const seen: { doc: FlowDoc } = { doc: start }
  function Stage() {
    const [doc, setDoc] = useState(start)
    const drawing = useMemo(() => drawingOf(doc, names), [doc])
    seen.doc = doc
    return (
      <VariablesPanel
        doc={doc}
        drawing={drawing}
        onJump={(step) => jumps.push(step)}
        onClose={() => undefined}
        {...(!readOnly && { onChange: setDoc })}
      />
    )
  }
  render(<Stage />)
  const item = (name: string) => {
    const found = document.querySelector<HTMLElement>(`[data-variable="${name}"]`)
    if (!found) throw new Error(`There is no variable ${name}.`)
    return within(found)
  }
  return { jumps, seen, item }
}

const rename = (to: string) => {
  const box = screen.getByRole('textbox', { name: /^Name/ })
  fireEvent.change(box, { target: { value: to } })
  fireEvent.keyDown(box, { key: 'Enter' })
}

test('every variable is listed with its type, who sets it and who reads it', () => {
  const { jumps, item } = open()
  expect(screen.getByText('All variables (4)')).toBeDefined()
  expect(item('amount').getByText('Number')).toBeDefined()
  fireEvent.click(item('amount').getByRole('button', { name: '1 Step enter' }))
  fireEvent.click(item('limit').getByRole('button', { name: '2 Step size' }))
  expect(jumps).toEqual(['enter', 'size'])
  expect(item('reason').getByText('Start form')).toBeDefined()
  expect(item('spare').getByText('Never set')).toBeDefined()
  expect(item('spare').getByText('Not used')).toBeDefined()
})

test('one is added and named, and its readers follow when it is renamed', () => {
  const { seen, item } = open()
  fireEvent.click(screen.getByRole('button', { name: 'Add variable' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Name/ }))
  rename('note')
  expect(Object.keys(seen.doc.variables ?? {})).toEqual(['limit', 'spare', 'note'])
  fireEvent.click(item('limit').getByRole('button', { name: /^limit/ }))
  rename('ceiling')
  expect(seen.doc.steps.size).toMatchObject({ branches: [{ when: 'vars.amount > vars.ceiling' }] })
})

test('a name that cannot be or is taken is refused with the reason', () => {
  const { seen, item } = open()
  fireEvent.click(item('spare').getByRole('button', { name: /^spare/ }))
  rename('Spare Room')
  expect(screen.getByText(/Start with a lowercase letter/)).toBeDefined()
  rename('amount')
  expect(screen.getByText('A variable named amount already exists.')).toBeDefined()
  expect(seen.doc).toBe(start)
})

test('label and default are written as typed', () => {
  const { seen, item } = open()
  fireEvent.click(item('limit').getByRole('button', { name: /^limit/ }))
  fireEvent.change(screen.getByRole('textbox', { name: /^Label/ }), { target: { value: 'Limit' } })
  fireEvent.change(screen.getByRole('spinbutton', { name: /^Default/ }), { target: { value: '7.5' } })
  expect(seen.doc.variables?.limit).toEqual({ type: 'number', label: 'Limit', default: 7.5 })
})

test('an own one is deleted, and the focus is not lost', () => {
  const { seen, item } = open()
  fireEvent.click(item('spare').getByRole('button', { name: /^spare/ }))
  const remove = screen.getByRole('button', { name: 'Delete spare' })
  act(() => remove.focus())
  fireEvent.click(remove)
  expect(seen.doc.variables).toEqual({ limit: { type: 'number', default: 3 } })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add variable' }))
})

test('read only, nothing can be changed', () => {
  const { item } = open(true)
  expect(screen.queryByRole('button', { name: 'Add variable' })).toBeNull()
  expect(item('limit').queryByRole('button', { name: /^limit/ })).toBeNull()
})
