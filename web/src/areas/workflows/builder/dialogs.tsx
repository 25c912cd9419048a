import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Workflow } from '@throughline/contracts/workflows'
import { useAct } from '../../../shared/use-act.ts'
import { toast } from '../../../ui/toast.ts'
import { spec, texts } from '../builder.texts.ts'
import { workflowCalls } from '../workflows.api.ts'
import { ClashDialog } from './clash-dialog.tsx'
import { DiscardDialog, LeaveDialog } from './leave-dialogs.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { BuilderQuestion } from './save-acts-reduce.ts'
import type { Session } from './session.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import type { DocumentView } from './use-document.tsx'
import type { Edits } from './use-edits.ts'
import type { SaveActions } from './use-saving.ts'
import type { View } from './use-view.ts'

type DialogsProps = {
  question: BuilderQuestion | undefined
  ask: (question: BuilderQuestion | undefined) => void
  session: Session
  shown: DocumentView
  user: CurrentUser
  saving: SaveActions & { busy: boolean }
  edits: Edits
  view: View
  onStopEditing: () => void
  onRestore: (number: number) => Promise<boolean>
}

/** Whatever the builder has to ask. */
export function Dialogs(props: DialogsProps) {
  const { question, ask, session, shown, user, saving, view } = props
  const { workflow, state, store, drawing, names, known } = shown
  const navigate = useNavigate()
  const close = () => ask(undefined)
  const others = (workflow?.draft?.authors ?? []).filter(({ id }) => id !== user.member_id)
  const otherNames = others.map(({ name }) => name).join(', ')
  if (state.clash && question !== 'later')
    return (
      <ClashDialog
        clash={state.clash}
        mine={store.get().doc}
        user={user}
        names={names}
        known={known}
        onResolve={session.resolve}
        onCopy={() =>
          saving.copyMine((id) => void navigate({ to: '/workflow-builder/$workflowId', params: { workflowId: id } }))
        }
        onDiscard={() => state.clash && session.yieldTo(state.clash.theirs)}
        onClose={() => ask('later')}
      />
    )
  if (question === 'leave') return <Leaving {...props} otherNames={otherNames} />
  if (question === 'publish' && workflow)
    return (
      <PublishDialog
        workflow={workflow}
        me={user.member_id}
        names={names}
        drawing={drawing}
        problems={shown.problems}
        busy={saving.busy}
        onPublish={(authors, note) => void saving.publish(authors, note)}
        onKeep={() => void saving.keep()}
        onShow={() => {
          close()
          view.setMode('history')
        }}
        onClose={close}
      />
    )
  if (question === 'settings')
    return (
      <SettingsDialog
        doc={store.get().doc}
        isNew={!workflow?.current_version}
        onClose={close}
        onApply={(doc) => {
          props.edits.settings(doc)
          close()
        }}
      />
    )
  if (question === 'discard') return <DiscardDialog others={otherNames} onDiscard={saving.discard} onClose={close} />
  if (typeof question === 'object')
    return <DiscardDialog others={otherNames} onDiscard={() => props.onRestore(question.restore)} onClose={close} />
  return null
}

/** Cancel with changes that are not published, or of a workflow that never was. */
function Leaving(props: DialogsProps & { otherNames: string }) {
  const { ask, session, shown, saving, onStopEditing, otherNames } = props
  const { workflow } = shown
  const navigate = useNavigate()
  const { leave } = texts
  const { run } = useAct()
  const close = () => ask(undefined)
  const toList = async () => {
    close()
    await navigate({ to: '/workflows' })
  }
  const keep = { label: leave.keepDraft, act: () => (workflow?.current_version ? saving.keep() : kept()) }
  async function kept() {
    if (await session.flush()) await toList()
    else toast.error(spec.saveFailed)
  }
  async function trash() {
    await session.abandon()
    // As it is by now: the first save of a new one may have been under way.
    const { workflow: saved } = session.get()
    if (saved && !(await moveToTrash(saved))) session.resume()
    else await toList()
  }
  const moveToTrash = ({ id, name }: Workflow) => {
    const restore = () =>
      run({ call: () => workflowCalls.restore(id), done: leave.restored(name), failed: leave.trashFailed })
    return run({
      call: () => workflowCalls.remove(id),
      done: leave.trashed(name),
      undo: restore,
      failed: leave.trashFailed,
    })
  }
  if (!workflow || workflow.current_version === null)
    return (
      <LeaveDialog
        title={spec.leaveNew}
        note={[workflow ? leave.newNote : leave.emptyNote, otherNames && leave.others(otherNames)].join(' ')}
        onStay={close}
        exits={[keep, { label: workflow ? leave.trash : leave.exit, danger: true, act: trash }]}
      />
    )
  // Of a text that cannot be read nothing is on the server.
  const untouched = session.isSent() && workflow.draft === null
  const discard = async () => {
    if (!untouched && !(await saving.discard())) return
    close()
    onStopEditing()
  }
  const count = workflow.draft?.changes.length ?? 0
  return (
    <LeaveDialog
      title={spec.leaveEditing}
      note={[count > 0 && leave.mine(count), otherNames && leave.others(otherNames)].filter(Boolean).join(' ')}
      onStay={close}
      exits={[...(untouched ? [] : [keep]), { label: leave.discard, danger: true, act: discard }]}
    />
  )
}
