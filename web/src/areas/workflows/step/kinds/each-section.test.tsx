import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { texts } from '../step.texts.ts'
import { documentOf, openStep, serveStep } from '../testing/open-step.tsx'

// The panel is large and the tests fill it in; a busy machine needs its time for that.
vi.setConfig({ testTimeout: 20_000 })
beforeEach(() => void serveStep())

const { each } = texts

test('a step runs once for each entry of a list, which is said in words and taken away again', async () => {
  const order = { id: 'order', type: 'manual', name: 'Order it', assignee: { starter: true }, fields: [], next: [] }
  const { panel, step, type, open } = await openStep(documentOf([order]), 'order')
  open(each.title)
  // With a list the part stands further up: the switch is another one then.
  const toggle = () => fireEvent.click(panel.getByRole('switch', { name: each.toggle }))
  toggle()
  expect(step()?.each).toEqual({ list: '', order: 'at_once', until: 'all' })
  type(each.list, '["desk", "chair"]')
  fireEvent.click(panel.getByRole('radio', { name: new RegExp(`^${each.inOrder}`) }))
  fireEvent.click(panel.getByRole('radio', { name: each.until.first }))
  expect(step()?.each).toEqual({ list: '["desk", "chair"]', order: 'in_order', until: 'first' })
  expect(panel.getByText(/one after another\. The step is done when the first item is\./)).toBeTruthy()
  toggle()
  expect(step()?.each).toBeUndefined()
})
