import type { Invitation } from '@throughline/contracts/auth'
import { Avatar } from '../../../ui/avatar.tsx'
import { texts } from '../auth.texts.ts'

export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { organization, role, invited_by } = invitation
  return (
    <div className="mb-6 flex items-center gap-3 rounded-md border bg-surface-2 px-3.5 py-3">
      <Avatar name={organization} size={36} square className="rounded-md!" />
      <p className="min-w-0 text-sm break-words text-fg-2">
        <span className="block font-medium text-fg">{texts.youJoin(organization, role)}</span>
        {invited_by && texts.invitedBy(invited_by)}
      </p>
    </div>
  )
}
