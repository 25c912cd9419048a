import type { Instance } from '@throughline/contracts/instances'
import { Ban, Ellipsis, FastForward, Globe, Trash2, Undo2, Users } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu-items.tsx'
import { spec } from '../instances.texts.ts'
import { isOpen } from '../list/rights.ts'
import { texts } from './detail.texts.ts'
import { overridable } from './override-dialog.tsx'
import type { DetailActs } from './use-detail-acts.ts'

export type DetailDialog = 'delete' | 'cancel' | 'override' | 'narrow'

type InstanceMenuProps = { instance: Instance; acts: DetailActs; onAsk: (what: DetailDialog) => void }

/** Only what this person may do to this instance now. */
export function InstanceMenu({ instance, acts, onAsk }: InstanceMenuProps) {
  const { can, narrowed, deleted_at } = instance
  const running = isOpen(instance) && !deleted_at
  const narrow = can.narrow && !deleted_at
  const override = can.override && running && overridable(instance).length > 0
  const cancel = can.cancel && running
  if (!narrow && !override && !cancel && !can.remove) return null
  return (
    <Menu align="end" trigger={<IconButton label={texts.moreActions} icon={Ellipsis} />}>
      {narrow && (
        <MenuItem icon={narrowed ? Globe : Users} onSelect={() => (narrowed ? void acts.widen() : onAsk('narrow'))}>
          {narrowed ? texts.widen : texts.narrow}
        </MenuItem>
      )}
      {override && (
        <MenuItem icon={FastForward} onSelect={() => onAsk('override')}>
          {texts.override}
        </MenuItem>
      )}
      {cancel && (
        <MenuItem icon={Ban} onSelect={() => onAsk('cancel')}>
          {texts.cancelInstance}
        </MenuItem>
      )}
      {can.remove && (narrow || override || cancel) && <MenuSeparator />}
      {can.remove &&
        (deleted_at ? (
          <MenuItem icon={Undo2} onSelect={() => void acts.restore(instance)}>
            {texts.restore}
          </MenuItem>
        ) : (
          <MenuItem icon={Trash2} danger onSelect={() => onAsk('delete')}>
            {spec.delete}
          </MenuItem>
        ))}
    </Menu>
  )
}
