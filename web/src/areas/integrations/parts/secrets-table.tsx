import { Link } from '@tanstack/react-router'
import type { StoredSecret } from '@throughline/contracts/integrations'
import { Ellipsis, RefreshCw, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { texts } from './secrets.texts.ts'

const { columns: headers } = texts
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const dayOf = (moment: string) => day.format(new Date(moment))

const columns: Column<StoredSecret, keyof typeof headers>[] = [
  {
    key: 'name',
    header: headers.name,
    cell: ({ name }) => (
      <span translate="no" className="truncate font-mono text-xs font-medium">
        {name}
      </span>
    ),
  },
  {
    key: 'hosts',
    header: headers.hosts,
    cell: ({ hosts }) => (
      <span translate="no" className="text-fg-2">
        {hosts.join(', ')}
      </span>
    ),
  },
  {
    key: 'setBy',
    header: headers.setBy,
    className: 'hidden @min-[720px]:table-cell',
    cell: ({ set_by, set_at }) => <span translate="no">{texts.setOn(set_by.name, dayOf(set_at))}</span>,
  },
  {
    key: 'lastUsed',
    header: headers.lastUsed,
    width: 120,
    className: 'hidden @min-[720px]:table-cell',
    cell: ({ last_used_at }) => (last_used_at ? dayOf(last_used_at) : texts.never),
  },
  { key: 'usedIn', header: headers.usedIn, cell: (secret) => <UsedIn secret={secret} /> },
]

function UsedIn({ secret: { used_in, used_in_more } }: { secret: StoredSecret }) {
  if (used_in.length + used_in_more === 0) return <span className="text-fg-3">{texts.unused}</span>
  return (
    <span className="flex flex-wrap gap-x-2">
      {used_in.map(({ id, name }) => (
        <Link
          key={id}
          to="/workflow-builder/$workflowId"
          params={{ workflowId: id }}
          translate="no"
          className="underline"
        >
          {name}
        </Link>
      ))}
      {used_in_more > 0 && <span className="text-fg-3">{texts.more(used_in_more)}</span>}
    </span>
  )
}

type SecretsTableProps = {
  secrets: readonly StoredSecret[]
  /** Absent for those who may only see the names. */
  acts?: { onReplace: (secret: StoredSecret) => void; onRemove: (secret: StoredSecret) => void } | undefined
}

export function SecretsTable({ secrets, acts }: SecretsTableProps) {
  const shown = useMemo(() => {
    if (!acts) return columns
    const cell = (secret: StoredSecret) => (
      <Menu align="end" trigger={<IconButton label={texts.actionsFor(secret.name)} icon={Ellipsis} />}>
        <MenuItem icon={RefreshCw} onSelect={() => acts.onReplace(secret)}>
          {texts.replace}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => acts.onRemove(secret)}>
          {texts.remove}
        </MenuItem>
      </Menu>
    )
    return [...columns, { key: 'actions' as const, header: headers.actions, width: 84, align: 'end' as const, cell }]
  }, [acts])
  return (
    <div className="@container min-h-0 flex-1 overflow-auto">
      <DataTable caption={texts.title} columns={shown} rows={secrets} rowKey={({ id }) => id} />
    </div>
  )
}
