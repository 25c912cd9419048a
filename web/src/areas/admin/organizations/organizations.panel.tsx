import { useInfiniteQuery } from '@tanstack/react-query'
import type { ControlledOrg } from '@throughline/contracts/admin'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { ListBody, ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import { useList } from '../../../shared/list-page/use-list.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { PathLink } from '../../../shared/path-link.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { organizationsQuery } from '../admin.api.ts'
import { spec as adminSpec, texts as adminTexts } from '../admin.texts.ts'
import { adminPath } from '../admin-search.ts'
import { ListCard, Panel } from '../parts/panel.tsx'
import { spec, texts } from './organizations.texts.ts'

const column = (
  key: 'industry' | 'size' | 'website' | 'contact_email' | 'phone' | 'address',
  header: string,
  width?: number,
  className?: string,
): Column<ControlledOrg> => ({
  key,
  header,
  ...(width && { width }),
  ...(className && { className }),
  cell: (organization) => <Own text={plainText(organization[key])} />,
})

/** In one line; an address of a site without what all of them begin with. */
const plainText = (value: string) => value.replace(/^https?:\/\//, '').replaceAll(/\s*\n\s*/g, ', ')

/** A narrow page leaves out what the organization's own page says, too. */
const WIDE = '@max-[1100px]:hidden'

const COLUMNS: readonly Column<ControlledOrg>[] = [
  { key: 'name', header: texts.name, width: 220, cell: (organization) => <Name {...organization} /> },
  column('industry', texts.industry, 120),
  column('size', texts.size, 90),
  column('website', texts.website, 180),
  column('contact_email', texts.contactEmail),
  column('phone', texts.phone, 150, WIDE),
  column('address', texts.address, undefined, WIDE),
]

const Own = ({ text }: { text: string }) =>
  text ? (
    <span translate="no" title={text} className="text-fg-2">
      {text}
    </span>
  ) : (
    <span className="text-fg-3">{texts.none}</span>
  )

function Name({ id, name, logo }: ControlledOrg) {
  return (
    <PathLink
      data-main
      path={adminPath({ tab: 'organizations', org: id })}
      className="inset-focus row-target flex items-center gap-2.5 rounded-xs font-medium"
    >
      <Avatar name={name} src={logo ?? undefined} size={26} className="rounded-sm!" />
      <span translate="no" title={name} className="truncate">
        {name}
      </span>
    </PathLink>
  )
}

/** Organizations by what they say of themselves; nothing here can be changed. */
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
            className="min-w-240 [&_tr]:relative"
            columns={COLUMNS}
          />
        </ListBody>
      </ListCard>
    </Panel>
  )
}
