import { ApiError } from '@throughline/contracts/client'
import type { SaveOptions, SaveOutcome, Workflow, WorkflowRefs } from '@throughline/contracts/workflows'
import { type Change, diff, type Merged, merge, type Side } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { isStale, serverMessageOf } from '../../../shared/server-message.ts'
import { createWorkflow, saveDraft, saveWorkflow } from '../builder.api.ts'
import { type DocStore, docStore } from '../model/store.ts'
import { documentOf, saysTheSame } from './document.ts'
import type { LocalCopies } from './local-copy.ts'

/** After the last change, before it is sent. */
const PAUSE = 800
const RETRY = 10_000
/** A dying tab loses at most this. */
const KEEP_AFTER = 100

export type SaveState =
  | { kind: 'unchanged' }
  | { kind: 'waiting' | 'sending' | 'offline' }
  | { kind: 'saved'; at: number }
  | { kind: 'failed'; why: string | undefined }

/** Others changed the same places. */
export type Clash = { base: FlowDoc; theirs: Workflow; merged: Merged }

export interface SessionState {
  /** As the server last had it; undefined before the first save of a new one. */
  readonly workflow: Workflow | undefined
  readonly refs: WorkflowRefs
  readonly saving: SaveState
  readonly clash: Clash | undefined
}

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
  save: (options: Partial<SaveOptions>) => Promise<SaveOutcome | 'clash'>
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

const NO_REFS: WorkflowRefs = { people: [], teams: [], workflows: [], secrets: [] }

/** The first list itself where the other brings nothing new: what is named by it need not be drawn anew. */
function joined<T extends { id: string }>(one: T[], other: readonly T[] = []): T[] {
  const all = [...new Map([...one, ...other].map((each) => [each.id, each])).values()]
  return JSON.stringify(all) === JSON.stringify(one) ? one : all
}

