import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { FrameContext, LiveFrame } from '@throughline/contracts/live'
import { billingKey } from '../areas/billing/billing.keys.ts'
import { calendarKey } from '../areas/calendar/calendar.keys.ts'
import { commentsKey } from '../areas/comments/comments.keys.ts'
import { documentsKey } from '../areas/documents/documents.keys.ts'
import { formsKey } from '../areas/forms/forms.keys.ts'
import { inboxKey } from '../areas/inbox/inbox.keys.ts'
import { clientsKey, instancesKey } from '../areas/instances/instances.keys.ts'
import { secretsKey, toolsKey } from '../areas/integrations/integrations.keys.ts'
import { membersKey, profileKey, subscriptionKey, teamsKey } from '../areas/org/org.keys.ts'
import { reportsKey } from '../areas/reports/reports.keys.ts'
import { tasksKey } from '../areas/tasks/tasks.keys.ts'
import { websitesKey } from '../areas/websites/websites.keys.ts'
import { workflowsKey } from '../areas/workflows/workflows.keys.ts'
import { currentUserQuery } from '../shared/current-user.ts'
import { exportsKey } from '../shared/exports.keys.ts'
import { uploadsKey } from '../shared/uploads/uploads.keys.ts'
import { workspacesQuery } from './shell/workspaces.ts'

interface Reach {
  /** Of what is kept about the thing itself, only this part. */
  part?: { of: QueryKey; name: string }
  /** Only those about an id that the frame carries, the third part of the key. */
  own?: readonly QueryKey[]
  /** Those about one thing: by an id that the frame carries, or where the answer names what changed. */
  details?: readonly QueryKey[]
  /** All that can show it. */
  lists?: readonly QueryKey[]
}

/** What frames about a subject ('task' in 'task.completed') can change on pages; some types reach less. */
const REACH: Record<string, Reach> = {
  person: { lists: [currentUserQuery.queryKey] },
  member: { lists: [currentUserQuery.queryKey, membersKey, teamsKey] },
  team: { lists: [membersKey, teamsKey] },
  organization: { lists: [currentUserQuery.queryKey, workspacesQuery.queryKey, profileKey] },
  subscription: { lists: [currentUserQuery.queryKey, subscriptionKey, billingKey] },
  secret: { lists: [secretsKey] },
  tool: { lists: [toolsKey] },
  connection: { lists: [toolsKey] },
  message: { details: [inboxKey], lists: [inboxKey] },
  export: { own: [exportsKey] },
  workflow: { own: [[...instancesKey, 'start']], details: [workflowsKey], lists: [workflowsKey] },
  // Saved with every few letters: versions, choices and other workflows stay as they are.
  'workflow.draft': { part: { of: workflowsKey, name: 'draft' }, lists: [[...workflowsKey, 'list']] },
  // A run of a schedule: nothing of the workflow itself changed.
  'workflow.starts': { part: { of: workflowsKey, name: 'starts' }, lists: [calendarKey] },
  form: { details: [formsKey], lists: [formsKey] },
  report: { details: [reportsKey], lists: [reportsKey] },
  website: { details: [websitesKey], lists: [websitesKey] },
  'form.draft': { part: { of: formsKey, name: 'draft' }, lists: [[...formsKey, 'list']] },
  task: {
    own: [commentsKey],
    details: [tasksKey, documentsKey, instancesKey, inboxKey],
    lists: [tasksKey, documentsKey, calendarKey],
  },
  instance: {
    own: [commentsKey],
    details: [instancesKey, documentsKey, inboxKey],
    lists: [instancesKey, clientsKey, documentsKey, calendarKey],
  },
  document: {
    own: [commentsKey, uploadsKey],
    details: [documentsKey, tasksKey, instancesKey, inboxKey],
    lists: [documentsKey, clientsKey],
  },
}

const OWNERS = ['task', 'instance', 'workflow'] as const satisfies (keyof FrameContext)[]

const subjectOf = ({ type }: LiveFrame) => type.split('.')[0] ?? ''

const isUnder = (keys: readonly QueryKey[] = [], key: QueryKey) =>
  keys.some((prefix) => prefix.every((part, at) => key[at] === part))

/** Kept as long as the answers: in a busy workspace every frame looks through all of them. */
const texts = new WeakMap<object, string>()

function textOf(data: unknown): string {
  if (typeof data !== 'object' || data === null) return ''
  const known = texts.get(data)
  if (known !== undefined) return known
  const text = JSON.stringify(data)
  texts.set(data, text)
  return text
}

/** It shows what changed, or something of the same instance: a document names its task, a task its files. */
function names(data: unknown, { id, instance = id }: LiveFrame): boolean {
  const text = textOf(data)
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
  Object.values(REACH).flatMap(({ own = [], details = [], lists = [] }) =>
    [...own, ...details, ...lists].map(([area]) => area),
  ),
)

/**
 * The one place that says which answers a frame makes stale. A key `[area, 'one', id, …]` is about one thing, any other
 * key of an area about many.
 */
export function queriesOf(frame: LiveFrame, client: QueryClient): Query[] {
  const subject = subjectOf(frame)
  const { part, own = [], details = [], lists } = REACH[frame.type] ?? REACH[subject] ?? {}
  const owners = { ...frame, [subject]: frame.id }
  const ids: readonly unknown[] = [frame.id, frame.task, frame.instance].filter((one) => one !== undefined)
  /** While the first answer is on its way nobody knows what it will name, and it may be older than the frame. */
  const isNamedIn = ({ queryKey, state }: Query) => {
    const data = client.getQueryData(queryKey.slice(0, 3)) ?? state.data
    return data === undefined ? state.fetchStatus === 'fetching' : names(data, frame)
  }
  const isReached = (query: Query) => {
    const { queryKey, state } = query
    if (part && isUnder([[...part.of, 'one', frame.id, part.name]], queryKey)) return true
    if (isUnder([...own, ...details], queryKey) && ids.includes(queryKey[2])) return true
    if (queryKey[1] === 'one') return isUnder(details, queryKey) && isNamedIn(query)
    // Narrowed to another workflow, its rows may still name what they wait for.
    return isUnder(lists, queryKey) && (canShow(queryKey, owners) || names(state.data, frame))
  }
  return client.getQueryCache().findAll({ predicate: isReached })
}
