import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { FrameContext, LiveFrame } from '@throughline/contracts/live'
import { commentsKey } from '../areas/comments/comments.keys.ts'
import { documentsKey, uploadsKey } from '../areas/documents/documents.keys.ts'
import { clientsKey, instancesKey } from '../areas/instances/instances.keys.ts'
import { secretsKey } from '../areas/integrations/integrations.keys.ts'
import { membersKey, profileKey, subscriptionKey, teamsKey } from '../areas/org/org.keys.ts'
import { tasksKey } from '../areas/tasks/tasks.keys.ts'
import { workflowsKey } from '../areas/workflows/workflows.keys.ts'
import { currentUserQuery } from '../shared/current-user.ts'
import { workspacesQuery } from './shell/workspaces.ts'

interface Reach {
  /** Where one thing stands by its id, the third part of the key: only that one asks again. */
  details?: readonly QueryKey[]
  lists?: readonly QueryKey[]
}

/** What frames about a subject ('task' in 'task.completed') can change on pages. */
const REACH: Record<string, Reach> = {
  member: { lists: [currentUserQuery.queryKey, membersKey, teamsKey] },
  team: { lists: [membersKey, teamsKey] },
  organization: { lists: [currentUserQuery.queryKey, workspacesQuery.queryKey, profileKey] },
  subscription: { lists: [currentUserQuery.queryKey, subscriptionKey] },
  secret: { lists: [secretsKey] },
  workflow: { details: [workflowsKey], lists: [workflowsKey] },
  task: { details: [tasksKey, commentsKey, documentsKey, instancesKey], lists: [tasksKey, documentsKey] },
  instance: { details: [instancesKey, commentsKey, documentsKey], lists: [instancesKey, clientsKey, documentsKey] },
  document: {
    details: [documentsKey, uploadsKey, commentsKey, tasksKey, instancesKey],
    lists: [documentsKey, clientsKey],
  },
}

const OWNERS = ['task', 'instance', 'workflow'] as const satisfies (keyof FrameContext)[]

const subjectOf = ({ type }: LiveFrame) => type.split('.')[0] ?? ''

const isUnder = (keys: readonly QueryKey[] = [], key: QueryKey) =>
  keys.some((prefix) => prefix.every((part, at) => key[at] === part))

const isDetail = (key: QueryKey) => key[1] === 'one'

/** Its page shows what changed, or something of the same instance: a document names its task, a task its files. */
function names(data: unknown, { id, instance = id }: LiveFrame): boolean {
  const text = data === undefined ? '' : JSON.stringify(data)
  return text.includes(id) || text.includes(instance)
}

/** A list that is narrowed to one task, instance or workflow does not show what belongs to another. */
function canShow(key: QueryKey, owners: FrameContext): boolean {
  const filters = key.filter((part) => typeof part === 'object' && part !== null)
  return filters.every((filter) =>
    OWNERS.every((owner) => {
      const only: unknown = Reflect.get(filter, owner)
      return !only || !owners[owner] || only === owners[owner]
    }),
  )
}

/** The first parts of all keys that frames can reach. */
export const LIVE_AREAS: ReadonlySet<unknown> = new Set(
  Object.values(REACH).flatMap(({ details = [], lists = [] }) => [...details, ...lists].map(([area]) => area)),
)

/**
 * The one place that says which answers a frame makes stale. A key `[area, 'one', id, …]` is about one thing, any other
 * key of an area about many.
 */
export function queriesOf(frame: LiveFrame, client: QueryClient): Query[] {
  const subject = subjectOf(frame)
  const { details, lists } = REACH[subject] ?? {}
  const owners = { ...frame, [subject]: frame.id }
  const isReached = ({ queryKey }: Query) => {
    if (isUnder(details, queryKey) && queryKey[2] === frame.id) return true
    if (isDetail(queryKey)) return isUnder(details, queryKey) && names(client.getQueryData(queryKey.slice(0, 3)), frame)
    return isUnder(lists, queryKey) && canShow(queryKey, owners)
  }
  return client.getQueryCache().findAll({ predicate: isReached })
}
