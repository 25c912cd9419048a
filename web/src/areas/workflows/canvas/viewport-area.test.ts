import { expect, test } from 'vitest'
import { grown, renderedArea, visibleArea } from './node-layer.tsx'

const canvas = (x: number, y = 0, zoom = 1) => ({ transform: [x, y, zoom] as const, width: 1000, height: 500 })

test('what is in sight is told in the measure of the drawing', () => {
  expect(visibleArea(canvas(-200, 100, 0.5))).toEqual({ left: 400, top: -200, right: 2400, bottom: 800 })
})

test('a small move draws nothing anew', () => {
  expect(renderedArea(canvas(-200))).toEqual(renderedArea(canvas(-230)))
  expect(renderedArea(canvas(-200))).not.toEqual(renderedArea(canvas(-500)))
})

test('what was drawn stays for a while, but not without end', () => {
  const start = renderedArea(canvas(0))
  const near = renderedArea(canvas(-600))
  expect(grown(start, near)).toMatchObject({ left: start.left, right: near.right })
  const far = renderedArea(canvas(-9000))
  expect(grown(start, far).left).toBeGreaterThan(start.right)
})
