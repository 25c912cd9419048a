import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { Lock, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { ListEmpty } from '../../shared/list-page/list-page.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { PeopleTabs } from './members/people-tabs.tsx'
import { groupsFor, RolesTable } from './members/roles-table.tsx'
import { rolesQuery } from './members.api.ts'
import { texts as memberTexts } from './members.texts.ts'
import { texts } from './roles.texts.ts'

/** What each built-in role may do. The table is made from the same list that the server checks. */
export function RolesScreen() {
  const user = useCurrentUser()
  return user && <Roles user={user} />
}

function Roles({ user }: { user: CurrentUser }) {
  const [words, setWords] = useState('')
  const [different, setDifferent] = useState(false)
  /** Without an organisation nobody is counted; what roles mean is true all the same. */
  const { data: roles = [] } = useQuery({ ...rolesQuery(user.tenant_id), enabled: user.organization_id !== null })
  const groups = groupsFor(words, different)
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.title} part={memberTexts.tabs.roles} tabs={<PeopleTabs />}>
        <span className="inline-flex items-center gap-1.5 text-fg-3 max-[900px]:hidden">
          <Lock size={14} aria-hidden />
          {texts.readOnly}
        </span>
      </ScreenHeader>
      <FilterBar label={texts.filters} end={<p className="truncate text-fg-3 max-[1180px]:sr-only">{texts.rule}</p>}>
        <SearchInput label={texts.find} value={words} onSearch={setWords} className="w-65" />
        <span className="ml-2">
          <Checkbox checked={different} onChange={setDifferent}>
            {texts.onlyDifferent}
          </Checkbox>
        </span>
      </FilterBar>
      {groups.length === 0 ? (
        <ListEmpty
          icon={SearchX}
          title={texts.none}
          action={<Button onClick={() => setWords('')}>{texts.clear}</Button>}
        />
      ) : (
        <RolesTable
          groups={groups}
          own={user.role}
          counts={Object.fromEntries(roles.map(({ name, count }) => [name, count]))}
        />
      )}
    </div>
  )
}
