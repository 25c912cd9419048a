import { render, screen } from '@testing-library/react'
import { manual, workflow } from '@throughline/flow/testing/make'
import { expect, test } from 'vitest'
import { drawingOf, namesOf } from '../model/drawing.ts'
import { MiniFlow } from './mini-flow.tsx'

test('a small picture has a name, a square for every step, and grows to 1.3 of its size at most', () => {
  const doc = workflow('parallel', manual('a', ['b', 'c']), manual('b', ['d']), manual('c', ['d']), manual('d'))
  const drawing = drawingOf(doc, namesOf({ people: [], teams: [], workflows: [] }))
  render(<MiniFlow drawing={drawing} label="Shape of it" />)
  const picture = screen.getByRole('img', { name: 'Shape of it' })
  expect(picture.querySelectorAll('rect')).toHaveLength(4)
  expect(picture.querySelectorAll('path')).toHaveLength(4)
  const [, , width = 0] = picture.getAttribute('viewBox')?.split(' ').map(Number) ?? []
  expect(Number.parseFloat(picture.style.maxWidth)).toBeCloseTo(width * 1.3)
})
