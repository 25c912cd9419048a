import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { WorkflowId } from '@throughline/contracts/ids'
import { ChevronDown, X } from 'lucide-react'
import { useChoice } from '../../../shared/use-choice.ts'
import { Button } from '../../../ui/button.tsx'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { FilterBar, FilterDivider } from '../../../ui/filter-bar.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuCheck } from '../../../ui/menu-items.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { workflowChoicesQuery } from '../../workflows/workflows.api.ts'
import { AssigneeFilter } from '../parts/assignee-filter.tsx'
import { spec, taskWords, texts } from '../tasks.texts.ts'
import { CLEARED, isNarrowed, prioritiesIn, statusesIn, typesIn } from './filter-of.ts'
import { PRIORITIES, STATUSES, type TasksSearch, TYPES } from './tasks-search.ts'

type TaskFiltersProps = {
  user: CurrentUser
  search: TasksSearch
  /** The columns of a board are its statuses, and a list of what is pending has its own. */
  withStatus: boolean
  onChange: (changes: { [K in keyof TasksSearch]?: TasksSearch[K] | undefined }) => void
}

export function TaskFilters({ user, search, withStatus, onChange }: TaskFiltersProps) {
  return (
    <FilterBar
      label={texts.filters}
      end={
        <SearchInput
          label={texts.search}
          value={search.q ?? ''}
          onSearch={(q) => onChange({ q: q || undefined })}
          className="w-48"
        />
      }
    >
      {withStatus && (
        <FilterMenu
          label={texts.filter.status}
          names={spec.statuses}
          all={STATUSES}
          value={statusesIn(search)}
          onChange={(names) => onChange({ status: names.join(',') })}
        />
      )}
      <FilterMenu
        label={texts.filter.priority}
        names={taskWords.priorities}
        all={PRIORITIES}
        value={prioritiesIn(search)}
        onChange={(names) => onChange({ priority: names.join(',') })}
      />
      <FilterMenu
        label={texts.filter.type}
        names={taskWords.types}
        all={TYPES}
        value={typesIn(search)}
        onChange={(names) => onChange({ type: names.join(',') })}
      />
      <FilterDivider />
      <WorkflowFilter value={search.workflow} onChange={(workflow) => onChange({ workflow })} />
      {user.organization_id && (
        <AssigneeFilter user={user} value={search.assignee} onChange={(assignee) => onChange({ assignee })} />
      )}
      {isNarrowed(search) && (
        <Button variant="ghost" icon={X} onClick={() => onChange(CLEARED)}>
          {texts.clear}
        </Button>
      )}
    </FilterBar>
  )
}

type WorkflowFilterProps = {
  value: WorkflowId | undefined
  onChange: (value: WorkflowId | undefined) => void
}

function WorkflowFilter({ value, onChange }: WorkflowFilterProps) {
  const { search, comboboxProps } = useChoice({ any: texts.anyWorkflow, value, unnamed: value ?? '' })
  const { data = [] } = useQuery(workflowChoicesQuery(search))
  const found = data.map(({ id, name, prefix }) => ({ value: id, label: name, hint: prefix }))
  const choose = (next: string | undefined) => onChange(data.find(({ id }) => id === next)?.id)
  return <ComboboxOne label={texts.filter.workflow} {...comboboxProps(found, choose)} className="w-48" />
}

type FilterMenuProps<V extends string> = {
  label: string
  names: Readonly<Record<V, string>>
  all: readonly V[]
  /** Empty: all of them. */
  value: readonly V[]
  onChange: (value: V[]) => void
}

/** Several of a few. All and none of them mean the same: no filter. */
function FilterMenu<V extends string>({ label, names, all, value, onChange }: FilterMenuProps<V>) {
  const chosen = value.length === 0 ? all : value
  const only = chosen.length === 1 ? chosen[0] : undefined
  const what = only ? names[only] : texts.count(chosen.length)
  const toggle = (item: V, on: boolean) => onChange(all.filter((one) => (one === item ? on : chosen.includes(one))))
  return (
    <Menu
      trigger={
        <Button variant="ghost" iconEnd={ChevronDown}>
          {chosen.length === all.length ? label : texts.chosen(label, what)}
        </Button>
      }
    >
      {all.map((item) => (
        <MenuCheck key={item} checked={chosen.includes(item)} onChange={(on) => toggle(item, on)}>
          {names[item]}
        </MenuCheck>
      ))}
    </Menu>
  )
}
