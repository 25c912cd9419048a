import { expect, test } from 'vitest'
import { changeText } from './change-text.ts'

const added = (name: string, type: string) =>
  changeText({
    kind: 'added',
    what: 'element',
    element: 'e-1',
    name,
    after: { id: 'e-1', type },
    author: null,
    at: null,
  })

test('an element without words is called by its kind, one with words by these', () => {
  expect(added('page', 'page')).toBe('+ Page')
  expect(added('page', 'textbox')).toBe('+ page')
})
