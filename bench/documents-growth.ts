/**
 * Five million documents, one million of them in one tenant: every list, filter and group count of the files screen stays
 * within its bound, by its plan. `pnpm bench documents-growth`, or with another number of documents, which writes no figures.
 */
import { askDocuments } from './support/growth/ask-documents.ts'
import { loadDocuments } from './support/growth/load-documents.ts'
import { gigabytes, runGrowth, whole } from './support/growth/run.ts'
import { LIMITED, OPEN } from './support/growth/world.ts'

await runGrowth({
  name: 'documents-growth',
  title: 'Five million documents',
  all: 5_000_000,
  load: loadDocuments,
  asked: (world, loaded) => [askDocuments(world, loaded)],
  about: ({ documents, own, bytes }, statements) => [
    `${whole(documents)} documents in 200 tenants, ${whole(own)} of them in one; ${LIMITED} of its ${LIMITED + OPEN} workflows are limited, one instance in a`,
    `hundred is narrowed; ${gigabytes(bytes)}. Asked by the owner, who is in every team, by somebody who sees half of the limited workflows and by`,
    `somebody who sees none: every order with every filter, a first page and a further one, ${whole(statements)} statements as tl_api with row security,`,
    'each by the plan that serves all values. Of each line the most.',
    '',
    'Bounds: a list that an index answers takes its rows and 5 for each branch; one that is filtered looks at 2,000 rows and may be short;',
    'a group is counted over 2,000 rows at most; no access to a table reads more buffers than rows, 1 for each 20 of them and 5 for each',
    'search of an index.',
  ],
})
