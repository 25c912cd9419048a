import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Panel } from './panel.tsx'

const open = () => {
  const close = vi.fn<() => void>()
  const view = render(
    <Panel title="CTR-064-4" onClose={close}>
      Redline clause 9.2
    </Panel>,
  )
  const edge = screen.getByRole('separator', { name: 'Resize panel' })
  return { close, edge, width: () => Number(edge.getAttribute('aria-valuenow')), ...view }
}

test('the edge moves with keys and mouse, stays within its limits, and is remembered', () => {
  const { edge, width, unmount } = open()
  edge.setPointerCapture = () => undefined
  expect(width()).toBe(408)
  fireEvent.keyDown(edge, { key: 'ArrowLeft' })
  expect(width()).toBe(424)
  fireEvent.keyDown(edge, { key: 'Home' })
  expect(width()).toBe(360)
  fireEvent.keyDown(edge, { key: 'ArrowRight' })
  expect(width()).toBe(360)
  fireEvent.pointerDown(edge, { clientX: 800 })
  fireEvent.pointerMove(edge, { clientX: 700 })
  expect(width()).toBe(460)
  fireEvent.pointerMove(edge, { clientX: 0 })
  fireEvent.pointerUp(edge)
  expect(width()).toBe(640)
  unmount()
  expect(open().width()).toBe(640)
})

test('Close tells its owner', () => {
  const { close } = open()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledTimes(1)
})

test('the focus stays in the panel when the button that was pressed is gone', () => {
  const footer = (isHeld: boolean) => (
    <Panel title="CTR-064-4" onClose={() => undefined} footer={isHeld && <button type="button">Release</button>}>
      Redline clause 9.2
    </Panel>
  )
  const { rerender } = render(footer(true))
  screen.getByRole('button', { name: 'Release' }).focus()
  rerender(footer(false))
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'CTR-064-4' }))
})

test('a panel that nobody is in takes no focus', () => {
  const panel = (text: string) => (
    <Panel title="CTR-064-4" onClose={() => undefined}>
      <button key={text} type="button">
        {text}
      </button>
    </Panel>
  )
  const { rerender } = render(panel('Claim'))
  const claim = screen.getByRole('button', { name: 'Claim' })
  claim.focus()
  claim.blur()
  rerender(panel('Complete'))
  expect(document.activeElement).toBe(document.body)
})
