import type { Team } from '@throughline/contracts/org-teams'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { texts } from '../teams.texts.ts'

export type TeamMenuProps = { team: Team; onEdit: (team: Team) => void; onRemove: (team: Team) => void }

export function TeamMenu({ team, onEdit, onRemove }: TeamMenuProps) {
  return (
    <Menu
      align="end"
      trigger={<IconButton label={texts.actionsFor(team.name)} icon={Ellipsis} className="relative z-1" />}
    >
      <MenuItem icon={Pencil} onSelect={() => onEdit(team)}>
        {texts.edit}
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={() => onRemove(team)}>
        {texts.remove}
      </MenuItem>
    </Menu>
  )
}
