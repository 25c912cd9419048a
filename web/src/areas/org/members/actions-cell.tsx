import type { Member } from '@throughline/contracts/org-members'
import { Ban, Copy, Ellipsis, MailPlus, RotateCw, Trash2, UsersRound, X } from 'lucide-react'
import { memo, type ReactElement, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu-items.tsx'
import { texts } from '../members.texts.ts'
import { useMembers } from './members-context.ts'
import { actsOn } from './rights.ts'
import { copyEmail } from './use-member-acts.ts'

export const ActionsCell = memo(function ActionsCell({ member }: { member: Member }) {
  const { rights, acts } = useMembers()
  if (!rights.manage)
    return <IconButton label={texts.copyEmailOf(member.name)} icon={Copy} onClick={() => void copyEmail(member)} />
  return (
    <span className="flex items-center justify-end gap-1">
      {actsOn(member, rights).has('resend') && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={texts.resendTo(member.name)}
          onClick={() => void acts.resend(member)}
          className="px-2 @max-[719px]:hidden"
        >
          {texts.resend}
        </Button>
      )}
      <RowMenu member={member} />
    </span>
  )
})

/** The button that was pressed is gone: the focus comes back to this one when menu and dialog are closed. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

/** There is one in every row, so it is only a button until it is pressed. */
function RowMenu({ member }: { member: Member }) {
  const [pressed, setPressed] = useState(false)
  const button = { label: texts.actionsFor(member.name), icon: Ellipsis, 'aria-haspopup': 'menu' } as const
  if (!pressed) return <IconButton {...button} onClick={() => setPressed(true)} />
  return <OpenMenu member={member} trigger={<IconButton {...button} ref={takeFocus} />} />
}

function OpenMenu({ member, trigger }: { member: Member; trigger: ReactElement }) {
  const { rights, acts, openDialog } = useMembers()
  const may = actsOn(member, rights)
  const remove = () => openDialog({ kind: 'remove', member })
  return (
    <Menu align="end" defaultOpen trigger={trigger}>
      {may.has('resend') && (
        <MenuItem icon={MailPlus} onSelect={() => void acts.resend(member)}>
          {texts.resendInvitation}
        </MenuItem>
      )}
      {may.has('team') && (
        <MenuItem icon={UsersRound} onSelect={() => openDialog({ kind: 'teams', member })}>
          {texts.changeTeams}
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={() => void copyEmail(member)}>
        {texts.copyEmail}
      </MenuItem>
      {may.has('suspend') && (
        <MenuItem icon={Ban} onSelect={() => openDialog({ kind: 'suspend', member })}>
          {texts.suspend}
        </MenuItem>
      )}
      {may.has('reactivate') && (
        <MenuItem icon={RotateCw} onSelect={() => void acts.reactivate(member)}>
          {texts.reactivate}
        </MenuItem>
      )}
      {(may.has('remove') || may.has('revoke')) && <MenuSeparator />}
      {may.has('revoke') && (
        <MenuItem icon={X} danger onSelect={remove}>
          {texts.revoke}
        </MenuItem>
      )}
      {may.has('remove') && (
        <MenuItem icon={Trash2} danger onSelect={remove}>
          {texts.remove}
        </MenuItem>
      )}
    </Menu>
  )
}
