import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test.each(['/home', '/tasks/7?tab=files#top', '/signup/abc'])('%s is followed', (path) => {
  expect(safeRedirect(path)).toBe(path)
})

test.each([
  'https://other.example/',
  '//other.example',
  '/\\other.example',
  '/\t/other.example',
  '/.//other.example',
  '/a/..//other.example',
  'javascript:alert(1)',
  'home',
  '',
  7,
  undefined,
])('%s leads home', (address) => {
  expect(safeRedirect(address)).toBe('/home')
})

test('the sign-in page never leads back to itself', () => {
  expect(safeRedirect('/signin?redirect=/signin')).toBe('/home')
})
