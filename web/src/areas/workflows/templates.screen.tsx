import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { TEMPLATE_CATEGORIES } from '@throughline/contracts/template-lists'
import type { Template, TemplateSort } from '@throughline/contracts/templates'
import { ArrowUpDown, Ellipsis, Plus, SearchX, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { cardGrid } from '../../shared/list-page/list-loading.tsx'
import { ListEmpty, ListPage } from '../../shared/list-page/list-page.tsx'
import { ListEnd } from '../../shared/list-page/list-table.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { useListRows } from '../../shared/list-page/use-list-rows.ts'
import { trashActs } from '../../shared/trash/trash-acts.ts'
import { categoryName } from '../../shared/workflow-categories.texts.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterBar, FilterPills } from '../../ui/filter-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem } from '../../ui/menu-items.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Select } from '../../ui/select.tsx'
import { NewTemplatePanel } from './templates/new-template-panel.tsx'
import { TemplateCard } from './templates/template-card.tsx'
import { templateSearch } from './templates/template-search.ts'
import { templateCalls, templatesQuery } from './templates/templates.api.ts'
import { spec, texts } from './templates/templates.texts.ts'
import { UseTemplateDialog } from './templates/use-template-dialog.tsx'

const SORTS: { value: TemplateSort; label: string }[] = [
  { value: 'popular', label: spec.sorts.popular },
  { value: 'name', label: spec.sorts.name },
  { value: 'complexity', label: spec.sorts.complexity },
]
const CATEGORIES = [
  { value: 'all' as const, label: spec.all },
  ...TEMPLATE_CATEGORIES.map((value) => ({ value, label: categoryName(value) })),
]

export function TemplatesScreen() {
  const user = useCurrentUser()
  return user ? <Templates user={user} /> : null
}

/** What is shown stands in the address. */
function useTemplateSearch() {
  const search = templateSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const go = (changes: Record<string, unknown>, replace = true) =>
    void navigate({ to: '/workflow-templates', search: templateSearch({ ...search, ...changes }), replace })
  return { search, go }
}

function Templates({ user }: { user: CurrentUser }) {
  const { search, go } = useTemplateSearch()
  const query = useInfiniteQuery(templatesQuery({ category: search.category, sort: search.sort ?? 'popular' }))
  const list = useList(useListRows(query), { cards: true })
  const acts = useTemplateActs()
  const [removing, setRemoving] = useState<Template>()
  const used = list.rows.find(({ id }) => id === search.use)
  const canUse = can(user, 'workflows.publish')
  const canManage = can(user, 'templates.manage')

  const onUse = (template: Template) => go({ use: template.id }, false)
  return (
    <ListPage
      list={list}
      texts={{ label: texts.list, loading: spec.loading, failed: spec.loadFailed, failedHint: spec.loadFailedHint }}
      shape="cards"
      header={
        <TemplatesHeader
          count={query.isSuccess && !list.hasMore ? list.rows.length : undefined}
          sort={search.sort ?? 'popular'}
          onSort={(sort) => go({ sort })}
          onAdd={canManage ? () => go({ panel: 'new' }, false) : undefined}
        />
      }
      filters={
        <FilterBar label={texts.category}>
          <FilterPills
            label={texts.category}
            value={search.category ?? 'all'}
            onChange={(category) => go({ category })}
            items={CATEGORIES}
          />
        </FilterBar>
      }
      empty={
        <ListEmpty
          icon={SearchX}
          title={spec.none}
          hint={spec.noneHint}
          action={search.category && <Button onClick={() => go({ category: undefined })}>{texts.showAll}</Button>}
          className="bg-board"
        />
      }
      panel={
        search.panel === 'new' &&
        canManage && <NewTemplatePanel workspace={user.tenant_name} onClose={() => go({ panel: undefined })} />
      }
      dialogs={
        <>
          {used && canUse && <UseTemplateDialog key={used.id} template={used} onClose={() => go({ use: undefined })} />}
          {removing && (
            <RemoveDialog
              name={removing.name}
              onConfirm={() => acts.remove(removing)}
              onClose={() => setRemoving(undefined)}
            />
          )}
        </>
      }
    >
      <ul className={cardGrid}>
        {list.rows.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            onUse={canUse ? onUse : undefined}
            menu={
              template.own && canManage && <TemplateMenu name={template.name} onRemove={() => setRemoving(template)} />
            }
          />
        ))}
      </ul>
      <ListEnd list={list} />
    </ListPage>
  )
}

type TemplatesHeaderProps = {
  /** Absent until all of them are read. */
  count: number | undefined
  sort: TemplateSort
  onSort: (sort: TemplateSort) => void
  onAdd: (() => void) | undefined
}

function TemplatesHeader({ count, sort, onSort, onAdd }: TemplatesHeaderProps) {
  return (
    <ScreenHeader title={spec.title} {...(count !== undefined && { count })}>
      <ArrowUpDown size={14} aria-hidden className="text-fg-3" />
      <div className="w-46">
        <Select label={texts.sort} value={sort} onChange={onSort} items={SORTS} />
      </div>
      {onAdd && (
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          {spec.add}
        </Button>
      )}
    </ScreenHeader>
  )
}

type RemoveDialogProps = { name: string; onConfirm: () => Promise<boolean>; onClose: () => void }

function RemoveDialog({ name, onConfirm, onClose }: RemoveDialogProps) {
  return (
    <AlertDialog onClose={onClose} title={texts.askRemove(name)} confirmLabel={texts.remove} onConfirm={onConfirm}>
      {texts.removing}
    </AlertDialog>
  )
}

function TemplateMenu({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <Menu align="end" trigger={<IconButton label={texts.actionsFor(name)} icon={Ellipsis} />}>
      <MenuItem icon={Trash2} danger onSelect={onRemove}>
        {texts.remove}
      </MenuItem>
    </Menu>
  )
}

/** Deleting a template and taking it back, with what is said about it. */
function useTemplateActs() {
  const queries = useQueryClient()
  return useMemo(
    () =>
      trashActs({
        calls: { remove: templateCalls.remove, restore: templateCalls.restore },
        nameOf: ({ name }: Template) => name,
        removed: texts.removed,
        failed: { remove: () => texts.notRemoved, restore: () => texts.notRestored },
        refresh: () => queries.invalidateQueries({ queryKey: templateCalls.key }),
      }),
    [queries],
  )
}
