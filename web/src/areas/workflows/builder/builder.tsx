import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Workflow } from '@throughline/contracts/workflows'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { can } from '../../../shared/current-user.ts'
import { useUnsavedGuard } from '../../../shared/unsaved.ts'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { workflowQuery } from '../builder.api.ts'
import { spec, texts } from '../builder.texts.ts'
import { workflowCalls } from '../workflows.api.ts'
import { Body } from './body.tsx'
import type { Mode } from './builder-search.ts'
import { Dialogs } from './dialogs.tsx'
import { EditButton, Header, StartLink } from './header.tsx'
import { JSON_TOAST } from './json-toast.ts'
import { UnsentDialog } from './leave-dialogs.tsx'
import type { BuilderQuestion } from './save-acts-reduce.ts'
import { SaveButton } from './save-button.tsx'
import { SavingNote } from './saving-note.tsx'
import type { Session } from './session.ts'
import { useBuilderKeys } from './use-builder-keys.ts'
import { useDocument } from './use-document.tsx'
import { useEdits } from './use-edits.ts'
import { useSaving } from './use-saving.ts'
import { useView, type View } from './use-view.ts'

/** What makes something else of the workflow. */
function useFileActs(workflow: Workflow | undefined) {
  const navigate = useNavigate()
  const { run } = useAct()
  if (!workflow) return {}
  const { id, prefix } = workflow
  const duplicate = async () => {
    const { data } = await workflowCalls.duplicate(id)
    void navigate({ to: '/workflow-builder/$workflowId', params: { workflowId: data.id } })
    return data
  }
  const download = async () => saveFile(await workflowCalls.exportFile(id), `${prefix}.json`)
  return {
    duplicate: () =>
      void run({ call: duplicate, done: ({ name }) => texts.duplicated(name), failed: texts.duplicateFailed }),
    export: () => void run({ call: download, failed: texts.exportFailed }),
  }
}

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

function useSaveActions(session: Session, jsonValid: JsonValid, { setMode, show }: View, ask: Ask, stop: () => void) {
  const queries = useQueryClient()
  const context = useMemo(
    () => ({
      isJsonValid: () => jsonValid.current,
      stopEditing: stop,
      showIssues: () => {
        setMode('visual')
        show('issues')
      },
      ask,
      reread: (id: string) => queries.fetchQuery({ ...workflowQuery(id), staleTime: 0 }),
    }),
    [queries, jsonValid, setMode, show, ask, stop],
  )
  return useSaving(session, context)
}

type EditingButtonsProps = {
  workflow: Workflow | undefined
  /** Something is not on the server yet. */
  unsent: boolean
  /** Something is not published yet. */
  changed: boolean
  broken: boolean
  saving: ReturnType<typeof useSaving>
  ask: Ask
  onStop: () => void
}

/** While editing: Cancel, and Save with its menu. */
function EditingButtons({ workflow, unsent, changed, broken, saving, ask, onStop }: EditingButtonsProps) {
  const navigate = useNavigate()
  const files = useFileActs(workflow)
  const cancel = () => {
    if (!workflow && !unsent) void navigate({ to: '/workflows' })
    else if (changed || broken || !workflow) ask('leave')
    else onStop()
  }
  return (
    <>
      <Button onClick={cancel}>{texts.cancel}</Button>
      <SaveButton
        changed={changed}
        broken={broken}
        busy={saving.busy}
        acts={{
          save: () => void saving.save(),
          keep: () => void saving.keep(),
          publish: () => void saving.askToPublish(),
          settings: () => ask('settings'),
          discard: changed && workflow?.current_version ? () => ask('discard') : undefined,
          ...files,
        }}
      />
    </>
  )
}

type BuilderProps = { session: Session; user: CurrentUser; startsEditing: boolean }

/** One workflow: looked at first, edited on demand. */
export function Builder({ session, user, startsEditing }: BuilderProps) {
  const mayEdit = can(user, 'workflows.publish')
  const shown = useDocument(session)
  const view = useView()
  const [editing, setEditing] = useState(mayEdit && (startsEditing || session.restored))
  const [question, ask] = useState<BuilderQuestion>()
  const { jsonValid, broken, onJsonValid } = useJsonValidity()
  const { doc, state, workflow } = shown
  usePageTitle(doc.name || texts.newName)
  const edits = useEdits(session.store, view.open)
  const stopEditing = useCallback(() => setEditing(false), [])
  const saving = useSaveActions(session, jsonValid, view, ask, stopEditing)
  const unsent = !session.isSent()
  const changed = unsent || (workflow?.draft ?? null) !== null
  const leaving = useLeaveGuard(session, jsonValid, unsent || broken)

  const switchMode = (next: Mode) => {
    if (view.mode === 'json' && editing && !jsonValid.current) toast.error(spec.invalidOnSwitch, JSON_TOAST)
    else view.setMode(next)
  }
  const restore = async (number: number): Promise<boolean> => {
    const done = await saving.restore(number)
    if (done) {
      setEditing(true)
      view.setMode('visual')
    }
    return done
  }
  useBuilderKeys({ ...view, setMode: switchMode }, editing, {
    save: () => void ((changed || !jsonValid.current) && !saving.busy && saving.save()),
    undo: edits.undo,
    redo: edits.redo,
    edit: mayEdit && !editing ? () => setEditing(true) : undefined,
  })
  const edit = { workflow, unsent, changed, broken, saving, ask, onStop: stopEditing }
  return (
    <div className="flex h-full flex-col">
      <Header
        doc={doc}
        workflow={workflow}
        mode={view.mode}
        onMode={switchMode}
        onRefresh={() => void saving.refresh()}
        refreshing={saving.busy}
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
        {editing ? <EditingButtons {...edit} /> : mayEdit && <EditButton onEdit={() => setEditing(true)} />}
      </Header>
      <Body
        shown={shown}
        view={view}
        edits={editing ? edits : undefined}
        mayEdit={mayEdit}
        onRefs={session.addRefs}
        onJsonValid={onJsonValid}
        onRestore={(number) => (changed ? ask({ restore: number }) : void restore(number))}
      />
      <Dialogs
        {...{ question, ask, session, shown, user, saving, edits, view }}
        onStopEditing={stopEditing}
        onRestore={restore}
      />
      {leaving && <UnsentDialog broken={broken} onAnswer={leaving.answer} />}
    </div>
  )
}
