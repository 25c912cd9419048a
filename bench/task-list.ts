/** A page of tasks among sixty thousand, `pnpm bench task-list`. */
import { measureRead } from './support/read.ts'
import { tasksWorld } from './support/tasks-world.ts'

await measureRead({
  name: 'task-list',
  title: 'A page of tasks',
  what: 'the 50 tasks that are due next among 60,000, 200 of 250 workflows limited',
  goal: 0.3,
  world: tasksWorld,
})
