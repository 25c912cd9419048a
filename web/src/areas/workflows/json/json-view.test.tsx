import { EditorView } from '@codemirror/view'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type Problem, validate } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { useEffect, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { drawingOf, namesOf } from '../model/drawing.ts'
import { JsonView } from './json-view.tsx'

vi.mock('../canvas/flow-canvas.tsx', () => import('../testing/listed-canvas.tsx'))

const doc: FlowDoc = {
  name: 'Invoices',
  prefix: 'INV',
  type: 'sequential',
  metadata: { version: '1.0', category: 'finance' },
  start_step: 'a',
  steps: {
    a: { id: 'a', type: 'manual', name: 'Enter', next: ['b'], fields: [] },
    b: { id: 'b', type: 'manual', name: 'Pay', next: [], fields: [] },
  },
}
/** What is wrong is said when the writing rests. */
const SOON = { timeout: 4000 }

const names = namesOf({ people: [], teams: [], workflows: [] })

const seen: { docs: FlowDoc[]; valid: boolean[]; show: (doc: FlowDoc) => void } = {
  docs: [],
  valid: [],
  show: () => undefined,
}

function Page({ readOnly }: { readOnly?: boolean }) {
  const [held, setHeld] = useState(doc)
  useEffect(() => {
    seen.show = setHeld
  }, [])
  const problems: Problem[] = validate(held)
  const change = (next: FlowDoc) => {
    seen.docs.push(next)
    setHeld(next)
  }
  return (
    <JsonView
      doc={held}
      problems={problems}
      drawing={drawingOf(held, names)}
      onValid={(valid) => seen.valid.push(valid)}
      {...(!readOnly && { onChange: change })}
    />
  )
}

function open(readOnly = false) {
  seen.docs = []
  seen.valid = []
  const page = render(<Page readOnly={readOnly} />)
  const view = EditorView.findFromDOM(screen.getByLabelText('Workflow JSON'))
  if (!view) throw new Error('there is no editor')
  const text = () => view.state.doc.toString()
  /** Writes in the place of what stands there. */
  const write = (found: string, insert: string) =>
    act(() => {
      const from = text().indexOf(found)
      view.dispatch({ changes: { from, to: from + found.length, insert }, selection: { anchor: from + insert.length } })
    })
  return { page, view, text, write }
}

describe('a workflow as JSON', () => {
  test('is the text that is stored, and an edit of it is an edit of the document', () => {
    const { text, write } = open()
    expect(JSON.parse(text())).toEqual(doc)
    write('"Pay"', '"Pay it"')
    expect(seen.docs.at(-1)?.steps.b?.name).toBe('Pay it')
    expect(screen.getByText('2 Pay it')).toBeTruthy()
  })

  test('keeps the last valid drawing while the text is no JSON, says where and why, and mends it', async () => {
    const { text, write } = open()
    write('"Invoices",', '"Invoices"')
    expect(seen.valid.at(-1)).toBe(false)
    expect(seen.docs).toEqual([])
    expect(screen.getByText(/^Showing the last valid version/)).toBeTruthy()
    expect(await screen.findByText('Invalid JSON. Please fix before switching views.', {}, SOON)).toBeTruthy()
    expect(screen.getByText('Line 3, column 3: a comma is missing before "prefix".')).toBeTruthy()
    fireEvent.click(screen.getByText('Add the comma'))
    expect(seen.valid.at(-1)).toBe(true)
    expect(JSON.parse(text())).toEqual(doc)
    expect(screen.queryByText(/^Showing the last valid version/)).toBeNull()
  })

  test('never hands on a text that is no object', () => {
    const { view, text } = open()
    act(() => view.dispatch({ changes: { from: 0, to: text().length, insert: '[1, 2]' } }))
    expect(seen.docs).toEqual([])
    expect(seen.valid.at(-1)).toBe(false)
  })

  test('says what is wrong with the document at its place, with the repair as a button', async () => {
    const { text, write } = open()
    write('"b"', '"gone"')
    const said = await screen.findByText(/^Line \d+, column \d+: There’s no step "gone"/, {}, SOON)
    const [, line = '0'] = /Line (\d+)/.exec(said.textContent ?? '') ?? []
    expect(text().split('\n')[Number(line) - 1]).toContain('"gone"')
    fireEvent.click(screen.getByText('Remove'))
    expect(text()).not.toContain('gone')
  })

  test('names a key that cannot be taken over', async () => {
    const { write } = open()
    write('"prefix"', '"colour": "red",\n  "prefix"')
    expect(await screen.findByText('Line 3, column 13: There’s no "colour" here.', {}, SOON)).toBeTruthy()
  })

  test('takes in what others change, and keeps the cursor and what is half written', () => {
    const { view, text, write } = open()
    write('"Pay"', '"Pay to')
    const before = view.state.selection.main.head
    act(() => seen.show({ ...doc, description: 'All of them' }))
    expect(text()).toContain('"description": "All of them"')
    expect(text()).toContain('"Pay to')
    const { head } = view.state.selection.main
    expect(head).toBeGreaterThan(before)
    expect(text().slice(head - '"Pay to'.length, head)).toBe('"Pay to')
  })

  test('a text that cannot be read is given up with editing, and with the view', () => {
    const first = open()
    first.write('"Invoices",', '"Invoices"')
    expect(seen.valid.at(-1)).toBe(false)
    first.page.rerender(<Page readOnly />)
    expect(JSON.parse(first.text())).toEqual(doc)
    expect(seen.valid.at(-1)).toBe(true)
    first.page.unmount()

    const second = open()
    second.write('"Invoices",', '"Invoices"')
    expect(seen.valid.at(-1)).toBe(false)
    second.page.unmount()
    expect(seen.valid.at(-1)).toBe(true)
  })

  test('can only be read without the right to edit', () => {
    const { view } = open(true)
    expect(view.state.readOnly).toBe(true)
    expect(screen.queryByLabelText('Format')).toBeNull()
  })
})
