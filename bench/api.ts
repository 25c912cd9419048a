/** A page of teams, `pnpm bench api`. */

import { measureRead } from './support/read.ts'
import { teamsWorld } from './support/teams-world.ts'

await measureRead({
  name: 'api',
  title: 'A signed-in read',
  what: 'a page of 50 teams',
  goal: 0.35,
  world: teamsWorld,
})