/** One person's work on one document: its autosave, and its meeting with what others do. */
export function openSession(start: Workflow | FlowDoc, hooks: Hooks): Session {
  const existing = 'draft' in start ? start : undefined
  const listeners = new Set<() => void>()
  let base: FlowDoc = 'draft' in start ? documentOf(start) : start
  let state: SessionState = {
    workflow: existing,
    refs: existing?.refs ?? NO_REFS,
    saving: { kind: 'unchanged' },
    clash: undefined,
  }
  let copies = hooks.copies(existing?.id ?? 'new')
  let timer: ReturnType<typeof setTimeout> | undefined
  let keeping: ReturnType<typeof setTimeout> | undefined
  let busy: Promise<void> | undefined
  /** Sent, and never answered: it may have arrived, so the very same is sent again. */
  let unanswered: { doc: FlowDoc; version: number; key: string } | undefined
  let abandoned = false

  const set = (next: Partial<SessionState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const kept = copies.read()
  const store = docStore(kept?.doc ?? base)
  if (kept) base = kept.base
  const mine = () => store.get().doc
  const isSent = () => abandoned || (mine() === base && !unanswered)
  const version = () => state.workflow?.version ?? 0
  const isBusy = () => busy !== undefined

  function keepCopy() {
    clearTimeout(keeping)
    keeping = undefined
    if (isSent()) copies.forget()
    else copies.keep({ doc: mine(), base, version: state.workflow?.version ?? null })
  }
  function sendAfter(pause: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), pause)
  }
  const settle = () => {
    if (isSent() && state.saving.kind === 'waiting') set({ saving: { kind: 'unchanged' } })
  }
  store.subscribe(() => {
    keeping ??= setTimeout(keepCopy, KEEP_AFTER)
    settle()
    if (isSent() || state.clash) return
    if (state.saving.kind !== 'waiting' && !busy) set({ saving: { kind: hooks.online() ? 'waiting' : 'offline' } })
    sendAfter(PAUSE)
  })

  /** The server has this document now. */
  function accept(workflow: Workflow, sent: FlowDoc) {
    const created = !state.workflow
    base = sent
    set({ workflow, refs: withRefs(workflow.refs) })
    if (created) {
      copies.forget()
      copies = hooks.copies(workflow.id)
    }
    // The server gives a prefix that is taken its next free digit.
    if (workflow.prefix !== sent.prefix) {
      const { prefix } = workflow
      base = { ...sent, prefix }
      store.rewrite((doc) => (doc === sent ? base : doc.prefix === sent.prefix ? { ...doc, prefix } : doc))
    }
    hooks.onWorkflow(workflow)
  }
  const withRefs = (refs: Partial<WorkflowRefs>): WorkflowRefs => {
    const { people, teams, workflows, secrets } = state.refs
    const named = refs.secrets?.filter((name) => !secrets.includes(name)) ?? []
    const all = {
      people: joined(people, refs.people),
      teams: joined(teams, refs.teams),
      workflows: joined(workflows, refs.workflows),
      secrets: named.length > 0 ? [...secrets, ...named] : secrets,
    }
    const same = all.people === people && all.teams === teams && all.workflows === workflows && all.secrets === secrets
    return same ? state.refs : all
  }

  async function send(leaving: boolean) {
    unanswered ??= { doc: mine(), version: version(), key: crypto.randomUUID() }
    const { doc, version: of, key } = unanswered
    const call = { idempotencyKey: key, keepalive: leaving }
    set({ saving: { kind: 'sending' } })
    try {
      const id = state.workflow?.id
      const answer = id ? await saveDraft(id, of, doc, call) : await createWorkflow(doc, { publish: false }, call)
      unanswered = undefined
      accept(answer, doc)
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) unanswered = undefined
      if (isStale(error) && (await caughtUp())) return
      const why = serverMessageOf(error)
      set({ saving: !hooks.online() ? { kind: 'offline' } : { kind: 'failed', why } })
      if (why === undefined) sendAfter(RETRY)
    }
  }
  async function caughtUp(): Promise<boolean> {
    const id = state.workflow?.id
    if (!id) return false
    try {
      meet(await hooks.read(id))
      return true
    } catch {
      return false
    }
  }

  /** Undefined where others were faster and their changes are in the document now. */
  async function saveOnce(options: Partial<SaveOptions>): Promise<SaveOutcome | undefined> {
    const doc = mine()
    const id = state.workflow?.id
    try {
      const answer = id
        ? await saveWorkflow(id, doc, { base_version: version(), ...options })
        : await createWorkflow(doc, options)
      accept(answer, doc)
      if (isSent()) set({ saving: { kind: 'saved', at: Date.now() } })
      keepCopy()
      return answer.saved
    } catch (error) {
      if (!isStale(error) || !(await caughtUp())) throw error
      return undefined
    }
  }

  async function flush(leaving = false): Promise<boolean> {
    clearTimeout(timer)
    if (leaving) keepCopy()
    for (let tries = 0; tries < 5 && !isSent() && !state.clash; tries++) {
      busy ??= send(leaving).finally(() => {
        busy = undefined
      })
      await busy
      if (state.saving.kind === 'failed' || state.saving.kind === 'offline') break
    }
    if (isSent()) {
      if (state.saving.kind === 'sending') set({ saving: { kind: 'saved', at: Date.now() } })
      settle()
      keepCopy()
    }
    return isSent()
  }

  /** What they did and what was done here, in one document; or the question which of the two. */
  function meet(theirs: Workflow) {
    if (theirs.version < version()) return
    const before = base
    const doc = documentOf(theirs)
    if (saysTheSame(doc, base)) set({ workflow: theirs, refs: withRefs(theirs.refs) })
    else if (saysTheSame(doc, mine())) take(theirs, doc, doc, [], before)
    else if (mine() === base) take(theirs, doc, doc, diff(before, doc).changes, before)
    else {
      const merged = merge(base, mine(), doc)
      if (merged.conflicts.length > 0) set({ clash: { base, theirs, merged }, saving: { kind: 'waiting' } })
      else take(theirs, doc, merged.doc, merged.theirs, before)
    }
  }
  function take(theirs: Workflow, doc: FlowDoc, merged: FlowDoc, changes: readonly Change[], before: FlowDoc) {
    base = doc
    set({ workflow: theirs, refs: withRefs(theirs.refs), clash: undefined })
    store.replace(saysTheSame(merged, doc) ? doc : merged)
    keepCopy()
    if (changes.length > 0) hooks.onTheirs(theirs, changes, before)
  }

  const session: Session = {
    store,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isSent,
    flush,
    async save(options) {
      while (isBusy()) await busy
      if (unanswered && !(await flush())) throw new Error('not reached')
      for (let tries = 0; tries < 3; tries++) {
        clearTimeout(timer)
        const running = saveOnce(options).finally(() => {
          busy = undefined
        })
        busy = running.then(
          () => undefined,
          () => undefined,
        )
        const saved = await running
        if (saved) return saved
        if (state.clash) return 'clash'
      }
      return 'clash'
    },
    async arrive(workflow) {
      while (isBusy()) await busy
      if (workflow.version === version()) set({ workflow, refs: withRefs(workflow.refs) })
      else if (!state.clash) meet(workflow)
    },
    adopt(workflow) {
      const doc = documentOf(workflow)
      set({ workflow, refs: withRefs(workflow.refs) })
      // Publishing changes nothing of what it says: words that were typed meanwhile stay.
      if (!saysTheSame(doc, base)) {
        base = saysTheSame(mine(), doc) ? mine() : doc
        if (mine() !== base) store.replace(base)
      }
      if (isSent()) set({ saving: { kind: 'unchanged' } })
      keepCopy()
      hooks.onWorkflow(workflow)
    },
    async resolve(choices) {
      const { clash } = state
      if (!clash) return true
      const doc = documentOf(clash.theirs)
      const merged = merge(base, mine(), doc, choices)
      take(clash.theirs, doc, merged.doc, [], base)
      return flush()
    },
    yieldTo(workflow) {
      const doc = documentOf(workflow)
      take(workflow, doc, doc, [], base)
      set({ saving: { kind: 'unchanged' } })
    },
    async abandon() {
      abandoned = true
      clearTimeout(timer)
      await busy
      keepCopy()
    },
    resume() {
      abandoned = false
      if (!isSent()) sendAfter(PAUSE)
    },
    addRefs: (refs) => set({ refs: withRefs(refs) }),
    restored: kept !== undefined,
  }
  if (kept && existing) meet(existing)
  if (kept && !isSent()) sendAfter(PAUSE)
  return session
}
