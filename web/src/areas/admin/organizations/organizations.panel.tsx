import { useInfiniteQuery } from '@tanstack/react-query'
import type { ControlledOrg } from '@throughline/contracts/admin'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { dateText } from '../../../shared/format/time.ts'
import { ListBody, ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import { useList } from '../../../shared/list-page/use-list.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { PathLink } from '../../../shared/path-link.tsx'
import { DateOf } from '../../../shared/time-ago.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { SearchInput } from '../../../ui/search-input.tsx'
import { organizationsQuery } from '../admin.api.ts'
import { spec as adminSpec, texts as adminTexts } from '../admin.texts.ts'
import { adminPath } from '../admin-search.ts'
import { ListCard, Panel } from '../parts/panel.tsx'
import { spec, texts } from './organizations.texts.ts'
import { SubscriptionTag } from './subscription-tag.tsx'

const COLUMNS: readonly Column<ControlledOrg>[] = [
  { key: 'name', header: texts.name, cell: (organization) => <Name {...organization} /> },
  { key: 'plan', header: texts.plan, width: 160, cell: ({ plan }) => plan ?? <Dim>{texts.none}</Dim> },
  {
    key: 'subscription',
    header: texts.subscription,
    width: 140,
    cell: ({ subscription }) => <SubscriptionTag state={subscription} />,
  },
  {
    key: 'members',
    header: texts.members,
    width: 140,
    cell: ({ members }) =>
      members === null ? <Dim>{texts.notCounted}</Dim> : <span className="tnum">{numberText(members)}</span>,
  },
  {
    key: 'last_active',
    header: texts.lastActive,
    width: 150,
    // A day of theirs, not a moment.
    cell: ({ last_active }) =>
      last_active === null ? <Dim>{texts.none}</Dim> : <span className="tnum">{dateText(last_active, 'UTC')}</span>,
  },
  { key: 'created', header: texts.created, width: 150, cell: ({ created_at }) => <DateOf at={created_at} /> },
]

const Dim = ({ children }: { children: string }) => <span className="text-fg-3">{children}</span>

function Name({ id, name }: ControlledOrg) {
  return (
    <PathLink
      data-main
      path={adminPath({ tab: 'organizations', org: id })}
      className={`flex items-center gap-2.5 font-medium ${quietLinkClass}`}
    >
      <Avatar name={name} size={26} className="rounded-sm!" />
      <span translate="no" className="truncate">
        {name}
      </span>
    </PathLink>
  )
}

/** Organizations in numbers; nothing here can be changed. */
export function OrganizationsPanel() {
  const [q, setQ] = useState('')
  const list = useList(useListRows(useInfiniteQuery(organizationsQuery(q))))
  return (
    <Panel
      title={adminSpec.tabs.organizations}
      note={texts.note}
      end={<SearchInput size="md" className="w-60" label={texts.search} value={q} onSearch={setQ} />}
    >
      <ListCard>
        <ListBody
          list={list}
          texts={{
            label: adminSpec.tabs.organizations,
            loading: texts.loading,
            failed: spec.failed,
            retry: adminTexts.retry,
          }}
          empty={
            <ListEmpty
              icon={Building2}
              title={spec.empty}
              hint={q ? texts.clearHint : texts.emptyHint}
              action={q && <Button onClick={() => setQ('')}>{texts.clearSearch}</Button>}
              className="pb-6"
            />
          }
        >
          <ListTable
            list={list}
            caption={adminSpec.tabs.organizations}
            name={({ name }) => name}
            className="min-w-240"
            columns={COLUMNS}
          />
        </ListBody>
      </ListCard>
    </Panel>
  )
}
