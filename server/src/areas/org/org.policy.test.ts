import { describe, expect, test } from 'vitest'
import { isActingOwner, requireGrantable, requireNotMightier, requireNotOneself } from './org.policy.ts'

const RANKS = [0, 10, 20, 30, 40]
const passes = (check: () => void) => {
  try {
    check()
    return true
  } catch {
    return false
  }
}

describe('of two members, by rank', () => {
  const pairs = RANKS.flatMap((actor) => RANKS.map((other) => ({ actor, other })))
  test.each(pairs)('$actor before $other', ({ actor, other }) => {
    const mayReach = actor <= other
    expect(passes(() => requireGrantable({ rank: actor }, other))).toBe(mayReach)
    expect(passes(() => requireNotMightier({ rank: actor }, { rank: other }))).toBe(mayReach)
  })
})

test('nobody does to themselves what is for others', () => {
  expect(() => requireNotOneself({ id: 'a' }, { id: 'a' }, 'Not yourself')).toThrow('Not yourself')
  expect(passes(() => requireNotOneself({ id: 'a' }, { id: 'b' }, 'Not yourself'))).toBe(true)
})

test('only an owner who is active now counts as one', () => {
  const owners = ['active', 'invited', 'suspended', 'removed'].filter((status) => isActingOwner({ rank: 0, status }))
  expect(owners).toEqual(['active'])
  expect(isActingOwner({ rank: 10, status: 'active' })).toBe(false)
})
