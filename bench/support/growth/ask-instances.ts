import { ClientId, InstanceId, WorkflowId } from '../../../contracts/src/ids.ts'
import { InstanceSort } from '../../../contracts/src/instances.ts'
import { scanTaskFiles } from '../../../server/src/areas/documents/documents.queries.ts'
import { MAX_SCANNED } from '../../../server/src/areas/instances/instance-list.queries.ts'
import { instancesPage, workflowInstancesPage } from '../../../server/src/areas/instances/instance-list.service.ts'
import { readInstance } from '../../../server/src/areas/instances/instance-page.service.ts'
import { visibleTo } from '../../../server/src/areas/workflows/visibility.service.ts'
import '../../../server/src/main/ports.ts'
import { readTenant } from '../../../server/src/core/db/in-tenant.ts'
import { combined, inEach, type ListRequest, nameOf, PAGE, type RequestsOf, rowsAnd } from './list-request.ts'
import { type GrowthWorld, LIMITED, OPEN, type ViewerName } from './world.ts'

type List = Partial<Parameters<typeof instancesPage>[2]>

const FIRST = { sort: 'newest', trash: false } as const
/** Keys that begin with a number of one digit, up to four digits. */
const MOST_KEYS = 1_111
const MOST_TASKS_SHOWN = 200

const SORTS: List[] = InstanceSort.options.map((sort) => ({ sort }))
const STATES: List[] = [
  {},
  { status: ['failed'] },
  { status: ['completed'] },
  { status: ['pending', 'in_progress', 'failed'] },
]

/** Whether an index has exactly these rows in this order. */
const isIndexed = ({ sort, status, workflow, client_id, search, trash }: List) => {
  if (search) return false
  if (trash || client_id)
    return !status && !workflow && !(trash && client_id) && sort !== 'status' && !sort?.startsWith('name')
  return !sort?.startsWith('name') || !status
}

const listed = (name: ViewerName, group: string, list: List, within?: WorkflowId): ListRequest => {
  const indexed = isIndexed({ ...list, workflow: within ?? list.workflow }) && name === 'owner'
  const byKey = list.search?.includes('-') ?? false
  const counts = within === undefined ? 0 : MAX_SCANNED
  return {
    group,
    name: nameOf({ ...list, within }),
    most: (branches, statement) =>
      counts > 0 && statement.includes('counted')
        ? inEach(counts)(branches, statement)
        : byKey
          ? rowsAnd(MOST_KEYS)(branches, statement)
          : indexed
            ? rowsAnd((PAGE + 1) * (list.sort === 'status' || list.status ? branches.length : 1))(branches, statement)
            : inEach(MAX_SCANNED)(branches, statement),
    further: indexed ? 'far' : 'next',
    ask: async (ctx, viewer, page) => {
      const asked = { ...FIRST, ...list, ...page }
      const { data, pagination } = await (within
        ? workflowInstancesPage(ctx, viewer, within, asked)
        : instancesPage(ctx, viewer, asked))
      return { rows: data.length, next: pagination.next_cursor ?? undefined }
    },
  }
}

/** Every list, count and search of instances, one of them, and the newest files. */
export const askInstances =
  (world: GrowthWorld, giant: string, client: string): RequestsOf =>
  (name) => {
    const [limited, busiest] = [world.workflows[0], world.workflows.at(-1)].map((id) => WorkflowId.parse(id))
    const ofClient = { client_id: ClientId.parse(client) }
    const searches: List[] = [
      { search: 'chair' },
      { search: 'harbor' },
      { search: 'nowhere' },
      { search: `PUR${LIMITED + OPEN}-1` },
    ]
    const workflows: List[] = [{}, { workflow: busiest }, { workflow: limited }]
    const lists = [
      ...combined(combined(SORTS, STATES), [{}, ofClient]),
      ...combined(searches, [{ sort: 'newest' as const }, { sort: 'name' as const }]),
    ]
    const across = [...combined(lists, workflows), ...combined([{}, ofClient, ...searches], [{ trash: true }])]
    const seen = name === 'none' ? [busiest] : [busiest, limited]
    return [
      ...across.map((list) =>
        listed(name, isIndexed(list) ? 'instances, any state and order' : 'instances, what no index answers', list),
      ),
      ...seen.flatMap((workflow) =>
        lists.map((list) => listed(name, 'instances of one workflow, with counts', list, workflow)),
      ),
      {
        group: 'an instance of 2,503 tasks, its page',
        name: 'instance',
        most: rowsAnd(5 * MOST_TASKS_SHOWN),
        further: 'none',
        ask: async (ctx, viewer) =>
          readInstance(ctx, viewer, InstanceId.parse(giant)).then(({ data }) => ({
            rows: data.tasks.length,
            next: undefined,
          })),
      },
      {
        group: 'newest files of tasks',
        name: 'files',
        most: rowsAnd(MAX_SCANNED),
        further: 'next',
        ask: (ctx, viewer, { cursor }) =>
          readTenant(ctx, viewer, async (tx) => {
            const bounds = { limit: PAGE, most: MAX_SCANNED }
            const { rows, end } = await scanTaskFiles(tx.db, tx.tenantId, await visibleTo(tx, viewer), cursor, bounds)
            return { rows: rows.length, next: end }
          }),
      },
    ]
  }
