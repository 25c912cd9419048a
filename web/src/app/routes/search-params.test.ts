import { expect, test } from 'vitest'
import { signinSearch } from './search-params.ts'

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
