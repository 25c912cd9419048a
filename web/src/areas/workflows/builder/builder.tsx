import { useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { can } from '../../../shared/current-user.ts'
import { useUnsavedGuard } from '../../../shared/unsaved.ts'
import { usePageTitle } from '../../../ui/page-title.ts'
import { toast } from '../../../ui/toast.ts'
import { workflowQuery } from '../builder.api.ts'
import { spec, texts } from '../builder.texts.ts'
import { Body } from './body.tsx'
import type { Mode } from './builder-search.ts'
import { Header, StartLink } from './header.tsx'
import { EditingButtons, ViewingButtons } from './header-buttons.tsx'
import { JSON_TOAST } from './json-toast.ts'
import { UnsentDialog } from './leave-dialogs.tsx'
import type { BuilderQuestion } from './save-acts-reduce.ts'
import { SavingNote } from './saving-note.tsx'
import type { Session } from './session.ts'
import { useBuilderKeys } from './use-builder-keys.ts'
import { useDocument } from './use-document.tsx'
import { useEdits } from './use-edits.ts'
import { useLateParts } from './use-late-parts.ts'
import { useSaving } from './use-saving.ts'
import { useView, type View } from './use-view.ts'

/** Whether the text of the JSON view can be read; the ref is for those who ask between two renders. */
function useJsonValidity() {
  const jsonValid = useRef(true)
  const [broken, setBroken] = useState(false)
  const onJsonValid = useCallback((valid: boolean) => {
    jsonValid.current = valid
    setBroken(!valid)
  }, [])
  return { jsonValid, broken, onJsonValid }
}

type JsonValid = RefObject<boolean>

/** Leaving waits until everything is sent; a text that cannot be read is never sent. */
function useLeaveGuard(session: Session, jsonValid: JsonValid, unsaved: boolean) {
  const guard = useMemo(
    () => ({
      // Also the way to another view takes a text away that cannot be read.
      stays: (path: string) => jsonValid.current && path.startsWith('/workflow-builder/'),
      settle: async () => (await session.flush()) && jsonValid.current,
    }),
    [session, jsonValid],
  )
  return useUnsavedGuard(unsaved, guard)
}

type Ask = (question: BuilderQuestion | undefined) => void

type Marks = { markSaved: () => void; stopEditing: () => void }

function useSaveActions(session: Session, jsonValid: JsonValid, { setMode, show }: View, ask: Ask, marks: Marks) {
  const queries = useQueryClient()
  const { markSaved, stopEditing } = marks
  const context = useMemo(
    () => ({
      isJsonValid: () => jsonValid.current,
      markSaved,
      stopEditing,
      showIssues: () => {
        setMode('visual')
        show('issues')
      },
      ask,
      reread: (id: string) => queries.fetchQuery({ ...workflowQuery(id), staleTime: 0 }),
    }),
    [queries, jsonValid, setMode, show, ask, markSaved, stopEditing],
  )
  return useSaving(session, context)
}

/** The button that ended the edit mode is gone with it: the keys go on at Edit. Answers the ref of that. */
function useWayBack(editing: boolean) {
  const edit = useRef<HTMLButtonElement>(null)
  const before = useRef(editing)
  useEffect(() => {
    const hasEnded = before.current && !editing
    before.current = editing
    if (!hasEnded) return undefined
    // A dialog that closes gives the focus back by then, if there is anything left to give it to.
    const frame = requestAnimationFrame(() => document.activeElement === document.body && edit.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [editing])
  return edit
}

/** `touched`: something was changed since edit mode began or Save was pressed. What an earlier visit left counts as such. */
function useEditMode(session: Session, starts: boolean) {
  const { store } = session
  const [editing, setEditing] = useState(starts)
  const [saved, setSaved] = useState(() => (session.restored ? undefined : store.get().doc))
  const markSaved = useCallback(() => setSaved(store.get().doc), [store])
  const stopEditing = useCallback(() => setEditing(false), [])
  const startEditing = useCallback(() => {
    markSaved()
    setEditing(true)
  }, [markSaved])
  const touched = !session.isSent() || store.get().doc !== saved
  return { editing, touched, wayBack: useWayBack(editing), markSaved, startEditing, stopEditing }
}

/** What is tested is the draft on the server. */
const useSaveForTest = (session: Session) =>
  useCallback(async () => ((await session.flush()) ? session.get().workflow?.id : undefined), [session])

/** Copilot reads the draft on the server, and the page says later what was changed since. */
const useSaveForCopilot = (session: Session) =>
  useCallback(async () => {
    if (!(await session.flush())) return undefined
    const { workflow } = session.get()
    return workflow && { id: workflow.id, version: workflow.version, doc: session.store.get().doc }
  }, [session])

type BuilderProps = { session: Session; user: CurrentUser; startsEditing: boolean }

/** One workflow: looked at first, edited on demand. */
/** What leads to another mode, or begins to edit by itself. */
function useMoves(
  view: ReturnType<typeof useView>,
  { editing, startEditing }: ReturnType<typeof useEditMode>,
  saving: ReturnType<typeof useSaveActions>,
  edits: ReturnType<typeof useEdits>,
  jsonValid: ReturnType<typeof useJsonValidity>['jsonValid'],
) {
  const switchMode = (next: Mode) => {
    if (view.mode === 'json' && editing && !jsonValid.current) toast.error(spec.invalidOnSwitch, JSON_TOAST)
    else view.setMode(next)
  }
  const restore = async (number: number): Promise<boolean> => {
    if (!(await saving.restore(number))) return false
    startEditing()
    view.setMode('visual')
    return true
  }
  const propose = (next: Parameters<typeof edits.copilot>[0]) => {
    if (!editing) startEditing()
    edits.copilot(next)
  }
  return { switchMode, restore, propose }
}

export function Builder({ session, user, startsEditing }: BuilderProps) {
  const mayEdit = can(user, 'workflows.publish')
  const shown = useDocument(session)
  const view = useView()
  const late = useLateParts()
  const mode = useEditMode(session, mayEdit && (startsEditing || session.restored))
  const { editing, touched, wayBack, startEditing, stopEditing } = mode
  const [question, ask] = useState<BuilderQuestion>()
  const { jsonValid, broken, onJsonValid } = useJsonValidity()
  const { doc, state, workflow } = shown
  usePageTitle(doc.name || texts.newName)
  const edits = useEdits(session.store, view.open)
  const saveForTest = useSaveForTest(session)
  const saveForCopilot = useSaveForCopilot(session)
  const saving = useSaveActions(session, jsonValid, view, ask, mode)
  const unsent = !session.isSent()
  const changed = unsent || (workflow?.draft ?? null) !== null
  const leaving = useLeaveGuard(session, jsonValid, unsent || broken)

  const { switchMode, restore, propose } = useMoves(view, mode, saving, edits, jsonValid)
  useBuilderKeys({ ...view, setMode: switchMode }, editing, {
    save: () => void ((touched || !jsonValid.current) && !saving.busy && saving.saveAndGoOn()),
    undo: edits.undo,
    redo: edits.redo,
    edit: mayEdit && !editing ? startEditing : undefined,
  })
  const edit = { workflow, unsent, touched, changed, broken, saving, ask, onStop: stopEditing }
  return (
    <div className="flex h-full flex-col">
      <Header
        doc={doc}
        workflow={workflow}
        mode={view.mode}
        onMode={switchMode}
        onRefresh={() => void saving.refresh()}
        refreshing={saving.busy}
        copilot={mayEdit}
        others={(workflow?.draft?.authors ?? []).filter(({ id }) => id !== user.member_id)}
        note={
          <SavingNote
            saving={state.saving}
            draft={workflow?.draft}
            onRetry={() => void session.flush()}
            onResolve={state.clash && (() => ask(undefined))}
          />
        }
      >
        {!editing && can(user, 'instances.manage') && <StartLink workflow={workflow} />}
        {editing && <EditingButtons {...edit} />}
        {!editing && mayEdit && <ViewingButtons {...{ changed, saving, wayBack }} onEdit={startEditing} />}
      </Header>
      <Body
        shown={shown}
        view={view}
        edits={editing ? edits : undefined}
        late={late}
        mayEdit={mayEdit}
        onRefs={session.addRefs}
        onSaveForTest={saveForTest}
        onJsonValid={onJsonValid}
        onSaveForCopilot={saveForCopilot}
        onProposal={propose}
        onRestore={(number) => (changed ? ask({ restore: number }) : void restore(number))}
      />
      {late && (
        <late.Dialogs
          {...{ question, ask, session, shown, user, saving, edits, view }}
          onStopEditing={stopEditing}
          onRestore={restore}
        />
      )}
      {leaving && <UnsentDialog broken={broken} onAnswer={leaving.answer} />}
    </div>
  )
}
