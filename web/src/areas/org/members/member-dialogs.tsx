import type { TenantId } from '@throughline/contracts/ids'
import type { RefObject } from 'react'
import { focusNextTo } from '../../../ui/row-focus.ts'
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
        <RemoveDialog
          orgId={orgId}
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
