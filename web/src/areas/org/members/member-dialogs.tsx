import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import type { RefObject } from 'react'
import { focusNextTo } from '../../../ui/row-focus.ts'
import { texts } from '../members.texts.ts'
import { AddDialog } from './add-dialog.tsx'
import { type MemberDialog, useMembers } from './members-context.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'
import { TeamsDialog } from './teams-dialog.tsx'

type MemberDialogsProps = {
  orgId: TenantId
  dialog: MemberDialog | undefined
  scroller: RefObject<HTMLElement | null>
  onClose: () => void
}

/** One at a time; each closes itself. */
export function MemberDialogs({ orgId, dialog, scroller, onClose }: MemberDialogsProps) {
  const { acts, teams } = useMembers()
  return (
    <>
      {dialog?.kind === 'add' && <AddDialog orgId={orgId} onSent={() => void acts.refresh()} onClose={onClose} />}
      {dialog?.kind === 'teams' && (
        <TeamsDialog
          member={dialog.member}
          teams={teams}
          onSave={(next) => void acts.setTeams(dialog.member, next)}
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'suspend' && (
        <SuspendDialog members={[dialog.member]} onSuspend={() => acts.suspend(dialog.member)} onClose={onClose} />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveOne
          member={dialog.member}
          onClose={onClose}
          onConfirm={async () => {
            const focusNeighbour = focusNextTo(dialog.member.id, scroller.current)
            await acts.remove(dialog.member)
            setTimeout(focusNeighbour)
          }}
        />
      )}
    </>
  )
}

type RemoveOneProps = { member: Member; onConfirm: () => Promise<void>; onClose: () => void }

function RemoveOne({ member, onConfirm, onClose }: RemoveOneProps) {
  const { name, status } = member
  const invited = status === 'invited'
  return (
    <RemoveDialog
      members={[member]}
      confirmLabel={invited ? texts.revokeNamed(name) : texts.removeNamed(name)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {invited ? texts.revoking(name) : texts.removing(name)}
    </RemoveDialog>
  )
}
