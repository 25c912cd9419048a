import { useNavigate, useSearch } from '@tanstack/react-router'
import type { MemberStatus, Role } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { FilterBar, FilterDivider, FilterPills } from '../../../ui/filter-bar.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { texts } from '../members.texts.ts'
import { type MemberSearch, memberSearch } from './member-search.ts'

type Changes = { [Name in keyof MemberSearch]?: MemberSearch[Name] | undefined }

/** Changes replace the address: a filter is not a place one comes back to. */
export function useMemberSearch() {
  const search = memberSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changes: Changes) =>
    void navigate({ to: '/members', search: memberSearch({ ...search, ...changes }), replace: true })
  const clear = () => void navigate({ to: '/members', search: {}, replace: true })
  return { search, change, clear, filtered: Object.keys(search).length > 0 }
}

const ALL = 'all'
const { filters } = texts

type Counts = Record<MemberStatus, number>
type MemberFiltersProps = Pick<ReturnType<typeof useMemberSearch>, 'search' | 'change'> & {
  roles: readonly Role[]
  teams: readonly Team[]
  counts: Counts | undefined
}

export const totalOf = ({ active, invited, suspended }: Counts) => active + invited + suspended

export function MemberFilters({ search, change, roles, teams, counts }: MemberFiltersProps) {
  const pill = (value: MemberStatus) => ({
    value,
    label: texts.statuses[value],
    ...(counts && { count: counts[value] }),
  })
  const all = { value: ALL, label: filters.all, ...(counts && { count: totalOf(counts) }) } as const
  return (
    <FilterBar
      label={filters.label}
      end={
        <SearchInput
          label={filters.search}
          placeholder={filters.searchHint}
          value={search.q ?? ''}
          onSearch={(q) => change({ q })}
          className="w-55"
        />
      }
    >
      <FilterPills<MemberStatus | typeof ALL>
        label={filters.status}
        value={search.status ?? ALL}
        onChange={(value) => change({ status: value === ALL ? undefined : value })}
        items={[all, pill('active'), pill('invited'), pill('suspended')]}
      />
      <FilterDivider />
      <Select
        quiet
        label={filters.role}
        value={search.role ?? ALL}
        onChange={(role) => change({ role: role === ALL ? undefined : role })}
        items={[
          { value: ALL, label: filters.anyRole },
          ...roles.map((role) => ({ value: role.name, label: role.display_name })),
        ]}
      />
      <Select
        quiet
        label={filters.team}
        value={search.team ?? ALL}
        onChange={(team) => change({ team: team === ALL ? undefined : team })}
        items={[{ value: ALL, label: filters.anyTeam }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </FilterBar>
  )
}
