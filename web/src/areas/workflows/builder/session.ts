import { ApiError } from '@throughline/contracts/client'
import type { Workflow, WorkflowRefs } from '@throughline/contracts/workflows'
import type { Change, Side } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { isStale, serverMessageOf } from '../../../shared/server-message.ts'
import { createWorkflow, saveDraft } from '../builder.api.ts'
import { type DocStore, docStore } from '../model/store.ts'
import type { LocalCopies } from './local-copy.ts'
import { reduce } from './session-reduce.ts'
import { isSent, type SessionEffect, type SessionEvent, type SessionState, startOf } from './session-state.ts'

/** A dying tab loses at most this. */
const KEEP_AFTER = 100

export interface Hooks {
  copies: (id: string) => LocalCopies
  read: (id: string) => Promise<Workflow>
  /** Whatever the server answered. */
  onWorkflow: (workflow: Workflow) => void
  /** Others' changes are in the document now. */
  onTheirs: (workflow: Workflow, changes: readonly Change[], before: FlowDoc) => void
  online: () => boolean
}

export interface Session {
  readonly store: DocStore
  get: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Whether everything is on the server. */
  isSent: () => boolean
  /** Sends what is not sent yet; answers whether all of it arrived. */
  flush: (leaving?: boolean) => Promise<boolean>
  /** The workflow as somebody else made it, or as a call of ours left it. */
  arrive: (workflow: Workflow) => Promise<void>
  /** Ours from now on: after discarding, restoring or publishing. */
  adopt: (workflow: Workflow) => void
  resolve: (take: Readonly<Record<string, Side>>) => Promise<boolean>
  /** Gives up what is not sent. */
  yieldTo: (workflow: Workflow) => void
  addRefs: (refs: Partial<WorkflowRefs>) => void
  /** Nothing more is sent, nothing kept here. Comes back when what was on its way has been answered. */
  abandon: () => Promise<void>
  /** It is worked on after all. */
  resume: () => void
  /** Begins with what an earlier visit could not send. */
  readonly restored: boolean
}

type EffectOf<T extends SessionEffect['type']> = Extract<SessionEffect, { type: T }>
type Dispatch = (event: SessionEvent) => void

const failed = (error: unknown): SessionEvent => ({
  type: 'save failed',
  failure: {
    stale: isStale(error),
    answered: error instanceof ApiError && error.status < 500,
    why: serverMessageOf(error),
  },
})

async function draftSent({ id, version, doc, key, leaving }: EffectOf<'send draft'>): Promise<SessionEvent> {
  const call = { idempotencyKey: key, keepalive: leaving }
  try {
    const workflow = id ? await saveDraft(id, version, doc, call) : await createWorkflow(doc, { publish: false }, call)
    return { type: 'draft saved', workflow }
  } catch (error) {
    return failed(error)
  }
}

async function othersRead(read: Hooks['read'], id: string): Promise<SessionEvent> {
  try {
    return { type: 'read', workflow: await read(id) }
  } catch {
    return { type: 'read failed' }
  }
}

/** Promises that are kept when an effect names their number. */
function createWaiters<T>() {
  let count = 0
  const waiting = new Map<number, (answer: T) => void>()
  return {
    wait: (begin: (id: number) => void): Promise<T> =>
      new Promise((keep) => {
        const id = ++count
        waiting.set(id, keep)
        begin(id)
      }),
    keep: (ids: readonly number[], answer: T) => {
      for (const id of ids) waiting.get(id)?.(answer)
      for (const id of ids) waiting.delete(id)
    },
  }
}

const createAllWaiters = () => ({
  flushes: createWaiters<boolean>(),
  others: createWaiters<undefined>(),
})

