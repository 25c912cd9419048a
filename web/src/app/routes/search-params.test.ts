import { expect, test } from 'vitest'
import { searchSearch, signinSearch } from './search-params.ts'

test('the page asked for is kept when it is one of ours', () => {
  expect(signinSearch({ redirect: '/tasks/7?tab=files' })).toEqual({ redirect: '/tasks/7?tab=files' })
  expect(signinSearch({})).toEqual({})
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example'])(
  '%s is never followed',
  (redirect) => {
    expect(signinSearch({ redirect })).toEqual({ redirect: '/home' })
  },
)

test('a number typed into the search box is a word', () => {
  expect(searchSearch({ q: 2026 })).toEqual({ q: '2026' })
  expect(searchSearch({ q: '' })).toEqual({})
})
