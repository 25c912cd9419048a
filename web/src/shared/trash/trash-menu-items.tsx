import { Trash2, Undo2 } from 'lucide-react'
import { MenuItem } from '../../ui/menu-items.tsx'
import { texts } from './trash.texts.ts'

type TrashMenuItemsProps = { onRestore: (() => void) | false; onPurge: (() => void) | false }

/** What can be done with something in the trash, as far as this person may. */
export function TrashMenuItems({ onRestore, onPurge }: TrashMenuItemsProps) {
  return (
    <>
      {onRestore && (
        <MenuItem icon={Undo2} onSelect={onRestore}>
          {texts.restore}
        </MenuItem>
      )}
      {onPurge && (
        <MenuItem icon={Trash2} danger onSelect={onPurge}>
          {texts.deleteForever}
        </MenuItem>
      )}
    </>
  )
}
