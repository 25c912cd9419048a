import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WorkflowFilter, WorkflowSort } from '@throughline/contracts/workflows'
import { ArrowUpDown, FileUp, LayoutGrid, List, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuChoices, MenuGroup } from '../../../ui/menu-items.tsx'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { toast } from '../../../ui/toast.ts'
import { blankDraft, storeDraft } from '../add/use-add-draft.ts'
import { readJson } from '../templates/read-json.ts'
import { useWorkflowsRefresh, workflowCalls } from '../workflows.api.ts'
import { spec, texts } from '../workflows.texts.ts'

const FILTERS = [
  { value: 'all', label: spec.filters.all },
  { value: 'active', label: spec.filters.active },
  { value: 'archived', label: spec.filters.archived },
  { value: 'trash', label: texts.trash, icon: Trash2, iconOnly: true },
] as const
const SORTS = (['updated', 'name', 'created'] as const).map((value) => ({ value, label: texts.sorts[value] }))
const VIEWS = [
  { value: 'cards', label: texts.cards, icon: LayoutGrid, iconOnly: true },
  { value: 'list', label: texts.list, icon: List, iconOnly: true },
] as const

type View = 'cards' | 'list'
type ListSettings = { filter: WorkflowFilter; sort: WorkflowSort; search: string; view: View }

type ListHeaderProps = {
  settings: ListSettings
  onChange: (changes: Partial<ListSettings>) => void
  count: number | undefined
  /** Nothing is there to filter yet. */
  bare: boolean
  /** The panel stands beside the list and takes its room. */
  narrow: boolean
  canAdd: boolean
  onAdd: () => void
}

export function ListHeader({ settings, onChange, count, bare, narrow, canAdd, onAdd }: ListHeaderProps) {
  return (
    <ScreenHeader
      title={spec.title}
      {...(count !== undefined && { count })}
      tabs={
        !bare &&
        !narrow && (
          <span className="ml-2">
            <Segmented
              label={texts.filter}
              value={settings.filter}
              onChange={(filter) => onChange({ filter })}
              items={FILTERS}
            />
          </span>
        )
      }
    >
      {!bare && (
        <SearchInput
          size="md"
          label={texts.search}
          value={settings.search}
          onSearch={(search) => onChange({ search })}
          className="w-44"
        />
      )}
      {!bare && !narrow && (
        <>
          <SortMenu settings={settings} onChange={onChange} />
          <Segmented label={texts.layout} value={settings.view} onChange={(view) => onChange({ view })} items={VIEWS} />
          {canAdd && <ImportButton />}
        </>
      )}
      {canAdd && (
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          {spec.add}
        </Button>
      )}
    </ScreenHeader>
  )
}

/** A search is answered by name; the trash by when things came into it. */
function SortMenu({ settings, onChange }: Pick<ListHeaderProps, 'settings' | 'onChange'>) {
  if (settings.search || settings.filter === 'trash') return null
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={ArrowUpDown} aria-label={`${texts.sort}: ${texts.sorts[settings.sort]}`}>
          {texts.sorts[settings.sort]}
        </Button>
      }
    >
      <MenuGroup label={texts.sort}>
        <MenuChoices value={settings.sort} onChange={(sort) => onChange({ sort })} items={SORTS} />
      </MenuGroup>
    </Menu>
  )
}

/** A JSON file becomes a draft that opens in the builder. What is refused can be mended in the panel's editor. */
function ImportButton() {
  const file = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { busy, run } = useAct({ refresh: useWorkflowsRefresh() })

  const take = async (chosen: File) => {
    const text = await chosen.text().catch(() => undefined)
    if (text === undefined) return void toast.error(texts.importFailed, { description: texts.unreadable })
    const fix = () => {
      storeDraft(queries, { ...blankDraft, text, fresh: true })
      void navigate({ to: '/workflows', search: { panel: 'add', mode: 'json' } })
    }
    const read = readJson(text)
    if (!read.ok)
      return void toast.error(spec.invalidJson, {
        description: texts.notJson(read.line, read.column, read.reason),
        action: { label: texts.fixIt, onPress: fix },
      })
    return run({
      call: async () => {
        const { data } = await workflowCalls.importDraft(read.value)
        void navigate({ to: '/workflow-builder/$workflowId', params: { workflowId: data.id } })
        return data
      },
      done: ({ name }) => texts.imported(name),
      failed: texts.importFailed,
      retry: { label: texts.fixIt, act: fix },
    })
  }
  return (
    <>
      <FileInput
        ref={file}
        accept=".json,application/json"
        label={texts.importFile}
        onFiles={([chosen]) => void (chosen && !busy && take(chosen))}
      />
      <IconButton
        label={texts.import}
        icon={FileUp}
        size="lg"
        aria-busy={busy !== undefined || undefined}
        onClick={() => file.current?.click()}
      />
    </>
  )
}
