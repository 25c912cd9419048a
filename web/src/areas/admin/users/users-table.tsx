import { type ControlledUser, USER_FLAGS, type UserFlag } from '@throughline/contracts/admin'
import { FlaskConical, Lock, UserRoundCheck } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { dateText } from '../../../shared/format/time.ts'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { spec as adminSpec } from '../admin.texts.ts'
import type { SaveUsers } from './use-save-users.ts'
import { changedFlags, type UserChange, type UserChanges } from './use-user-changes.ts'
import { texts } from './users.texts.ts'

type UsersTableProps = {
  list: List<ControlledUser>
  changes: UserChanges
  saving: SaveUsers
  /** The member of staff who is here: their own flags are another's to change. */
  ownId: string
}

const MARKED = 'outline-2 outline-offset-2 outline-warning-mark'
const EDGE = '[&>td:first-child]:shadow-[inset_3px_0_0_var(--warning-mark)]'

const columnsOf = (
  { changes, saving, ownId }: Omit<UsersTableProps, 'list'>,
  zone: string,
): Column<ControlledUser>[] => [
  {
    key: 'email',
    header: texts.email,
    cell: ({ email }) => (
      <span translate="no" title={email} className="font-medium">
        {email}
      </span>
    ),
  },
  { key: 'name', header: texts.name, width: '16%', cell: (user) => <Name user={user} /> },
  { key: 'organization', header: texts.organization, width: '14%', cell: (user) => <Place user={user} /> },
  {
    key: 'created',
    header: texts.created,
    width: 120,
    className: '@max-[1100px]:hidden',
    cell: ({ created_at }) => dateText(created_at, zone),
  },
  ...USER_FLAGS.map(
    (flag): Column<ControlledUser> => ({
      key: flag,
      header: texts.flags[flag],
      width: 84,
      cell: (user) => (
        <Flag
          flag={flag}
          user={user}
          change={changes.changes.get(user.id)}
          isOwn={user.id === ownId}
          onToggle={changes.toggle}
        />
      ),
    }),
  ),
  {
    key: 'update',
    header: texts.update,
    width: 104,
    align: 'end',
    cell: (user) => <UpdateButton user={user} change={changes.changes.get(user.id)} saving={saving} />,
  },
]

/** People with their five flags. What is ticked waits until it is saved. */
export function UsersTable({ list, ...rest }: UsersTableProps) {
  const zone = useZone()
  const rowClass = (user: ControlledUser) => {
    const change = rest.changes.changes.get(user.id)
    return cn((change?.flags ?? user).is_beta && 'bg-violet-bg hover:bg-violet-bg', change && EDGE)
  }
  return (
    <ListTable
      list={list}
      caption={adminSpec.tabs.approvals}
      name={({ email }) => email}
      className="min-w-240"
      rowClass={rowClass}
      columns={columnsOf(rest, zone)}
    />
  )
}

function Name({ user }: { user: ControlledUser }) {
  const request = user.internal_asked
  return (
    <span className="flex items-center gap-2">
      {/* A long name gives way to the tags, and the tags leave it something. */}
      <span translate="no" title={`${user.name} (${user.username})`} className="min-w-14 truncate">
        {user.name}
      </span>
      {user.is_beta && (
        <Tag tone="violet" icon={FlaskConical} className="shrink-0">
          {texts.beta}
        </Tag>
      )}
      {request && (
        <Tag tone="warning" icon={UserRoundCheck} title={texts.requested(request.by)} className="min-w-6">
          {texts.requested(request.by)}
        </Tag>
      )}
    </span>
  )
}

function Place({ user: { organization } }: { user: ControlledUser }) {
  if (!organization) return <span className="text-fg-3">{texts.nowhere}</span>
  if (organization.kind === 'personal') return <span className="text-fg-2">{texts.personal}</span>
  return (
    <span translate="no" title={organization.name}>
      {organization.name}
    </span>
  )
}

type FlagProps = {
  flag: UserFlag
  user: ControlledUser
  change: UserChange | undefined
  isOwn: boolean
  onToggle: UserChanges['toggle']
}

function Flag({ flag, user, change, isOwn, onToggle }: FlagProps) {
  const on = (change?.flags ?? user)[flag]
  const isChanged = change !== undefined && change.flags[flag] !== change.user[flag]
  const isLocked = flag === 'is_admin' && user.organization?.kind !== 'organization'
  const why = isOwn ? texts.own : isLocked ? texts.locked : undefined
  return (
    <span className="inline-flex items-center gap-1.5 pl-4" title={why}>
      <Checkbox
        aria-label={texts.flagOf(texts.flags[flag], user.email)}
        aria-description={isChanged ? texts.changed : why}
        checked={on}
        disabled={isOwn || isLocked}
        onChange={(next) => onToggle(user, flag, next)}
        className={isChanged ? MARKED : ''}
      />
      {isLocked && !isOwn && <Lock size={12} aria-hidden className="text-fg-3" />}
    </span>
  )
}

type UpdateButtonProps = { user: ControlledUser; change: UserChange | undefined; saving: SaveUsers }

function UpdateButton({ user, change, saving }: UpdateButtonProps) {
  if (!change)
    return (
      <Button size="sm" disabled>
        {texts.update}
      </Button>
    )
  const count = changedFlags(change).length
  return (
    <Button
      size="sm"
      variant="primary"
      aria-label={texts.updateOf(count, user.email)}
      busy={saving.busy === user.id}
      onClick={() => saving.save([change])}
    >
      {texts.update} <span className="tnum">{count}</span>
    </Button>
  )
}
