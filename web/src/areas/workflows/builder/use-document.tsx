import { useQuery } from '@tanstack/react-query'
import { BUILTIN_TOOLS, inputSchemaOf, isBuiltinTool } from '@throughline/contracts/tools'
import type { Workflow, WorkflowRefs } from '@throughline/contracts/workflows'
import {
  type Known,
  type KnownTool,
  type KnownWorkflow,
  knownTool,
  type Problem,
  targetLists,
  validate,
} from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import { stepAt } from '@throughline/flow/edit'
import { type ReactNode, startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { catalogueQuery, type ListedTool } from '../../integrations/integrations.api.ts'
import { measured } from '../canvas/layout/layout-of.ts'
import { type Drawing, drawingOf, type Names, namesOf } from '../model/drawing.ts'
import type { DocStore } from '../model/store.ts'
import type { Session } from './session.ts'
import type { SessionState } from './session-state.ts'

/** Drawn and checked when typing pauses: for a large document both take longer than a key press may. */
const PAUSE = 250

const tools = Object.fromEntries(
  BUILTIN_TOOLS.map((tool): [string, KnownTool] => [
    tool.id,
    { honours_key: tool.honours_key, input_schema: inputSchemaOf(tool) },
  ]),
)

/** Whether a step calls a tool of the workspace, which may have been chosen since the workflow was loaded. */
const callsOwnTool = ({ steps }: FlowDoc) =>
  Object.values(steps).some((step) => step.type === 'tool' && step.tool_id !== null && !isBuiltinTool(step.tool_id))

/** What the checks know beyond the document. Roles are known to the server alone. */
function validationContext(
  { people, teams, workflows, secrets, starts_alone = false, starts = [], ...refs }: WorkflowRefs,
  listed: readonly ListedTool[],
): Known {
  const called = workflows.map(({ id, start_fields, calls }): [string, KnownWorkflow] => [id, { start_fields, calls }])
  const own = [...(refs.tools ?? []), ...listed].map((tool): [string, KnownTool] => [tool.id, knownTool(tool)])
  return {
    tools: { ...tools, ...Object.fromEntries(own) },
    people: people.map(({ id }) => id),
    teams: teams.map(({ id }) => id),
    secrets,
    startsAlone: starts_alone,
    starts,
    workflows: Object.fromEntries(called),
  }
}

const NO_TOOLS: readonly ListedTool[] = []

export interface DocumentView {
  store: DocStore
  /** As it is, but for the words that somebody is typing. */
  doc: FlowDoc
  undo: string | undefined
  redo: string | undefined
  state: SessionState
  workflow: Workflow | undefined
  names: Names
  known: Known
  drawing: Drawing
  problems: readonly Problem[]
}

export function useDocument(session: Session): DocumentView {
  const { store } = session
  const undo = useSyncExternalStore(store.subscribe, () => store.get().undo)
  const redo = useSyncExternalStore(store.subscribe, () => store.get().redo)
  const state = useSyncExternalStore(session.subscribe, session.get)
  const doc = useSettled(store)
  const names = useMemo(() => namesOf(state.refs), [state.refs])
  const { data: listed = NO_TOOLS } = useQuery({ ...catalogueQuery, enabled: callsOwnTool(doc) })
  const known = useMemo(() => validationContext(state.refs, listed), [state.refs, listed])
  const drawing = useMemo(() => drawingOf(doc, names), [doc, names])
  const problems = useProblems(doc, state.workflow?.id, known)
  return { store, doc, undo, redo, state, workflow: state.workflow, names, known, drawing, problems }
}

/** For what must show every key press. */
export function Live({ store, children }: { store: DocStore; children: (doc: FlowDoc) => ReactNode }) {
  return children(useSyncExternalStore(store.subscribe, () => store.get().doc))
}

/** For what shows by itself what is typed in it: words follow once the key press is on the screen. */
export function Following({ store, children }: { store: DocStore; children: (doc: FlowDoc) => ReactNode }) {
  const [doc, setDoc] = useState(() => store.get().doc)
  useEffect(() => {
    let shown = store.get().doc
    const follow = () => {
      const worded = drawnAlike(shown, store.get().doc)
      shown = store.get().doc
      const show = () => setDoc(shown)
      if (worded) startTransition(show)
      else show()
    }
    follow()
    return store.subscribe(follow)
  }, [store])
  return children(doc)
}

const leadsAlike = (one: Step, other: Step | undefined) =>
  one === other || (one.type === other?.type && JSON.stringify(targetLists(one)) === JSON.stringify(targetLists(other)))

const drawnAlike = (one: FlowDoc, other: FlowDoc) =>
  one.start_step === other.start_step &&
  Object.keys(one.steps).length === Object.keys(other.steps).length &&
  Object.entries(one.steps).every(([id, step]) => leadsAlike(step, stepAt(other, id)))

/** Words follow when there is time; steps and lines that come, go or change are seen at once. */
function useSettled(store: DocStore): FlowDoc {
  const [doc, setDoc] = useState(() => store.get().doc)
  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined
    let shown = store.get().doc
    const show = () => {
      shown = store.get().doc
      setDoc(shown)
    }
    show()
    const unsubscribe = store.subscribe(() => {
      clearTimeout(due)
      if (drawnAlike(shown, store.get().doc)) due = setTimeout(() => startTransition(show), PAUSE)
      else show()
    })
    return () => {
      unsubscribe()
      clearTimeout(due)
    }
  }, [store])
  return doc
}

/** Found once the document is on the screen. */
function useProblems(doc: FlowDoc, id: string | undefined, known: Known): readonly Problem[] {
  const [problems, setProblems] = useState<readonly Problem[]>(none)
  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      due = setTimeout(() => {
        const found = checked(doc, id, known)
        startTransition(() => setProblems(found))
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(due)
    }
  }, [doc, id, known])
  return problems
}

const none: readonly Problem[] = []

const checked = (doc: FlowDoc, id: string | undefined, known: Known) =>
  measured('validate', () => validate(id === undefined ? doc : { ...doc, id }, known))
