import type { CurrentUser } from '@throughline/contracts/auth'
import { X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { ClientFilter } from '../../instances/parts/choice-filters.tsx'
import { AssigneeFilter } from '../../tasks/parts/assignee-filter.tsx'
import { spec, texts } from '../documents.texts.ts'
import { CLEARED, filtersIn } from '../list/files-filter.ts'
import { CATEGORIES, DATES, FAMILIES, type FilesSearch, filesSearch, STATUSES } from '../list/files-search.ts'
import type { Change } from '../list/use-files-address.ts'

type FileFiltersProps = {
  user: CurrentUser
  search: FilesSearch
  /** The columns of the status view are its statuses. */
  withStatus: boolean
  /** The chosen client's name, where a row has told it. */
  clientName: string | undefined
  onChange: Change
}

export function FileFilters({ user, search, withStatus, clientName, onChange }: FileFiltersProps) {
  return (
    <FilterBar
      label={texts.filters}
      end={
        <SearchInput
          label={texts.search}
          value={search.q ?? ''}
          onSearch={(q) => onChange({ q: q || undefined })}
          className="w-44"
        />
      }
    >
      {withStatus && (
        <OneOf
          label={texts.status}
          any={texts.allStatuses}
          values={STATUSES}
          names={spec.statuses}
          value={search.status}
          onChange={(status) => onChange({ status })}
        />
      )}
      <OneOf
        label={texts.type}
        any={texts.allTypes}
        values={FAMILIES}
        names={texts.families}
        value={search.type}
        onChange={(type) => onChange({ type })}
      />
      <OneOf
        label={texts.dates}
        any={texts.allDates}
        values={DATES}
        names={texts.dateRanges}
        value={search.dates}
        onChange={(dates) => onChange({ dates })}
      />
      <OneOf
        label={texts.category}
        any={texts.allCategories}
        values={CATEGORIES}
        names={texts.categories}
        value={search.category}
        onChange={(category) => onChange({ category })}
      />
      {user.organization_id && (
        <AssigneeFilter user={user} value={search.assignee} onChange={(assignee) => onChange({ assignee })} />
      )}
      <ClientFilter
        value={search.client}
        knownName={clientName}
        onChange={(client) => onChange({ client: filesSearch({ client }).client })}
      />
      {filtersIn(search) > 0 && (
        <Button variant="ghost" icon={X} onClick={() => onChange(CLEARED)}>
          {texts.clear}
        </Button>
      )}
    </FilterBar>
  )
}

type OneOfProps<V extends string> = {
  label: string
  /** What no choice is called. */
  any: string
  values: readonly V[]
  names: Readonly<Record<V, string>>
  value: V | undefined
  onChange: (value: V | undefined) => void
}

const ANY = ''

function OneOf<V extends string>({ label, any, values, names, value, onChange }: OneOfProps<V>) {
  const items = [{ value: ANY, label: any }, ...values.map((each) => ({ value: each, label: names[each] }))]
  return (
    <Select<string>
      label={label}
      value={value ?? ANY}
      onChange={(next) => onChange(values.find((each) => each === next))}
      items={items}
      className="w-34!"
    />
  )
}
