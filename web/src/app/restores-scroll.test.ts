import { expect, test } from 'vitest'
import { restoresScroll } from './restores-scroll.ts'

const goes = (pathname: string) => restoresScroll({ location: { pathname } })

test('another page is shown where it was left; what opens beside a list begins at its top', () => {
  expect(goes('/all-tasks')).toBe(true)
  expect(goes('/all-tasks')).toBe(false)
  expect(goes('/workflow-builder/1')).toBe(true)
  expect(goes('/all-tasks')).toBe(true)
})
