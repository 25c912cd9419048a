/**
 * Ten million responses, two million of them to one form: lists, counts, searches and the panel of responses and the list of
 * forms stay within their bounds, by their plans, and a million rows are exported without growing. `pnpm bench forms-growth`,
 * or with another number of responses, which writes no figures.
 */
import { askForms } from './support/growth/ask-forms.ts'
import { exportResponses } from './support/growth/export-responses.ts'
import { FORMS, loadForms } from './support/growth/load-forms.ts'
import { gigabytes, runGrowth, whole } from './support/growth/run.ts'

await runGrowth({
  name: 'forms-growth',
  title: 'Ten million responses',
  all: 10_000_000,
  load: loadForms,
  asked: (_world, loaded) => [askForms(loaded)],
  also: exportResponses,
  about: ({ responses, own, bytes }, statements) => [
    `${whole(responses)} responses in 200 tenants, ${whole(own)} of them to one form, whose tenant has ${whole(FORMS)} forms, a tenth of them limited;`,
    `two workflows started by each response, a file with one in ten; ${gigabytes(bytes)}. Asked by the owner, who is in every team, by somebody who`,
    `is in half of them and by somebody who is in none: every state, days, searches, a first page and one far behind it, ${whole(statements)} statements`,
    'as tl_api with row security, each by the plan that serves all values. Of each line the most.',
    '',
    'Bounds: a list of responses takes its rows and 5 for each branch; a search looks at 200 words a statement, 1,000 in all, and may be short;',
    'counts are counters; whether an export is small is counted to 10,001; a list of forms looks at 200 rows a statement, its counts at 5,000; no',
    'access to a table reads more buffers than rows, 1 for each 20 of them and 5 for each search of an index (a list of forms: and 1 for each form).',
  ],
})
