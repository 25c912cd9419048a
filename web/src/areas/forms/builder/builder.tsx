import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Form } from '@throughline/contracts/forms'
import { compileForm } from '@throughline/flow/form-compile'
import { Suspense, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { can } from '../../../shared/current-user.ts'
import { useDraft, useDraftGuard } from '../../../shared/draft/session.ts'
import { useDraftKeys } from '../../../shared/draft/use-draft-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { modKey } from '../../../ui/mod-key.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { usePageTitle } from '../../../ui/page-title.ts'
import { usedIdsQuery } from '../builder.api.ts'
import { spec, texts } from '../builder.texts.ts'
import { Canvas } from './canvas/canvas.tsx'
import { Dialogs, LeaveDialog, type Question } from './dialogs.tsx'
import { Header } from './header.tsx'
import { asFormContent, type Content } from './model/content.ts'
import { Outline } from './outline.tsx'
import { PublishButton, reasonsOf } from './publish.tsx'
import { Rail } from './rail.tsx'
import { type FormSession, isDirty } from './session.ts'
import { Side } from './side.tsx'
import { useEdits } from './use-edits.ts'
import { useSaving } from './use-saving.ts'
import { useView, type View } from './use-view.ts'
import { VersionView } from './version-view.tsx'

const Preview = lazyPart(
  () => import('./preview.tsx'),
  (module) => module.Preview,
)

type FormBuilderProps = { session: FormSession; user: CurrentUser; onSaved: (form: Form) => void }

const SETTLES_MS = 300

/** What stands in the way of publishing, found a moment after the last change: all of a large form takes its time. */
function useProblems(content: Content) {
  const [settled, setSettled] = useState(content)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(content)), SETTLES_MS)
    return () => clearTimeout(timer)
  }, [content])
  return useMemo(() => {
    const { problems } = compileForm(asFormContent(settled))
    return {
      problems,
      wrong: new Set(problems.flatMap(({ level, element }) => (level === 'error' ? (element ?? []) : []))),
    }
  }, [settled])
}

/** No new field gets the id of one that was answered under it before. */
function useUsedIds(session: FormSession, form: Form | null, editing: boolean) {
  const enabled = editing && form !== null && form.current_version !== null
  const { data } = useQuery({ ...usedIdsQuery(form?.id ?? ''), enabled })
  useEffect(() => {
    if (data) session.tell({ type: 'ids', ids: data })
  }, [session, data])
}

const addressesOf = (id: string) => [`/forms/${id}`, `/form-builder/${id}`]

/** One form: looked at first, edited on demand. */
export function FormBuilder({ session, user, onSaved }: FormBuilderProps) {
  const state = useDraft(session)
  const { stored: form, content } = state
  const view = useView(session)
  const mayEdit = can(user, 'publishing.manage')
  const [editing, setEditing] = useState(mayEdit && (form === null || view.wantsEdit))
  const [question, ask] = useState<Question>()
  const edits = useEdits(session, view)
  useUsedIds(session, form, editing)
  const navigate = useNavigate()
  const { problems, wrong } = useProblems(content)
  const dirty = isDirty(state)
  const isNew = form === null
  const leaving = useDraftGuard(session, editing && (isNew ? dirty : dirty || state.sending !== undefined), addressesOf)
  usePageTitle(content.title || texts.untitled)
  const saving = useSaving(session, { onSaved, onClash: () => ask('clash') })
  const stop = () => {
    session.tell({ type: 'reverted' })
    setEditing(false)
    view.select(undefined)
    view.openPanel(undefined)
    // It was asked already.
    if (isNew) void navigate({ to: '/forms', ignoreBlocker: true })
  }
  const save = () => void saving.save()
  const startEditing = useCallback(() => setEditing(true), [])
  const cancel = () => (dirty || isNew ? ask('cancel') : stop())
  useBuilderKeys({ view, edits, editing, onSave: save, onEdit: mayEdit ? startEditing : undefined })
  const openSettings = () => view.openPanel('settings')
  const reasons = reasonsOf(state, problems, { onSave: save, onElement: view.select, onSettings: openSettings })
  return (
    <div className="relative flex h-full flex-col">
      <Header
        state={state}
        mode={view.mode}
        onMode={view.setMode}
        history={view.panel === 'versions'}
        onHistory={() => view.openPanel(view.panel === 'versions' ? undefined : 'versions')}
        others={(form?.draft?.authors ?? []).filter(({ id }) => id !== user.member_id)}
        onRetry={save}
        onResolve={() => ask('clash')}
      >
        {editing ? (
          <>
            <Button onClick={cancel}>{texts.cancel}</Button>
            <Button
              kbd={modKey('S')}
              busy={saving.busy === 'save'}
              onClick={save}
              className="@max-[1100px]:[&_kbd]:hidden"
            >
              {texts.save}
            </Button>
            <PublishButton reasons={reasons} onPublish={() => ask('publish')} />
          </>
        ) : (
          mayEdit && (
            <Button kbd="E" onClick={startEditing}>
              {spec.edit}
            </Button>
          )
        )}
      </Header>
      <div className="relative flex min-h-0 flex-1">
        <Body
          view={view}
          state={state}
          wrong={wrong}
          edits={editing && !view.version ? edits : undefined}
          organization={user.tenant_name}
          onAsk={editing ? ask : undefined}
        />
      </div>
      <Dialogs {...{ question, ask, session, state, user, saving, view }} onLeave={stop} />
      {leaving && <LeaveDialog isNew={isNew} onAnswer={leaving.answer} />}
    </div>
  )
}