/** Does what the reducer asks for, and dispatches what has become of it. */
function createPerformer(
  hooks: Hooks,
  store: DocStore,
  { flushes, others }: ReturnType<typeof createAllWaiters>,
  dispatch: Dispatch,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let keeping: ReturnType<typeof setTimeout> | undefined
  return function perform(effect: SessionEffect): unknown {
    switch (effect.type) {
      case 'send draft':
        return draftSent(effect).then(dispatch)
      case 'read':
        return othersRead(hooks.read, effect.id).then(dispatch)
      case 'send later':
        clearTimeout(timer)
        timer = setTimeout(() => dispatch({ type: 'send due' }), effect.after)
        return undefined
      case 'send no more':
        return clearTimeout(timer)
      case 'copy later':
        keeping = setTimeout(() => dispatch({ type: 'copy due' }), KEEP_AFTER)
        return undefined
      case 'keep copy':
        clearTimeout(keeping)
        return hooks.copies(effect.name).keep(effect.copy)
      case 'forget copy':
        clearTimeout(keeping)
        return hooks.copies(effect.name).forget()
      case 'replace document':
        return store.replace(effect.doc)
      case 'correct prefix':
        return store.rewrite((doc) => withPrefix(doc, effect))
      case 'tell workflow':
        return hooks.onWorkflow(effect.workflow)
      case 'tell theirs':
        return hooks.onTheirs(effect.workflow, effect.changes, effect.before)
      case 'flushed':
        return flushes.keep(effect.ids, effect.sent)
      case 'settled':
      default:
        return others.keep(effect.ids, undefined)
    }
  }
}

/** Where it is the document that was sent, or that stands there now, it stays that very one. */
function withPrefix(doc: FlowDoc, { sent, base, mine, corrected }: EffectOf<'correct prefix'>): FlowDoc {
  if (doc === mine) return corrected
  if (doc === sent) return base
  return doc.prefix === sent.prefix ? { ...doc, prefix: base.prefix } : doc
}

/** One person's work on one document: its autosave, and its meeting with what others do. */
export function openSession(start: Workflow | FlowDoc, hooks: Hooks): Session {
  const copyName = 'draft' in start ? start.id : 'new'
  const copy = hooks.copies(copyName).read()
  let state = startOf(start, copy, copyName)
  const store = docStore(state.mine)
  const listeners = new Set<() => void>()
  const waiters = createAllWaiters()
  const perform = createPerformer(hooks, store, waiters, dispatch)

  const queue: SessionEvent[] = []
  let isDispatching = false
  /** What happens while an event is dealt with comes after it. */
  function dispatch(event: SessionEvent) {
    queue.push(event)
    if (isDispatching) return
    isDispatching = true
    try {
      for (let next = queue.shift(); next; next = queue.shift()) handle(next)
    } finally {
      isDispatching = false
    }
  }
  function handle(event: SessionEvent) {
    const { shown } = state
    const moment = { now: Date.now(), online: hooks.online(), key: crypto.randomUUID() }
    const next = reduce(state, { ...event, moment })
    state = next.state
    for (const effect of next.effects) perform(effect)
    if (state.shown !== shown) for (const listener of listeners) listener()
  }

  store.subscribe(() => dispatch({ type: 'edited', doc: store.get().doc }))
  if (copy) dispatch({ type: 'opened' })
  const flush = (leaving = false) => waiters.flushes.wait((id) => dispatch({ type: 'flush', id, leaving }))
  return {
    store,
    get: () => state.shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isSent: () => isSent(state),
    flush,
    arrive: (workflow) => waiters.others.wait((id) => dispatch({ type: 'arrived', id, workflow })),
    adopt: (workflow) => dispatch({ type: 'adopted', workflow }),
    async resolve(choices) {
      if (!state.shown.clash) return true
      dispatch({ type: 'resolved', choices })
      return flush()
    },
    yieldTo: (workflow) => dispatch({ type: 'yielded', workflow }),
    addRefs: (refs) => dispatch({ type: 'refs added', refs }),
    abandon: () => waiters.others.wait((id) => dispatch({ type: 'abandoned', id })),
    resume: () => dispatch({ type: 'resumed' }),
    restored: copy !== undefined,
  }
}
