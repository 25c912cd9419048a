/**
 * Ten million tasks, two million of them in one tenant: every list, board, count, queue and search of tasks and instances
 * stays within its bound, by its plan. `pnpm bench growth`, or with another number of tasks, which writes no figures.
 */
import { askInstances } from './support/growth/ask-instances.ts'
import { askTasks } from './support/growth/ask-tasks.ts'
import { load } from './support/growth/load.ts'
import { gigabytes, runGrowth, whole } from './support/growth/run.ts'
import { LIMITED, OPEN } from './support/growth/world.ts'

await runGrowth({
  name: 'growth',
  title: 'Ten million tasks',
  all: 10_000_000,
  load,
  asked: (world, { giant, client }) => [askTasks(world, giant), askInstances(world, giant, client)],
  about: ({ tasks, instances, own, open, bytes }, statements) => [
    `${whole(tasks)} tasks of ${whole(instances)} instances in 200 tenants, ${whole(own)} of them in one, where`,
    `${whole(open)} are open; ${LIMITED} of its ${LIMITED + OPEN} workflows are limited, one instance in a hundred is narrowed, the newest 5,000 instances`,
    `are all of limited workflows; ${gigabytes(bytes)}. Asked by the owner, who is in every team, by somebody who sees half of the limited`,
    `workflows and by somebody who sees none: every state, filter and order (not all combinations), a first page and a further one, ${whole(statements)} statements as`,
    'tl_api with row security, each by the plan that serves all values. Of each line the most.',
    '',
    'Bounds: a list that an index answers takes its rows and 5 for each branch; one that is filtered looks at 2,000 rows (instances:',
    'in each branch) and may be short; a count stops at 1,001 in each branch (instances: 2,000); no access to a table reads more buffers',
    'than rows, 1 for each 20 of them and 5 for each search of an index; what a whole statement reads is in the table.',
  ],
})
