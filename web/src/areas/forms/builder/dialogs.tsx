import type { CurrentUser } from '@throughline/contracts/auth'
import { ClashDialog } from '../../../shared/draft/clash-dialog.tsx'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { spec, texts } from '../builder.texts.ts'
import { conflictTitle } from './change-text.ts'
import { PublishDialog } from './publish.tsx'
import type { FormSession, SessionState } from './session.ts'
import type { SaveActions } from './use-saving.ts'
import type { View } from './use-view.ts'

export type Question = 'cancel' | 'publish' | 'discard' | 'clash' | { restore: number }

type DialogsProps = {
  question: Question | undefined
  ask: (question: Question | undefined) => void
  session: FormSession
  state: SessionState
  user: CurrentUser
  saving: SaveActions
  view: Pick<View, 'setMode'>
  onLeave: () => void
}

/** One at a time; each closes itself. */
export function Dialogs({ question, ask, session, state, user, saving, view, onLeave }: DialogsProps) {
  const { stored: form, clash } = state
  const close = () => ask(undefined)
  if (question === 'cancel')
    return <LeaveDialog isNew={form === null} onAnswer={(leave) => (leave ? onLeave() : close())} />
  if (question === 'publish')
    return (
      form && (
        <PublishDialog
          form={form}
          me={user.member_id}
          busy={saving.busy === 'publish'}
          onPublish={(others, note) => void saving.publish(others, note).then((done) => done && close())}
          onPreview={() => {
            close()
            view.setMode('preview')
          }}
          onClose={close}
        />
      )
    )
  if (question === 'clash')
    return (
      clash && (
        <ClashDialog
          conflicts={clash.conflicts}
          them={clash.theirs.changed_by}
          savedAt={clash.theirs.draft?.updated_at}
          user={user}
          titleOf={conflictTitle}
          onResolve={(take) => {
            session.tell({ type: 'resolved', take })
            close()
            void saving.save()
          }}
          onDiscard={() => {
            session.tell({ type: 'replaced', stored: clash.theirs })
            close()
          }}
          onClose={close}
        />
      )
    )
  if (question === 'discard')
    return (
      <AlertDialog
        title={texts.discardDraft.title}
        confirmLabel={texts.discardDraft.confirm}
        onConfirm={saving.discard}
        onClose={close}
      >
        {texts.discardDraft.note}
      </AlertDialog>
    )
  if (question === undefined) return null
  return (
    <AlertDialog
      tone="primary"
      title={texts.restore.title(question.restore)}
      confirmLabel={texts.restore.confirm}
      onConfirm={() => saving.restore(question.restore)}
      onClose={close}
    >
      {texts.restore.note}
    </AlertDialog>
  )
}

type LeaveDialogProps = { isNew: boolean; onAnswer: (leave: boolean) => void }

export function LeaveDialog({ isNew, onAnswer }: LeaveDialogProps) {
  return (
    <AlertDialog
      title={isNew ? spec.leaveNew : spec.discard}
      cancelLabel={texts.keepEditing}
      confirmLabel={isNew ? texts.exit : texts.discard}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      {isNew ? undefined : texts.discardNote}
    </AlertDialog>
  )
}
