import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type Problem, parse, validate } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { onboarding } from '@throughline/flow/testing/examples'
import { condition, manual, workflow } from '@throughline/flow/testing/make'
import { useMemo, useState } from 'react'
import { expect, test } from 'vitest'
import { drawingOf, namesOf } from '../model/drawing.ts'
import { insertStep, moveStep, removeStep, spotAfter } from '../model/edits.ts'
import { Outline, type OutlineAct } from './outline.tsx'

const names = namesOf({ people: [], teams: [], workflows: [] })
const doc = parse(onboarding).doc

type StageProps = { start: FlowDoc; problems?: Problem[]; readOnly?: boolean; onAct?: (act: OutlineAct) => void }

/** The outline in a builder that does what it is asked. */
function Stage({ start, problems, readOnly, onAct }: StageProps) {
  const [now, setNow] = useState(start)
  const [selected, setSelected] = useState<string>()
  const drawing = useMemo(() => drawingOf(now, names), [now])
  const found = useMemo(() => problems ?? validate(now), [now, problems])
  const does = (asked: OutlineAct) => {
    onAct?.(asked)
    const edited =
      asked.kind === 'remove'
        ? removeStep(now, asked.id)
        : asked.kind === 'move'
          ? moveStep(now, asked.id, asked.by)
          : asked.kind === 'add'
            ? insertStep(now, spotAfter(now, asked.after), 'manual', 1)
            : asked.kind === 'insert'
              ? insertStep(now, asked.spot, 'manual', 1)
              : undefined
    if (!edited) return
    setNow(edited.doc)
    if (edited.focus !== undefined) setSelected(edited.focus)
  }
  return (
    <Outline
      drawing={drawing}
      problems={found}
      selected={selected}
      onSelect={setSelected}
      label="Steps"
      {...(!readOnly && { onAct: does })}
    />
  )
}

