import { expect, test } from 'vitest'
import { requireDeclaredAnswer } from './declared-answers.ts'
import { person } from './person.ts'

test('what the contracts declare passes, and so does every refusal', () => {
  requireDeclaredAnswer('GET /v1/auth/me/', 200, person())
  requireDeclaredAnswer('GET /v1/auth/me/', 500, {})
})

test('an answer of another shape is refused, with the call and the place', () => {
  const answer = { ...person(), email: 7 }
  expect(() => requireDeclaredAnswer('GET /v1/auth/me/', 200, answer)).toThrow(/^GET \/v1\/auth\/me\/ .*\nemail: /)
})

test('the answer of a call that nobody declared is refused', () => {
  expect(() => requireDeclaredAnswer('GET /v1/nowhere/?limit=20', 200, [])).toThrow('declare no GET /v1/nowhere/')
})

test('a path that names its parts comes before one that takes anything there', () => {
  const counts = { invited: 0, active: 1, suspended: 0 }
  requireDeclaredAnswer(`GET /v1/org/${person().tenant_id}/members/counts/`, 200, counts)
})
