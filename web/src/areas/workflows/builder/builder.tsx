import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Workflow } from '@throughline/contracts/workflows'
import type { StepId } from '@throughline/flow/plan'
import { useCallback, useMemo, useRef, useState } from 'react'
import { can } from '../../../shared/current-user.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { useUnsavedGuard } from '../../../shared/unsaved.ts'
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
import { EditButton, Header } from './header.tsx'
import { JSON_TOAST } from './json-toast.ts'
import { UnsentDialog } from './leave-dialogs.tsx'
import { SaveButton } from './save-button.tsx'
import { SavingNote } from './saving-note.tsx'
import type { Session } from './session.ts'
import { useBuilderKeys } from './use-builder-keys.ts'
import { useDocument } from './use-document.tsx'
import { useEdits } from './use-edits.ts'
import { type BuilderQuestion, useSaving } from './use-saving.ts'
import { useView } from './use-view.ts'

const fail = (title: string, error: unknown) => {
  const description = serverMessageOf(error)
  toast.error(title, description ? { description } : {})
}

/** What makes something else of the workflow. */
function useFileActs(workflow: Workflow | undefined) {
  const navigate = useNavigate()
  if (!workflow) return {}
  const { id, prefix } = workflow
  const duplicate = async () => {
    try {
      const { data } = await workflowCalls.duplicate(id)
      toast.success(texts.duplicated(data.name))
      await navigate({ to: '/workflow-builder/$workflowId', params: { workflowId: data.id } })
    } catch (error) {
      fail(texts.duplicateFailed, error)
    }
  }
  const download = async () => {
    try {
      saveFile(await workflowCalls.exportFile(id), `${prefix}.json`)
    } catch (error) {
      fail(texts.exportFailed, error)
    }
  }
  return { duplicate: () => void duplicate(), export: () => void download() }
}

type BuilderProps = { session: Session; user: CurrentUser; startsEditing: boolean }

/** One workflow: looked at first, edited on demand. */
export function Builder({ session, user, startsEditing }: BuilderProps) {
  const mayEdit = can(user, 'workflows.publish')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const shown = useDocument(session)
  const view = useView()
  const [editing, setEditing] = useState(mayEdit && (startsEditing || session.restored))
  const [asked, ask] = useState<BuilderQuestion>()
  const jsonValid = useRef(true)
  const [broken, setBroken] = useState(false)
  const { doc, state, workflow } = shown
  const { open, setMode, show } = view
  usePageTitle(doc.name || texts.newName)

  const reveal = useCallback((step: StepId | undefined) => open(step), [open])
  const edits = useEdits(session.store, reveal)
  const around = useMemo(
    () => ({
      isJsonValid: () => jsonValid.current,
      stopEditing: () => setEditing(false),
      showIssues: () => {
        setMode('visual')
        show('issues')
      },
      ask,
      reread: (id: string) => queries.fetchQuery({ ...workflowQuery(id), staleTime: 0 }),
    }),
    [queries, setMode, show],
  )
  const saving = useSaving(session, around)
  const files = useFileActs(workflow)

  const unsent = !session.isSent()
  const changed = unsent || (workflow?.draft ?? null) !== null
  const guard = useMemo(
    () => ({
      // Also the way to another view takes a text away that cannot be read.
      stays: (path: string) => jsonValid.current && path.startsWith('/workflow-builder/'),
      settle: async () => (await session.flush()) && jsonValid.current,
    }),
    [session],
  )
  const question = useUnsavedGuard(unsent || broken, guard)
  const switchMode = (next: Mode) => {
    if (view.mode === 'json' && editing && !jsonValid.current) toast.error(spec.invalidOnSwitch, JSON_TOAST)
    else setMode(next)
  }
  const cancel = () => {
    if (changed || broken || !workflow) ask('leave')
    else setEditing(false)
  }
  const leaveUntouched = () => void navigate({ to: '/workflows' })
  const trySave = () => {
    if ((changed || !jsonValid.current) && !saving.busy) void saving.save()
  }
  useBuilderKeys({ ...view, setMode: switchMode }, editing, {
    save: trySave,
    undo: edits.undo,
    redo: edits.redo,
    edit: mayEdit && !editing ? () => setEditing(true) : undefined,
  })
  const onJsonValid = useCallback((valid: boolean) => {
    jsonValid.current = valid
    setBroken(!valid)
  }, [])
  const others = (workflow?.draft?.authors ?? []).filter(({ id }) => id !== user.member_id)

  return (
    <div className="flex h-full flex-col">
      <Header
        doc={doc}
        workflow={workflow}
        mode={view.mode}
        onMode={switchMode}
        onRefresh={() => void saving.refresh()}
        refreshing={saving.busy}
        others={others}
        note={
          <SavingNote
            saving={state.saving}
            draft={workflow?.draft}
            onRetry={() => void session.flush()}
            onResolve={state.clash && (() => ask(undefined))}
          />
        }
      >
        {editing ? (
          <>
            <Button onClick={!workflow && !unsent ? leaveUntouched : cancel}>{texts.cancel}</Button>
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
        ) : (
          mayEdit && <EditButton onEdit={() => setEditing(true)} />
        )}
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
        asked={asked}
        ask={ask}
        session={session}
        shown={shown}
        user={user}
        saving={saving}
        edits={edits}
        view={view}
        onStopEditing={() => setEditing(false)}
        onRestore={restore}
      />
      {question && <UnsentDialog broken={broken} onAnswer={question.answer} />}
    </div>
  )

  async function restore(number: number): Promise<boolean> {
    const done = await saving.restore(number)
    if (done) {
      setEditing(true)
      setMode('visual')
    }
    return done
  }
}
