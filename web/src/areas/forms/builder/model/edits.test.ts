import type { FormElement } from '@throughline/contracts/form-content'
import { expect, test } from 'vitest'
import { addPage, duplicate, moveBy, movePage, moveTo, removePage, retype } from './edits.ts'
import { newElement, nextId } from './elements.ts'
import { blocksOf } from './pages.ts'

const text = (id: string): FormElement => ({ id, type: 'textbox', label: id })
const mark = (id: string, title: string): FormElement => ({ id, type: 'page', title })
const ids = (elements: readonly FormElement[]) => elements.map(({ id }) => id)

test('ids are a prefix of the type and a counter, and none is used again', () => {
  expect(nextId('textbox', ['txt-1', 'txt-7', 'sel-9'])).toBe('txt-8')
  expect(newElement('dropdown', []).options).toEqual(['Option 1', 'Option 2', 'Option 3'])
  expect(newElement('textarea', [])).toMatchObject({ id: 'txa-1', rows: 4 })
  expect(newElement('attachment', [])).toMatchObject({ maxFileSize: 5, helpText: 'Upload files (Max: 5MB)' })
  expect(newElement('checkboxes', ['chk-1'], 'Services')).toMatchObject({ id: 'chk-2', type: 'checkbox' })
})

test('past the end of a page an element goes on to the next, but not before the first', () => {
  const elements = [mark('pag-1', 'One'), text('a'), mark('pag-2', 'Two'), text('b')]
  expect(ids(moveBy(elements, 'a', 1))).toEqual(['pag-1', 'pag-2', 'a', 'b'])
  expect(moveBy(elements, 'a', -1)).toBe(elements)
  expect(ids(moveTo(elements, 'a', { page: 1 }))).toEqual(['pag-1', 'pag-2', 'b', 'a'])
  expect(ids(moveTo(elements, 'b', { before: 'a' }))).toEqual(['pag-1', 'b', 'a', 'pag-2'])
})

test('a second page gives the first one a beginning of its own', () => {
  const elements = addPage([text('a')], 0, ['a'], ['Page 1', 'Page 2'])
  expect(blocksOf(elements).map(({ mark: own, elements: on }) => [own?.title, ids(on)])).toEqual([
    ['Page 1', ['a']],
    ['Page 2', []],
  ])
  expect(new Set(ids(elements)).size).toBe(3)
})

test('pages change places with all that stands on them; the end of one leaves its fields', () => {
  const elements = [mark('pag-1', 'One'), text('a'), mark('pag-2', 'Two'), text('b')]
  expect(ids(movePage(elements, 1, 0, [], ''))).toEqual(['pag-2', 'b', 'pag-1', 'a'])
  expect(ids(removePage(elements, 1))).toEqual(['pag-1', 'a', 'b'])
  expect(ids(removePage(elements, 0))).toEqual(['pag-1', 'a', 'b'])
})

test('a copy has an id and a name for prefilling of its own', () => {
  const copied = duplicate([{ ...text('txt-1'), prefill: 'name' }], 'txt-1', ['txt-1'])
  expect(copied.elements[1]).toEqual({ id: 'txt-2', type: 'textbox', label: 'txt-1' })
})

test('another type keeps what it has a use for', () => {
  const before: FormElement = {
    id: 'txt-1',
    type: 'textbox',
    label: 'Rhythm',
    required: true,
    placeholder: 'x',
    min: 2,
  }
  expect(retype(before, 'dropdown', ['One'])).toEqual({
    id: 'txt-1',
    type: 'dropdown',
    label: 'Rhythm',
    required: true,
    options: ['One'],
  })
})
