import { fireEvent, render, screen, within } from '@testing-library/react'
import type { FlowDoc } from '@throughline/flow/document'
import { describe, expect, test, vi } from 'vitest'
import { drawingOf, namesOf } from '../model/drawing.ts'
import { TryIt } from './try-it.tsx'

vi.mock('../canvas/flow-canvas.tsx', () => import('../testing/listed-canvas.tsx'))

const invoice: FlowDoc = {
  name: 'Invoices',
  prefix: 'INV',
  type: 'sequential',
  metadata: { version: '1.0', category: 'finance' },
  start_step: 'enter',
  steps: {
    enter: {
      id: 'enter',
      type: 'manual',
      name: 'Enter invoice',
      next: ['size'],
      fields: [
        { name: 'amount', type: 'currency', label: 'Amount', required: true, min: 1 },
        { name: 'why', type: 'text', label: 'Why so much', required: true, show_if: 'vars.amount > 5000' },
        { name: 'note', type: 'text', label: 'Note' },
      ],
    },
    size: {
      id: 'size',
      type: 'condition',
      name: 'Over 5,000?',
      next: ['lead', 'pay'],
      branches: [{ name: 'Over 5,000', when: 'vars.amount > 5000', next: ['lead'] }],
      else: ['pay'],
    },
    lead: {
      id: 'lead',
      type: 'approval',
      name: 'Directors',
      next: ['pay'],
      approvers: [{ person: 'ana' }, { person: 'ben' }],
      rule: 'all',
      order: 'at_once',
    },
    pay: {
      id: 'pay',
      type: 'tool',
      name: 'Pay',
      next: ['cool'],
      tool_id: 'http',
      output: { payment_id: 'string' },
      on_failure: { next: ['by_hand'] },
    },
    by_hand: { id: 'by_hand', type: 'manual', name: 'Pay by hand', next: [], fields: [], end_outcome: 'paid by hand' },
    cool: { id: 'cool', type: 'wait', name: 'Cool down', next: [], for: '2d', end_outcome: 'paid' },
  },
}

