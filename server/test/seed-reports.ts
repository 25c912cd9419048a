import { setTimeout as wait } from 'node:timers/promises'
import { ReportId } from '@throughline/contracts/ids'
import type { ReportParameter } from '@throughline/contracts/reports'
import { createReport, openReport } from '../src/areas/reports/reports.service.ts'
import type { Context } from '../src/core/context.ts'
import type { Cast } from './cast.ts'

interface StoryReport {
  by: string
  title: string
  query: string
  parameters?: ReportParameter[]
}

const STORY_REPORTS: StoryReport[] = [
  {
    by: 'priya',
    title: 'Reviews without documents',
    // The column has another name: the story has a report that somebody has to mend.
    query: `select i.key, i.client_nam\nfrom instances i\nleft join documents d on d.instance_id = i.id\nwhere d.id is null`,
  },
  {
    by: 'hanna',
    title: 'Responses by form',
    query: `select form,\n       count(*) as responses\nfrom form_submissions\ngroup by form\norder by responses desc`,
  },
  {
    by: 'maya',
    title: 'Tasks by status',
    query: `select status,\n       count(*) as tasks,\n       count(*) filter (where late) as late_tasks\nfrom tasks\nwhere created_on >= {{since}}\ngroup by status\norder by tasks desc`,
    parameters: [{ name: 'since', type: 'date', value: '2024-01-01' }],
  },
  {
    by: 'priya',
    title: 'Late instances by workflow',
    query: `select workflow,\n       count(*) as instances,\n       count(*) filter (where late) as late_instances\nfrom instances\ngroup by workflow\norder by instances desc, workflow`,
  },
]

const SOON = 200
const MAX_WAIT = 300

/** Reports as people keep them, each with the answer of the person who wrote it. */
export async function seedReports(ctx: Context, cast: Cast): Promise<number> {
  for (const { by, title, query, parameters = [] } of STORY_REPORTS) {
    const viewer = await cast.viewer(by)
    const { id } = await createReport(ctx, viewer, {
      title,
      description: 'Custom SQL report',
      query_params: { query, parameters },
      background: false,
    })
    const isDone = async () => (await openReport(ctx, viewer, ReportId.parse(id))).status !== 'processing'
    for (let tries = 0; tries < MAX_WAIT && !(await isDone()); tries++) await wait(SOON)
  }
  return STORY_REPORTS.length
}
