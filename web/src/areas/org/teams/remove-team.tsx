import type { Team } from '@throughline/contracts/org-teams'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { spec, texts } from '../teams.texts.ts'

type RemoveTeamProps = { team: Team; onClose: () => void; onConfirm: () => Promise<void> }

export function RemoveTeam({ team, onClose, onConfirm }: RemoveTeamProps) {
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={spec.askRemove}
      confirmLabel={texts.removeNamed(team.name)}
      onConfirm={onConfirm}
    >
      {team.count === 0 ? texts.removingEmpty : texts.removing(team.count)}
    </AlertDialog>
  )
}
