import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { TEMPLATE_CATEGORIES } from '@throughline/contracts/template-lists'
import type { Template, TemplateSort } from '@throughline/contracts/templates'
import { ArrowUpDown, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { FilterBar, FilterPills } from '../../ui/filter-bar.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Select } from '../../ui/select.tsx'
import { NewTemplatePanel } from './templates/new-template-panel.tsx'
import { TemplateList } from './templates/template-list.tsx'
import { type TemplateSearch, templateSearch } from './templates/template-search.ts'
import { templatesQuery } from './templates/templates.api.ts'
import { spec, texts } from './templates/templates.texts.ts'
import { TemplatesLoading } from './templates/templates-loading.tsx'
import { useTemplateActs } from './templates/use-template-acts.ts'
import { UseTemplateDialog } from './templates/use-template-dialog.tsx'

const SORTS: { value: TemplateSort; label: string }[] = [
  { value: 'popular', label: spec.sorts.popular },
  { value: 'name', label: spec.sorts.name },
  { value: 'complexity', label: spec.sorts.complexity },
]
const CATEGORIES = [
  { value: 'all' as const, label: spec.all },
  ...TEMPLATE_CATEGORIES.map((value) => ({ value, label: spec.categories[value] })),
]

export function TemplatesScreen() {
  const user = useCurrentUser()
  return user ? <Templates user={user} /> : null
}

function Templates({ user }: { user: CurrentUser }) {
  const search = templateSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const list = useInfiniteQuery(templatesQuery({ category: search.category, sort: search.sort ?? 'popular' }))
  const acts = useTemplateActs()
  const [removing, setRemoving] = useState<Template>()
  const templates = list.data?.pages.flatMap(({ data }) => data)
  const used = templates?.find(({ id }) => id === search.use)
  const canUse = can(user, 'workflows.publish')
  const canManage = can(user, 'templates.manage')

  const go = useCallback(
    (next: TemplateSearch, replace = true) => void navigate({ to: '/workflow-templates', search: next, replace }),
    [navigate],
  )
  const without = (key: keyof TemplateSearch) => {
    const { [key]: _, ...rest } = search
    return rest
  }
  return (
    <div className="@container relative flex h-full overflow-hidden">
      <div className="flex min-w-0 flex-1 flex-col">
        <ScreenHeader title={spec.title} {...(templates && !list.hasNextPage && { count: templates.length })}>
          <ArrowUpDown size={14} aria-hidden className="text-fg-3" />
          <div className="w-46">
            <Select
              label={texts.sort}
              value={search.sort ?? 'popular'}
              onChange={(sort) => go(templateSearch({ ...search, sort }))}
              items={SORTS}
            />
          </div>
          {canManage && (
            <Button variant="primary" icon={Plus} onClick={() => go({ ...search, panel: 'new' }, false)}>
              {spec.add}
            </Button>
          )}
        </ScreenHeader>
        <FilterBar label={texts.category}>
          <FilterPills
            label={texts.category}
            value={search.category ?? 'all'}
            onChange={(category) => go(templateSearch({ ...search, category }))}
            items={CATEGORIES}
          />
        </FilterBar>
        {list.isPending && <TemplatesLoading />}
        {list.isError && !templates && (
          <div className="grid flex-1 place-items-center pb-24">
            <ErrorBlock
              title={spec.loadFailed}
              hint={spec.loadFailedHint}
              retrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          </div>
        )}
        {templates && (
          <TemplateList
            templates={templates}
            stale={list.isPlaceholderData}
            onShowAll={search.category && (() => go(without('category')))}
            onUse={canUse ? (template) => go({ ...search, use: template.id }, false) : undefined}
            onRemove={canManage ? setRemoving : undefined}
            onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
            loadingMore={list.isFetchingNextPage}
          />
        )}
      </div>
      {search.panel === 'new' && canManage && (
        <NewTemplatePanel
          workspace={user.tenant_name}
          onAdded={() => go(without('panel'))}
          onClose={() => go(without('panel'))}
        />
      )}
      {used && canUse && <UseTemplateDialog key={used.id} template={used} onClose={() => go(without('use'))} />}
      {removing && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && setRemoving(undefined)}
          title={texts.askRemove(removing.name)}
          confirmLabel={texts.remove}
          onConfirm={() => acts.remove(removing)}
        >
          {texts.removing}
        </AlertDialog>
      )}
    </div>
  )
}
