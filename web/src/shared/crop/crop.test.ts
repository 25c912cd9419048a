import { expect, test } from 'vitest'
import { kept, MAX_ZOOM, moved, SQUARE, START, source, zoomed } from './crop.ts'

const wide = { width: 960, height: 480 }

test('at the start the whole short side is kept, from the middle', () => {
  expect(source(wide, START)).toEqual({ x: 240, y: 0, side: 480 })
})

test('the picture never leaves a part of the square empty', () => {
  expect(moved(wide, START, 500, 500)).toEqual({ x: SQUARE / 2, y: 0, zoom: 1 })
  expect(source(wide, moved(wide, START, 500, 0)).x).toBe(0)
  expect(source(wide, moved(wide, START, -500, 0)).x).toBe(480)
})

test('zooming keeps what is in the middle', () => {
  const before = moved(wide, START, 60, 0)
  const after = source(wide, zoomed(wide, before, 2))
  const { x, side } = source(wide, before)
  expect(after.x + after.side / 2).toBeCloseTo(x + side / 2)
  expect(after.side).toBe(side / 2)
})

test('one cannot zoom out of the square nor further in than it makes sense', () => {
  expect(zoomed(wide, START, 0.2).zoom).toBe(1)
  expect(zoomed(wide, START, 99).zoom).toBe(MAX_ZOOM)
  expect(kept(wide, { x: 0, y: 0, zoom: 0 }).zoom).toBe(1)
})
