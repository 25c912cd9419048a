import { expect, test, vi } from 'vitest'
import { chordReader } from './use-shortcuts.ts'

const press = (read: (event: KeyboardEvent) => boolean, key: string, target: Element = document.body, init = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...init })
  let taken = false
  const listener = (heard: KeyboardEvent) => {
    taken = read(heard)
  }
  addEventListener('keydown', listener)
  target.dispatchEvent(event)
  removeEventListener('keydown', listener)
  return taken
}

const field = (html: string) => {
  document.body.innerHTML = html
  const element = document.body.firstElementChild
  if (!element) throw new Error('no field')
  return element
}

test('two keys in a row are a chord; the second alone is nothing', () => {
  const home = vi.fn()
  const read = chordReader({ 'g h': home })
  expect(press(read, 'h')).toBe(false)
  press(read, 'g')
  expect(press(read, 'h')).toBe(true)
  expect(home).toHaveBeenCalledOnce()
})

test('a chord waits for its second key only for a moment', () => {
  let now = 0
  const home = vi.fn()
  const read = chordReader({ 'g h': home }, () => now)
  press(read, 'g')
  now = 2_000
  press(read, 'h')
  expect(home).not.toHaveBeenCalled()
})

test('the first key of another chord starts that one', () => {
  const form = vi.fn()
  const read = chordReader({ 'g h': vi.fn(), 'n f': form })
  press(read, 'g')
  press(read, 'n')
  press(read, 'f')
  expect(form).toHaveBeenCalledOnce()
})

test.each([
  '<input>',
  '<input type="search">',
  '<textarea></textarea>',
  '<select></select>',
  '<div contenteditable="true"></div>',
])('keys typed into %s stay there', (html) => {
  const sheet = vi.fn()
  const read = chordReader({ '?': sheet, 'g h': sheet })
  const target = field(html)
  for (const key of ['?', 'g', 'h']) expect(press(read, key, target)).toBe(false)
  expect(sheet).not.toHaveBeenCalled()
})

test('a checkbox takes no text, so keys work on it', () => {
  const sheet = vi.fn()
  press(chordReader({ '?': sheet }), '?', field('<input type="checkbox">'), { shiftKey: true })
  expect(sheet).toHaveBeenCalledOnce()
})

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])('%o is not ours', (init) => {
  const fold = vi.fn()
  expect(press(chordReader({ '[': fold }), '[', document.body, init)).toBe(false)
  expect(fold).not.toHaveBeenCalled()
})
