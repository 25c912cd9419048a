import { act, fireEvent, render, screen, within } from '@testing-library/react'
import type { StepType } from '@throughline/contracts/workflows'
import type { Problem } from '@throughline/flow/compile'
import { largeWorkflow } from '@throughline/flow/testing/large'
import { approval, condition, manual, tool, workflow } from '@throughline/flow/testing/make'
import { beforeEach, expect, test, vi } from 'vitest'
import { drawingOf, namesOf } from '../model/drawing.ts'
import type { Spot } from '../model/edits.ts'
import { FlowCanvas, type FlowCanvasProps } from './flow-canvas.tsx'

beforeEach(() => {
  // Large enough for whole cards.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(1000)
})

const named = (name: string) => ({ name })
const doc = workflow(
  'sequential',
  manual('enter', ['size'], named('Enter invoice')),
  condition('size', [['board'], ['lead']], ['lead'], {
    name: 'How much?',
    branches: [
      { name: 'Over 5,000', when: 'true', next: ['board'] },
      { name: 'New vendor', when: 'true', next: ['lead'] },
    ],
  }),
  approval('board', ['pay'], named('Directors')),
  approval('lead', ['pay'], named('Team lead')),
  tool('pay', [], { name: 'Pay', on_failure: { next: ['by_hand'] } }),
  manual('by_hand', [], { name: 'Pay by hand', end_outcome: 'paid' }),
)
const drawing = drawingOf(doc, namesOf({ people: [], teams: [], workflows: [] }))
const problem = (step: string, level: 'E' | 'W'): Problem => ({
  n: 1,
  code: 'x',
  level,
  step,
  path: '',
  text: '',
  repairs: [],
})

function open(props: Partial<FlowCanvasProps> = {}) {
  const onSelect = vi.fn<(id: string | undefined) => void>()
  const onInsert = vi.fn<(spot: Spot, type: StepType) => void>()
  render(<FlowCanvas drawing={drawing} label="Canvas" onSelect={onSelect} onInsert={onInsert} {...props} />)
  return { onSelect, onInsert, canvas: within(screen.getByRole('region', { name: 'Canvas' })) }
}
const steps = () => screen.getAllByRole('button', { name: /^Step \d/ })

test('cards come in the order of the outline and say number, name, type, returns and problems', () => {
  open({ problems: [problem('board', 'E'), problem('board', 'E'), problem('board', 'W')] })
  expect(steps().map((card) => card.getAttribute('aria-label'))).toEqual([
    'Step 1 of 6, Enter invoice, Manual',
    'Step 2 of 6, How much?, Condition',
    'Step 3 of 6, Directors, Approval, Rejected or changes: back to 1, 2 errors, 1 warning',
    'Step 4 of 6, Team lead, Approval, Rejected or changes: back to 1',
    'Step 5 of 6, Pay, Automation',
    'Step 6 of 6, Pay by hand, Manual',
  ])
  expect(screen.getByText('3 issues')).toBeDefined()
})

test('pressing a card selects it, Escape clears the selection', () => {
  const { onSelect } = open({ selected: 'size' })
  expect(screen.getByRole('button', { name: /How much/, pressed: true })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /Team lead, Approval/ }))
  expect(onSelect).toHaveBeenLastCalledWith('lead')
  fireEvent.keyDown(screen.getByRole('button', { name: /How much/, pressed: true }), { key: 'Escape' })
  expect(onSelect).toHaveBeenLastCalledWith(undefined)
})

test('arrow keys move the focus along the lines', () => {
  open()
  const [first, second, third] = steps()
  first?.focus()
  fireEvent.keyDown(first ?? document.body, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second ?? document.body, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(third)
})

test('every line and every end has its own + that says where it adds', () => {
  const { canvas } = open()
  expect(
    canvas.getAllByRole('button', { name: /^Add a step/ }).map((button) => button.getAttribute('aria-label')),
  ).toEqual([
    'Add a step at the start',
    'Add a step after Enter invoice',
    'Add a step after How much?, Over 5,000',
    'Add a step after How much?, New vendor, else',
    'Add a step after Directors',
    'Add a step after Team lead',
    'Add a step after Pay, Failed',
    'Add a step after Pay, End',
    'Add a step after Pay by hand, Ends: paid',
  ])
})

test('+ asks for the type and says the spot', async () => {
  const { onInsert } = open()
  fireEvent.click(screen.getByRole('button', { name: 'Add a step after How much?, Over 5,000' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Manual',
    'Automation',
    'Approval',
    'Condition',
    'Wait',
    'Subworkflow',
  ])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Wait' }))
  expect(onInsert).toHaveBeenCalledWith({ kind: 'out', from: 'size', outcome: 'b0', to: 'board' }, 'wait')
  fireEvent.click(screen.getByRole('button', { name: 'Add a step after Pay by hand, Ends: paid' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Automation' }))
  expect(onInsert).toHaveBeenLastCalledWith({ kind: 'out', from: 'by_hand', outcome: 'done', to: null }, 'tool')
})

test('read-only it has cards but nothing to add', () => {
  render(<FlowCanvas drawing={drawing} label="Canvas" />)
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  expect(screen.getAllByRole('article')).toHaveLength(6)
})

test('marks of trying and comparing are shown and said', () => {
  const marks: FlowCanvasProps['marks'] = new Map([
    ['enter', { state: 'done' as const }],
    ['board', { state: 'open' as const, note: 'Answering' }],
    ['lead', { state: 'removed' as const }],
    ['pay', { state: 'changed' as const, note: '5 tries, was 3' }],
  ])
  open({ marks })
  expect(screen.getByRole('button', { name: 'Step 1 of 6, Enter invoice, Manual, Done' })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Step 3 of 6, Directors, Approval, Answering/ })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Removed step, Team lead, Approval/ })).toBeDefined()
  expect(screen.getByText('5 tries, was 3')).toBeDefined()
})

test('of a large drawing only what is in sight is there, and keys come to all the rest', () => {
  open({ drawing: drawingOf(largeWorkflow(), namesOf({ people: [], teams: [], workflows: [] })) })
  const drawn = document.querySelectorAll('[data-step]').length
  expect(drawn).toBeGreaterThan(10)
  expect(drawn).toBeLessThan(100)
  const at = (n: number) => document.querySelector<HTMLElement>(`[aria-label^="Step ${n} of 202,"]`)
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  act(() => at(1)?.focus())
  press('End')
  expect(document.activeElement).toBe(at(202))
  // Where Shift+Tab leads from there.
  expect(at(201)).not.toBeNull()
  press('Home')
  expect(document.activeElement).toBe(at(1))
  expect(at(9)).toBeNull()
  for (let n = 2; n < 10; n++) act(() => at(n)?.focus())
  expect(document.activeElement).toBe(at(9))
})

test('a step that is shown from elsewhere is there, and stays when it is let go', () => {
  const large = drawingOf(largeWorkflow(), namesOf({ people: [], teams: [], workflows: [] }))
  const props = { drawing: large, label: 'Canvas', onSelect: () => undefined }
  const { rerender } = render(<FlowCanvas {...props} selected="b1-3" revealed="b1-3" />)
  const card = screen.getByRole('button', { name: /Step b1-3,/, pressed: true })
  rerender(<FlowCanvas {...props} />)
  expect(card.isConnected).toBe(true)
})