const names = namesOf({ people: [], teams: [], workflows: [] })
const open = (doc: FlowDoc = invoice) => {
  const onClose = vi.fn()
  render(<TryIt doc={doc} drawing={drawingOf(doc, names)} onClose={onClose} />)
  return { onClose }
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const asked = () => screen.getByRole('region', { name: /^Answer for/ }).getAttribute('aria-label')
const canvas = () => within(screen.getByRole('region', { name: 'Trial on the canvas' })).getAllByRole('listitem')
const drawn = () => canvas().map(({ textContent }) => textContent)
const variable = (name: string) => screen.getByRole('rowheader', { name: new RegExp(`^${name}`) }).closest('tr')

describe('trying a workflow', () => {
  test('says that nothing is sent, and asks the first step', () => {
    open()
    expect(screen.getByText('Trying the draft. Nothing is sent, and no one is notified.')).toBeTruthy()
    expect(asked()).toBe('Answer for Enter invoice')
    expect(drawn()).toContain('1 Enter invoice open Answering')
  })

  test('checks a form as it will be checked, and asks what hangs on an answer only where it applies', () => {
    open()
    press('Complete step')
    expect(screen.getByText('Enter an answer.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Amount'))
    type('Amount', '0')
    press('Complete step')
    expect(screen.getByText('At least 1.')).toBeTruthy()
    expect(screen.queryByLabelText('Why so much')).toBeNull()
    type('Amount', '9000')
    expect(screen.getByLabelText('Why so much')).toBeTruthy()
  })

  test('goes the way of the answers, shows what they set, and moves the focus to the next question', () => {
    open()
    type('Amount', '100')
    press('Complete step')
    expect(asked()).toBe('Answer for Pay')
    expect(document.activeElement).toBe(screen.getByLabelText('payment_id'))
    expect(variable('amount')?.textContent).toContain('100Enter invoice')
    expect(variable('note')?.textContent).toContain('not set')
    expect(drawn()).toEqual(expect.arrayContaining(['1 Enter invoice done', 'enter>size taken', 'size>pay taken']))
    expect(screen.getByText('Enter invoice done: Over 5,000? Else, opens Pay')).toBeTruthy()
  })

  test('asks people one by one; a rejection goes back and a failure has its own way', () => {
    open()
    type('Amount', '9000')
    type('Why so much', 'New roof')
    press('Complete step')
    press('Approve')
    expect(screen.getByText('What does person 2 of 2 decide?')).toBeTruthy()
    press('Reject')
    expect(asked()).toBe('Answer for Enter invoice')
    expect(drawn()).toContain('lead>enter taken')
    type('Amount', '10')
    press('Complete step')
    press('It fails')
    expect(asked()).toBe('Answer for Pay by hand')
    press('Complete step')
    expect(screen.getByRole('heading', { name: 'Ended: paid by hand' })).toBeTruthy()
  })

  test('lets time pass only when told to', () => {
    open()
    type('Amount', '10')
    press('Complete step')
    press('It succeeds')
    expect(asked()).toBe('Answer for Cool down')
    press('Skip to then')
    expect(screen.getByRole('heading', { name: 'Ended: paid' })).toBeTruthy()
  })

  test('goes on with what is written, and with samples for the rest', () => {
    open()
    type('Amount', '9000')
    press('Next')
    expect(asked()).toBe('Answer for Directors')
    expect(variable('why')?.textContent).toContain('Sample why so much')
  })

  test('steps back and forward, and starts over', () => {
    open()
    press('Next')
    expect(asked()).toBe('Answer for Pay')
    press('Back one turn')
    expect(asked()).toBe('Answer for Enter invoice')
    press('Forward one turn')
    expect(asked()).toBe('Answer for Pay')
    press('Run to the end')
    expect(screen.getByRole('heading', { name: 'Ended: paid' })).toBeTruthy()
    expect(document.activeElement, 'at the end the keys go on').toBe(
      screen.getByRole('button', { name: 'Try again from the start' }),
    )
    press('Start over')
    expect(asked()).toBe('Answer for Enter invoice')
  })

  test('asks first what whoever starts it is asked', () => {
    open({ ...invoice, start_fields: [{ name: 'dept', type: 'text', label: 'Department', required: true }] })
    expect(screen.getByText('Not started yet.')).toBeTruthy()
    type('Department', 'Sales')
    press('Start the trial')
    expect(asked()).toBe('Answer for Enter invoice')
    expect(variable('dept')?.textContent).toContain('SalesStart')
    press('Back one turn')
    expect(screen.getByLabelText('Department')).toBeTruthy()
  })

  test('shows a join that waits, and lets any open step be answered', () => {
    const fields = [{ name: 'x', type: 'text' as const, label: 'X' }]
    open({
      ...invoice,
      type: 'parallel',
      start_step: 'a',
      steps: {
        a: { id: 'a', type: 'manual', name: 'A', next: ['b', 'c'], fields: [] },
        b: { id: 'b', type: 'manual', name: 'B', next: ['d'], fields },
        c: { id: 'c', type: 'manual', name: 'C', next: ['d'], fields: [] },
        d: { id: 'd', type: 'manual', name: 'D', next: [], fields: [] },
      },
    })
    press('Complete step')
    expect(screen.getByText('2 open. Ends when all are answered.')).toBeTruthy()
    press('Answer')
    expect(asked()).toBe('Answer for C')
    press('Complete step')
    expect(drawn()).toContain('4 D waiting Waits for 1')
    expect(screen.getByText('1 open, 1 waiting. Ends when all are answered.')).toBeTruthy()
  })

  test('lists what stands in the way of trying', () => {
    const { enter, ...others } = invoice.steps
    open({ ...invoice, steps: { ...others, ...(enter && { enter: { ...enter, next: ['nowhere'] } }) } })
    expect(screen.getByRole('heading', { name: 'You can’t try this yet' })).toBeTruthy()
    press('Enter invoice')
    expect(screen.getByRole('region', { name: 'Trial on the canvas' }).dataset.revealed).toBe('enter')
  })

  test('is left by its own button', () => {
    const { onClose } = open()
    press('Leave')
    expect(onClose).toHaveBeenCalledOnce()
  })
})
