import type { groupDocuments, listDocuments } from '../../../contracts/src/documents.ts'
import { DocumentSort } from '../../../contracts/src/documents.ts'
import type { Query } from '../../../contracts/src/endpoint.ts'
import { ClientId, InstanceId, TaskId, WorkflowId } from '../../../contracts/src/ids.ts'
import { documentsPage, groupsOf } from '../../../server/src/areas/documents/list/document-list.service.ts'
import { MAX_SCANNED } from '../../../server/src/areas/documents/list/document-scan.queries.ts'
import { combined, inEach, type ListRequest, nameOf, PAGE, type RequestsOf, rowsAnd } from './list-request.ts'
import type { LoadedDocuments } from './load-documents.ts'
import type { GrowthWorld, ViewerName } from './world.ts'

type List = Partial<Query<typeof listDocuments>>
type Groups = Query<typeof groupDocuments>

const ORDERS: List[] = DocumentSort.options.flatMap((sort) => [
  { sort, order: 'asc' as const },
  { sort, order: 'desc' as const },
])

const ENTRIES: (keyof List)[] = ['status', 'workflow', 'date_range']

/** Whether an index has exactly these rows in this order. */
function isIndexed({ sort, order: _order, trash: _trash, ...filter }: List): boolean {
  const given = Object.keys(filter)
  if (given.length === 0) return true
  if (sort !== 'updated') return false
  const known = given.every((name) => ENTRIES.some((one) => one === name))
  return (given.length === 1 && (known || filter.view === 'mine')) || (given.length === 2 && 'step' in filter)
}

const listed = (viewer: ViewerName, group: string, list: List): ListRequest => {
  const indexed = isIndexed(list)
  return {
    group,
    name: nameOf(list),
    most: rowsAnd(indexed && viewer === 'owner' ? PAGE + 1 : MAX_SCANNED),
    further: viewer === 'owner' && indexed ? 'far' : 'next',
    ask: async (ctx, by, page) => {
      const { data, next } = await documentsPage(ctx, by, { sort: 'updated', trash: false, ...list, ...page })
      return { rows: data.length, next }
    },
  }
}

const grouped = (group: string, asked: Groups): ListRequest => ({
  group,
  name: nameOf(asked),
  most: inEach(MAX_SCANNED),
  further: 'none',
  ask: async (ctx, by) => {
    const { data } = await groupsOf(ctx, by, asked)
    return { rows: data.length, next: undefined }
  },
})

/** What the screen narrows by; the last of them find little or nothing. */
function filters({ workflows }: GrowthWorld, { client, instance, task }: LoadedDocuments): List[] {
  const workflow = WorkflowId.parse(workflows.at(-1))
  return [
    { status: 'review' },
    { workflow },
    { workflow, step: 'ask' },
    { view: 'mine' },
    { view: 'recent' },
    { view: 'active' },
    { view: 'completed' },
    { date_range: '7days' },
    { type: 'image' },
    { category: 'invoice' },
    { assignee: 'half' },
    { client_id: ClientId.parse(client) },
    { search: 'invoice' },
    { status: 'approved', type: 'spreadsheet', date_range: '30days' },
    { workflow, status: 'draft', category: 'form' },
    { instance: InstanceId.parse(instance) },
    { task: TaskId.parse(task) },
    { workflow: WorkflowId.parse(workflows[0]) },
    { search: 'nowhere' },
  ]
}

/** Every list and count of the files screen. */
export const askDocuments =
  (world: GrowthWorld, loaded: LoadedDocuments): RequestsOf =>
  (viewer) => {
    const narrower = filters(world, loaded)
    const workflow = WorkflowId.parse(world.workflows.at(-1))
    const by: Groups[] = [
      { by: 'status' },
      { by: 'view' },
      { by: 'step', workflow },
      { by: 'workflow', workflows: world.workflows.slice(-20).map((id) => WorkflowId.parse(id)) },
    ]
    const among: Partial<Groups>[] = [{}, { type: 'image' }, { date_range: '30days' }, { search: 'nowhere' }]
    return [
      ...ORDERS.map((list) => listed(viewer, 'documents, any order', list)),
      ...combined(ORDERS, narrower).map((list) =>
        listed(viewer, isIndexed(list) ? 'documents, what an index answers' : 'documents, what no index answers', list),
      ),
      ...[{}, { type: 'image' as const }].map((list) => listed(viewer, 'the trash', { ...list, trash: true })),
      ...combined(by, among).map((asked) => grouped('groups', asked)),
    ]
  }
