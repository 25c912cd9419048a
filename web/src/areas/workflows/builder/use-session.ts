import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import type { ProposedChange } from '@throughline/contracts/copilot'
import type { Workflow } from '@throughline/contracts/workflows'
import { type Change, parse } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { wasJustRead, workflowQuery } from '../builder.api.ts'
import { texts } from '../builder.texts.ts'
import { builderSearch } from './builder-search.ts'
import { localCopies } from './local-copy.ts'
import { openSession, type Session } from './session.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** It was just made, so it opens in edit mode. */
    freshWorkflow?: boolean
    /** A change that explains itself, to be looked at on the canvas. */
    suggested?: { title: string; change: ProposedChange }
  }
}

const MOST_NAMED = 3

/** A toast in a tab that nobody looks at would be gone before they come back: it waits for them, the latest of them. */
function whenSeen(act: () => void, signal: { stop?: () => void }) {
  signal.stop?.()
  if (document.visibilityState === 'visible') return act()
  const listen = () => {
    if (document.visibilityState !== 'visible') return
    signal.stop?.()
    act()
  }
  signal.stop = () => document.removeEventListener('visibilitychange', listen)
  document.addEventListener('visibilitychange', listen)
}

/** Who changed what while this page stood open. */
function tellTheirs(theirs: Workflow, changes: readonly Change[], before: FlowDoc, me: string) {
  const by = theirs.changed_by
  const places = changes.map(({ step }) =>
    step === undefined ? texts.theirsSettings : (theirs.steps[step]?.name ?? before.steps[step]?.name ?? step),
  )
  const named = [...new Set(places)]
  const said = named.length > MOST_NAMED ? `${named.slice(0, MOST_NAMED).join(', ')}…` : named.join(', ')
  const title =
    by && by.id === me ? texts.theirsOwn(changes.length) : texts.theirs(by?.name ?? texts.clash.someone, changes.length)
  toast.info(title, { id: `theirs-${theirs.id}`, description: texts.theirsIn(said), timeout: 8_000 })
}

type Opening =
  | { kind: 'loading' | 'missing' }
  | { kind: 'failed'; retry: () => void; retrying: boolean }
  | { kind: 'open'; session: Session; key: number; isFresh: boolean }

const blank = () => parse({ name: texts.newName, prefix: texts.newPrefix, steps: {} }).doc

const isMissing = (error: Error) => error instanceof ApiError && error.status < 500 && error.status !== 429

/** A new workflow gets its own address with its first save. */
function useOwnAddress(session: Session | undefined, isNew: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!session || !isNew) return undefined
    return session.subscribe(() => {
      const id = session.get().workflow?.id
      if (id)
        void navigate({
          to: '/workflow-builder/$workflowId',
          params: { workflowId: id },
          search: builderSearch,
          replace: true,
        })
    })
  }, [session, isNew, navigate])
}

/** The session of an address. It stays when a new workflow gets its own address. */
export function useSession(workflowId: string, user: CurrentUser): Opening {
  const queries = useQueryClient()
  const [open, setOpen] = useState<{ of: string; session: Session; key: number }>()
  const arrived: unknown = useRouterState({ select: ({ location }) => Reflect.get(location.state, 'workflow') })
  const justMade = useRouterState({ select: ({ location }) => location.state.freshWorkflow === true })
  const isNew = workflowId === 'new'
  const query = useQuery({
    ...workflowQuery(workflowId),
    enabled: !isNew,
    refetchOnMount: ({ state }) => (wasJustRead(state) ? false : 'always'),
  })
  const read = useMemo(
    () => wasJustRead(queries.getQueryState(workflowQuery(workflowId).queryKey)),
    [queries, workflowId],
  )
  const held = open && (open.of === workflowId || open.session.get().workflow?.id === workflowId) ? open : undefined
  const session = held?.session
  // What an earlier visit left in the cache may be older than the draft.
  const fresh = read || query.isFetchedAfterMount ? query.data : undefined

  const begin = useEffectEvent(() => {
    const start = isNew ? (arrived === undefined ? blank() : parse(arrived).doc) : fresh
    if (!start) return
    const unseen = {}
    const made = openSession(start, {
      copies: (id) => localCopies(user.member_id, id),
      read: (id) => queries.fetchQuery({ ...workflowQuery(id), staleTime: 0 }),
      onWorkflow: (workflow) => queries.setQueryData(workflowQuery(workflow.id).queryKey, workflow),
      onTheirs: (workflow, changes, before) =>
        whenSeen(() => tellTheirs(workflow, changes, before, user.member_id), unseen),
      online: () => onlineManager.isOnline(),
    })
    if (made.restored) toast.info(texts.restored, { description: texts.restoredNote })
    setOpen((before) => ({ of: workflowId, session: made, key: (before?.key ?? 0) + 1 }))
  })
  const ready = !session && (isNew || fresh !== undefined)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- a session sets timers and reads storage: no part of a render
    if (ready) begin()
  }, [ready])

  const data = query.data
  useEffect(() => {
    if (session && data && session.get().workflow?.id === data.id) void session.arrive(data)
  }, [session, data])

  useEffect(() => {
    if (!session) return undefined
    const later = () => document.visibilityState === 'hidden' && void session.flush(true)
    const leaving = () => void session.flush(true)
    const unsubscribe = onlineManager.subscribe((online) => online && void session.flush())
    document.addEventListener('visibilitychange', later)
    addEventListener('pagehide', leaving)
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', later)
      removeEventListener('pagehide', leaving)
      const id = session.get().workflow?.id
      if (id) queries.removeQueries(workflowQuery(id))
      void session.flush()
    }
  }, [session, queries])

  useOwnAddress(session, isNew)

  if (held) {
    const isFresh = justMade || held.of === 'new' || held.session.get().workflow?.current_version === null
    return { kind: 'open', session: held.session, key: held.key, isFresh }
  }
  if (query.error && !query.isFetching && isMissing(query.error)) return { kind: 'missing' }
  if (query.error) return { kind: 'failed', retry: () => void query.refetch(), retrying: query.isFetching }
  return { kind: 'loading' }
}
