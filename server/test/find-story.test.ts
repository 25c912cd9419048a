import { expect, test } from 'vitest'
import { sharedApi } from './api.ts'
import { makePerson } from './factories.ts'
import { findStory } from './find-story.ts'

test('the seed names every username and address of its story that somebody has, before it writes anything', async () => {
  const { ctx } = await sharedApi()
  const before = await findStory(ctx)
  await makePerson(ctx, { username: 'Amara', name: 'Somebody else' })
  await makePerson(ctx, { username: 'grace-2', name: 'Somebody else', email: 'grace.adeyemi@harborvale.example' })
  const { isHere, taken } = await findStory(ctx)
  expect(isHere).toBe(false)
  expect(taken.filter((name) => !before.taken.includes(name))).toEqual(['grace.adeyemi@harborvale.example', 'amara'])
})
