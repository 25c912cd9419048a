import { manual, workflow } from '@throughline/flow/testing/make'
import { expect, test } from 'vitest'
import { drawingOf, namesOf } from '../model/drawing.ts'
import { neighbour } from './layout/layout.ts'
import { layoutOf } from './layout/layout-of.ts'

const doc = workflow('parallel', manual('a', ['b', 'c']), manual('b', ['d']), manual('c', ['d']), manual('d'))
const drawing = drawingOf(doc, namesOf({ people: [], teams: [], workflows: [] }))
const from = (id: string, key: string) => neighbour(key, id, drawing, layoutOf(drawing))

test('arrows go along lines and rows, Home and End to the first and last step', () => {
  expect(from('a', 'ArrowDown')).toBe('b')
  expect(from('b', 'ArrowRight')).toBe('c')
  expect(from('c', 'ArrowLeft')).toBe('b')
  expect(from('b', 'ArrowLeft')).toBeUndefined()
  expect(from('c', 'ArrowDown')).toBe('d')
  expect(from('d', 'ArrowUp')).toBe('b')
  expect(from('a', 'ArrowUp')).toBeUndefined()
  expect(from('c', 'Home')).toBe('a')
  expect(from('a', 'End')).toBe('d')
  expect(from('a', 'x')).toBeUndefined()
})