type BodyProps = Pick<Parameters<typeof Side>[0], 'state' | 'edits'> & {
  view: View
  wrong: ReadonlySet<string>
  organization: string
  onAsk: ((question: Question) => void) | undefined
}

function Body({ view, state, wrong, edits, organization, onAsk }: BodyProps) {
  const { content, stored: form } = state
  if (view.mode === 'preview')
    return (
      <Suspense>
        <Preview content={content} organization={organization} />
      </Suspense>
    )
  const common = { content, selected: view.selected, wrong, edits, onSelect: view.select }
  const openPart = (id: string, place: 'label' | 'show_if') => {
    view.select(id)
    requestAnimationFrame(() => focusPart(place))
  }
  const inSight = () => {
    if (view.version && form)
      return <VersionView formId={form.id} version={view.version} onBack={() => view.showVersion(undefined)} />
    if (view.mode === 'outline') return <Outline {...common} onPage={view.goToPage} onOpen={openPart} />
    return <Canvas {...common} page={view.page} fresh={view.fresh} onBanner={() => view.openPanel('banner')} />
  }
  return (
    <>
      <Rail
        elements={content.elements}
        page={view.page}
        panel={view.panel}
        wrong={wrong}
        edits={edits}
        onPage={view.goToPage}
        onPanel={view.openPanel}
      />
      {inSight()}
      <Side
        view={view}
        state={state}
        edits={edits}
        onRestore={onAsk && ((number) => onAsk({ restore: number }))}
        onDiscard={onAsk && (() => onAsk('discard'))}
      />
    </>
  )
}

/** Into the panel beside the outline. */
const focusPart = (place: 'label' | 'show_if') =>
  document.querySelector<HTMLElement>(`[data-part="${place}"] :is(input, textarea, button)`)?.focus()

type KeysOptions = {
  view: View
  edits: ReturnType<typeof useEdits>
  editing: boolean
  onSave: () => void
  onEdit: (() => void) | undefined
}

function useBuilderKeys({ view, edits, editing, onSave, onEdit }: KeysOptions) {
  const { mode, setMode, panel, selected, openPanel, select } = view
  const mayEdit = onEdit !== undefined && !editing
  usePageKeys(
    useMemo(() => {
      const close = panel || selected ? () => (panel ? openPanel(undefined) : select(undefined)) : undefined
      return [
        { key: 'h', label: texts.keys.versions, act: () => openPanel(panel === 'versions' ? undefined : 'versions') },
        { key: 'o', label: texts.keys.outline, act: () => setMode(mode === 'outline' ? 'form' : 'outline') },
        ...(mayEdit ? [{ key: 'e', label: texts.keys.edit, act: onEdit }] : []),
        ...(close ? [{ key: 'Escape', label: texts.keys.close, act: close }] : []),
      ]
    }, [mode, setMode, panel, selected, openPanel, select, mayEdit, onEdit]),
  )
  useDraftKeys({ editing, onSave, onUndo: edits.undo, onRedo: edits.redo })
}
