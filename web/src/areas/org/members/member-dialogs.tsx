import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import type { RefObject } from 'react'
import { focusNextTo } from '../../../ui/row-focus.ts'
import { texts } from '../members.texts.ts'
import { AddDialog } from './add-dialog.tsx'
import { type Asked, useMembers } from './members-context.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { TeamsDialog } from './teams-dialog.tsx'

type MemberDialogsProps = {
  orgId: TenantId
  asked: Asked | undefined
  scroller: RefObject<HTMLElement | null>
  onClose: () => void
}

/** One at a time; each closes itself. */
export function MemberDialogs({ orgId, asked, scroller, onClose }: MemberDialogsProps) {
  const { acts, teams } = useMembers()
  return (
    <>
      {asked?.kind === 'add' && <AddDialog orgId={orgId} onSent={() => void acts.refresh()} onClose={onClose} />}
      {asked?.kind === 'teams' && (
        <TeamsDialog
          member={asked.member}
          teams={teams}
          onSave={(next) => void acts.setTeams(asked.member, next)}
          onClose={onClose}
        />
      )}
      {asked?.kind === 'remove' && (
        <RemoveOne
          member={asked.member}
          onClose={onClose}
          onConfirm={async () => {
            const focusNeighbour = focusNextTo(asked.member.id, scroller.current)
            await acts.remove(asked.member)
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
