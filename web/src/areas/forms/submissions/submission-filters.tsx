import type { Output } from '@throughline/contracts/endpoint'
import type { listSubmissions, SubmissionColumn } from '@throughline/contracts/form-submissions'
import { Columns3 } from 'lucide-react'
import { FilterBar, FilterDivider, FilterPills } from '../../../ui/filter-bar.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuCheck } from '../../../ui/menu-items.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { texts } from '../submissions.texts.ts'
import { type Span, STATUSES, type SubmissionsSearch } from './submissions-search.ts'

type Counts = Output<typeof listSubmissions>['counts']
type Changes = { [Name in keyof SubmissionsSearch]?: SubmissionsSearch[Name] | undefined }

const SPANS: readonly (Span | 'any')[] = ['any', 'day', 'week', 'month']

type SubmissionFiltersProps = {
  search: SubmissionsSearch
  counts: Counts | undefined
  columns: readonly SubmissionColumn[]
  shown: readonly string[]
  onShown: (ids: readonly string[]) => void
  onChange: (changes: Changes) => void
}

export function SubmissionFilters({ search, counts, columns, shown, onShown, onChange }: SubmissionFiltersProps) {
  return (
    <FilterBar
      label={texts.filter}
      end={
        <>
          <SearchInput label={texts.find} value={search.q ?? ''} onSearch={(q) => onChange({ q })} className="w-48" />
          <Menu align="end" trigger={<IconButton label={texts.chooseColumns} icon={Columns3} />}>
            {columns.map(({ id, label, removed }) => (
              <MenuCheck
                key={id}
                checked={shown.includes(id)}
                onChange={(on) => onShown(on ? [...shown, id] : shown.filter((one) => one !== id))}
              >
                {removed ? texts.removedField(label) : label}
              </MenuCheck>
            ))}
          </Menu>
        </>
      }
    >
      <FilterPills
        label={texts.status}
        value={search.status ?? 'all'}
        onChange={(status) => onChange({ status: status === 'all' ? undefined : status })}
        items={STATUSES.map((value) => ({
          value,
          label: texts.statuses[value],
          ...(counts && { count: counts[value] }),
        }))}
      />
      <FilterDivider />
      <Select
        quiet
        label={texts.since}
        value={search.since ?? 'any'}
        onChange={(since) => onChange({ since: since === 'any' ? undefined : since })}
        items={SPANS.map((value) => ({ value, label: texts.spans[value] }))}
      />
    </FilterBar>
  )
}
