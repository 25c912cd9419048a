import { Link } from '@tanstack/react-router'
import type { InstanceRow } from '@throughline/contracts/instances'
import { Ban, Ellipsis, Eye, PanelRight, Trash2 } from 'lucide-react'
import { TrashMenuItems } from '../../../shared/trash/trash-menu-items.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../../ui/menu-items.tsx'
import { spec, texts } from '../instances.texts.ts'
import { type InstanceDialog, isOpen, type Rights } from './rights.ts'
import type { InstanceActs } from './use-instance-acts.ts'

type InstanceMenuProps = {
  instance: InstanceRow
  rights: Rights
  acts: InstanceActs
  onAsk: (asked: InstanceDialog) => void
  /** Opens it beside the list; without it there is no room for that. */
  onPeek?: ((id: string) => void) | undefined
}

export function InstanceMenu(props: InstanceMenuProps) {
  const { instance, rights, acts, onAsk } = props
  if (instance.deleted_at && !rights.manage && !rights.purge) return null
  return (
    <Menu align="end" trigger={<IconButton label={texts.moreFor(instance.title)} icon={Ellipsis} />}>
      {instance.deleted_at ? (
        <TrashMenuItems
          onRestore={rights.manage && (() => void acts.restore(instance))}
          onPurge={rights.purge && (() => onAsk({ kind: 'purge', instance }))}
        />
      ) : (
        <InUse {...props} />
      )}
    </Menu>
  )
}

function InUse({ instance, rights, onAsk, onPeek }: InstanceMenuProps) {
  const cancels = rights.manage && isOpen(instance)
  return (
    <>
      <MenuLink icon={Eye} link={<Link to="/instances/$instanceId" params={{ instanceId: instance.id }} />}>
        {texts.viewDetails}
      </MenuLink>
      {onPeek && (
        <MenuItem icon={PanelRight} onSelect={() => onPeek(instance.id)}>
          {texts.peek}
        </MenuItem>
      )}
      {(cancels || rights.remove) && <MenuSeparator />}
      {cancels && (
        <MenuItem icon={Ban} onSelect={() => onAsk({ kind: 'cancel', instance })}>
          {texts.cancelAct}
        </MenuItem>
      )}
      {rights.remove && (
        <MenuItem icon={Trash2} danger onSelect={() => onAsk({ kind: 'delete', instance })}>
          {spec.delete}
        </MenuItem>
      )}
    </>
  )
}