function open(start: FlowDoc = doc, props: Partial<StageProps> = {}) {
  const acts: OutlineAct[] = []
  render(<Stage start={start} onAct={(asked) => acts.push(asked)} {...props} />)
  const row = (name: RegExp) => screen.getByRole('treeitem', { name })
  const press = (key: string, more: object = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
  const at = (name: RegExp) => act(() => row(name).focus())
  return { acts, row, at, press }
}

const focused = () => document.activeElement?.querySelector('.sr-only')?.textContent ?? ''

test('a row says its name, place, type, branch and problems', () => {
  const problems: Problem[] = [
    { n: 26, code: 'assignee_missing', level: 'W', step: 'papers', path: '', text: 'Nobody is named.', repairs: [] },
  ]
  const { row } = open(doc, { problems })
  expect(row(/^Collect papers, step 5 of 8, Manual, in Branch 3 of 4,.* warning: Nobody is named\.$/)).toBeDefined()
  expect(row(/^Welcome, step 8 of 8, Manual, Joins 4 branches, waits for all that run,.* no issues$/)).toBeDefined()
  expect(row(/^Rejected or changes: back to 5 Collect papers, of 6 Contract$/)).toBeDefined()
  expect(row(/^If it fails, of 2 Create accounts$/)).toBeDefined()
  expect(within(row(/^Collect papers/)).getByText('1 warning')).toBeDefined()
})

test('the tree is one tab stop, and its buttons are none', () => {
  const { row } = open()
  const stops = screen.getByRole('tree').querySelectorAll('[tabindex="0"], button:not([tabindex="-1"])')
  expect([...stops]).toEqual([row(/^Details/)])
})

test('keys walk the rows, into and out of branches, to targets and to issues', () => {
  const { at, press } = open(doc, {
    problems: [{ n: 1, code: 'x', level: 'E', step: 'first_day', path: '', text: 'Wrong.', repairs: [] }],
  })
  at(/^Details/)
  press('ArrowRight')
  expect(focused()).toMatch(/^Branch 1 of 4, at once/)
  press('ArrowRight')
  expect(focused()).toMatch(/^Create accounts, step 2/)
  press('ArrowLeft')
  press('ArrowLeft')
  expect(focused()).toMatch(/^Details/)
  press('End')
  expect(focused()).toMatch(/^Ends here/)
  press('Home')
  expect(focused()).toBe('When someone starts it')
  press('i')
  expect(focused()).toMatch(/^Until the first day/)
  at(/^Rejected or changes/)
  press('j')
  expect(focused()).toMatch(/^Collect papers/)
})

test('a step is edited, added, branched, moved and deleted by keys', () => {
  const { acts, at, press } = open()
  at(/^Contract/)
  press('Enter')
  press('b')
  press('ArrowUp', { altKey: true })
  at(/^Order a laptop/)
  press('a')
  expect(acts).toEqual([
    { kind: 'edit', id: 'contract' },
    { kind: 'branch', of: 'contract' },
    { kind: 'move', id: 'contract', by: -1 },
    { kind: 'add', after: 'laptop' },
  ])
})

test('a step can be put at the start, on a branch, on a way back and at an end', () => {
  const { acts, at, press } = open()
  for (const name of [/^Ends here/, /^Rejected or changes/, /^Branch 2 of 4/, /^When/]) {
    at(name)
    press('a')
  }
  expect(acts).toEqual([
    { kind: 'insert', spot: { kind: 'out', from: 'welcome', outcome: 'done', to: null } },
    { kind: 'insert', spot: { kind: 'out', from: 'contract', outcome: 'rejected', to: 'papers' } },
    { kind: 'insert', spot: { kind: 'out', from: 'details', outcome: 'done', to: 'laptop' } },
    { kind: 'insert', spot: { kind: 'start' } },
  ])
})

test('deleting moves the focus to the row that takes the place', () => {
  const { at, press } = open(workflow('sequential', manual('a', ['b']), manual('b', ['c']), manual('c')))
  at(/^Step b/)
  press('Backspace')
  expect(screen.queryByRole('treeitem', { name: /^Step b/ })).toBeNull()
  expect(focused()).toMatch(/^Step c, step 2 of 2/)
})

test('the only step cannot be deleted', () => {
  const { acts, at, press } = open(workflow('sequential', manual('a')))
  at(/^Step a/)
  press('Backspace')
  expect(acts).toEqual([])
  expect(screen.queryByRole('button', { name: 'Delete step' })).toBeNull()
})

test('what was moved or added keeps the focus', async () => {
  const { at, press } = open(workflow('sequential', manual('a', ['b']), manual('b', ['c']), manual('c')))
  at(/^Step b/)
  press('ArrowDown', { altKey: true })
  expect(focused()).toMatch(/^Step b, step 3 of 3/)
  press('a')
  await waitFor(() => expect(focused()).toMatch(/^New Step, step 4 of 4/))
})

test('the buttons of the focused row do the same without taking the focus', () => {
  const { acts, at } = open()
  at(/^Contract/)
  expect(screen.getAllByRole('button', { name: 'Add step after' })).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add branch' }))
  expect(acts).toEqual([
    { kind: 'edit', id: 'contract' },
    { kind: 'branch', of: 'contract' },
  ])
  expect(focused()).toMatch(/^Contract/)
})

test('read only, it can be walked and opened, and nothing else', () => {
  const { acts, row, at, press } = open(doc, { readOnly: true })
  at(/^Contract/)
  for (const key of ['a', 'b', 'Backspace']) press(key)
  press('Enter')
  expect(acts).toEqual([])
  expect(row(/^Contract/).getAttribute('aria-selected')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Add step after' })).toBeNull()
})

test('a branch that ends, one straight to the join, and a step that nothing leads to are said', () => {
  const start = workflow(
    'sequential',
    condition('ask', [['more'], []], ['last']),
    manual('more', ['last']),
    manual('last'),
  )
  const { row } = open({ ...start, steps: { ...start.steps, lost: manual('lost') } })
  expect(row(/^If .*, ends here, of 1 Step ask$/)).toBeDefined()
  expect(row(/^Else, straight to 3 Step last, of 1 Step ask$/)).toBeDefined()
  expect(row(/^Not reachable from the start$/)).toBeDefined()
  expect(row(/^Step last, step 3 of 4, Manual, Either way/)).toBeDefined()
})
