import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFileDrag } from './use-file-drag.ts'

const file = new File(['x'], 'Contract.pdf', { type: 'application/pdf' })

function dropOn(element: Element) {
  const event = createEvent.drop(element)
  const dataTransfer = { types: ['Files'], files: [file], items: [] }
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
  fireEvent(element, event)
}

test('files dropped anywhere are added, but not those that a place takes by itself', () => {
  const onDrop = vi.fn(async () => undefined)
  function Page() {
    useFileDrag(true, onDrop)
    return (
      <>
        <p>Anywhere</p>
        <section data-takes-files>
          <p>Attachments</p>
        </section>
      </>
    )
  }
  render(<Page />)
  dropOn(screen.getByText('Attachments'))
  expect(onDrop).not.toHaveBeenCalled()
  dropOn(screen.getByText('Anywhere'))
  expect(onDrop).toHaveBeenCalledOnce()
})
