import { afterAll, expect, test } from 'vitest'
import { createTestApi, sharedApi } from './api.ts'
import { makePerson, makeTenant } from './factories.ts'
import { ACCOUNTS, findStory } from './find-story.ts'
import { makeInstance, makeWorkflow } from './running-world.ts'
import { HISTORIAN } from './seed-past.ts'

const { ctx } = await sharedApi()
const api = await createTestApi()
afterAll(() => api.close())

test('the seed names every username and address of its story that somebody has, before it writes anything', async () => {
  const before = await findStory(ctx)
  await makePerson(ctx, { username: 'Amara', name: 'Somebody else' })
  await makePerson(ctx, { username: 'grace-2', name: 'Somebody else', email: 'grace.adeyemi@harborvale.example' })
  const { state, taken } = await findStory(ctx)
  expect(state).toBe('absent')
  expect(taken.filter((name) => !before.taken.includes(name))).toEqual(['grace.adeyemi@harborvale.example', 'amara'])
})

test('a story whose telling broke off is begun, and whole only once its past is told', async () => {
  const others = ACCOUNTS.filter(({ username }) => username !== HISTORIAN)
  await api.database.admin((admin) =>
    admin.query('insert into people (username, email) select * from unnest($1::text[], $2::text[])', [
      others.map(({ username }) => username),
      others.map(({ email }) => email),
    ]),
  )
  expect(await findStory(api.ctx)).toMatchObject({ state: 'absent' })
  const historian = await makePerson(api.ctx, { username: HISTORIAN, name: 'Tells of the past' })
  const firm = await makeTenant(api.ctx, historian, 'organization', 'Firm')
  const instance = await makeInstance(api.ctx, firm.tenantId, await makeWorkflow(api.ctx, firm))
  expect(await findStory(api.ctx)).toMatchObject({ state: 'begun' })
  await api.database.admin((admin) =>
    admin.query(`update instances set source_key = 'past ' || id where id = $1`, [instance]),
  )
  expect(await findStory(api.ctx)).toMatchObject({ state: 'whole' })
})
