import { Ellipsis, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { texts } from './templates.texts.ts'

export function TemplateMenu({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <Menu align="end" trigger={<IconButton label={texts.actionsFor(name)} icon={Ellipsis} />}>
      <MenuItem icon={Trash2} danger onSelect={onRemove}>
        {texts.remove}
      </MenuItem>
    </Menu>
  )
}
