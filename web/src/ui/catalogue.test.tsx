import { afterEach, expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

const words = {
  save: 'Save',
  count: (n: number) => `${n} tasks`,
  list: ['One', 'Two'],
  deep: { er: { yes: 'Yes' } },
}

afterEach(() => history.replaceState(null, '', '/'))

test('texts are themselves', () => {
  expect(catalogue(words)).toBe(words)
})

const expectMarked = () => {
  const marked = catalogue(words)
  expect(marked.save).toBe('⟦Save⟧')
  expect(marked.count(3)).toBe('⟦3 tasks⟧')
  expect(marked.list).toEqual(['⟦One⟧', '⟦Two⟧'])
  expect(marked.deep.er.yes).toBe('⟦Yes⟧')
}

test('in the pseudo-language every text carries the marks', () => {
  history.replaceState(null, '', '/home?pseudo=1')
  expectMarked()
})

test('the pseudo-language can be kept for a whole journey', () => {
  localStorage.setItem('tl.pseudo', '1')
  expectMarked()
})
