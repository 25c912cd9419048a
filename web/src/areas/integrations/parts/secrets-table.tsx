import { Link } from '@tanstack/react-router'
import type { StoredSecret } from '@throughline/contracts/integrations'
import { Ellipsis, RefreshCw, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { dateText } from '../../../shared/format/time.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-items.tsx'
import { texts } from './secrets.texts.ts'

const { columns: headers } = texts

const columnsIn = (zone: string): Column<StoredSecret, keyof typeof headers>[] => [
  {
    key: 'name',
    header: headers.name,
    cell: ({ name }) => (
      <span translate="no" title={name} className="font-mono text-xs font-medium">
        {name}
      </span>
    ),
  },
  {
    key: 'hosts',
    header: headers.hosts,
    cell: ({ hosts }) => <Hosts hosts={hosts} />,
  },
  {
    key: 'setBy',
    header: headers.setBy,
    className: 'hidden @min-[720px]:table-cell',
    cell: ({ set_by, set_at }) => <span translate="no">{texts.setOn(set_by.name, dateText(set_at, zone))}</span>,
  },
  {
    key: 'lastUsed',
    header: headers.lastUsed,
    width: 120,
    className: 'hidden @min-[720px]:table-cell',
    cell: ({ last_used_at }) => (last_used_at ? dateText(last_used_at, zone) : texts.never),
  },
  {
    key: 'usedIn',
    header: headers.usedIn,
    className: 'hidden @min-[560px]:table-cell',
    cell: (secret) => <UsedIn secret={secret} />,
  },
]

function Hosts({ hosts }: Pick<StoredSecret, 'hosts'>) {
  const [first, ...others] = hosts
  return (
    <span translate="no" title={hosts.join('\n')} className="flex gap-1.5 text-fg-2">
      <span className="truncate">{first}</span>
      {others.length > 0 && (
        <span className="shrink-0 text-fg-3">
          <span aria-hidden>+{others.length}</span>
          <span className="sr-only">{texts.otherHosts(others.length)}</span>
        </span>
      )}
    </span>
  )
}

/** So many are named before somebody asks for the rest. */
const NAMED = 3

function UsedIn({ secret: { used_in, used_in_more } }: { secret: StoredSecret }) {
  const [isOpen, setOpen] = useState(false)
  if (used_in.length + used_in_more === 0) return <span className="text-fg-3">{texts.unused}</span>
  const named = isOpen ? used_in : used_in.slice(0, NAMED)
  const folded = used_in.length - named.length
  return (
    <span className="block py-1.5">
      {named.map(({ id, name }) => (
        <Link
          key={id}
          to="/workflow-builder/$workflowId"
          params={{ workflowId: id }}
          translate="no"
          title={name}
          className="block truncate underline"
        >
          {name}
        </Link>
      ))}
      {folded > 0 && (
        <button type="button" className={linkClass} onClick={() => setOpen(true)}>
          {texts.showMore(folded)}
        </button>
      )}
      {used_in_more > 0 && <span className="block text-fg-3">{texts.more(used_in_more)}</span>}
    </span>
  )
}

type SecretsTableProps = {
  secrets: readonly StoredSecret[]
  /** Absent for those who may only see the names. */
  acts?: { onReplace: (secret: StoredSecret) => void; onRemove: (secret: StoredSecret) => void } | undefined
}

export function SecretsTable({ secrets, acts }: SecretsTableProps) {
  const zone = useZone()
  const shown = useMemo(() => {
    const columns = columnsIn(zone)
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
  }, [acts, zone])
  return (
    <div className="@container min-h-0 flex-1 overflow-auto">
      <DataTable caption={texts.title} columns={shown} rows={secrets} />
    </div>
  )
}
