import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { FormFilter, FormRow } from '@throughline/contracts/forms'
import type { TenantId, WorkflowId } from '@throughline/contracts/ids'
import { ClipboardList, SearchX, Trash2 } from 'lucide-react'
import { type RefObject, Suspense, useCallback, useMemo, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { ListLoading } from '../../shared/list-page/list-loading.tsx'
import { ListEmpty, ListPage } from '../../shared/list-page/list-page.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { useListRows } from '../../shared/list-page/use-list-rows.ts'
import { TrashDialog } from '../../shared/trash/trash-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterBar, FilterDivider, FilterPills } from '../../ui/filter-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { AccessDialog } from '../workflows/parts/access-fields.tsx'
import { workflowChoicesQuery } from '../workflows/workflows.api.ts'
import { formCalls, formsQuery, useFormsRefresh } from './forms.api.ts'
import { spec, texts } from './forms.texts.ts'
import { CreateLink } from './list/create-link.tsx'
import { FormContext, FormMenu, type FormQuestion } from './list/form-menu.tsx'
import { FormTable } from './list/form-table.tsx'
import { type FormsSearch, formsSearch } from './list/forms-search.ts'
import { type FormActs, useFormActs } from './list/use-form-acts.ts'

const FirstForm = lazyPart(
  () => import('./list/first-form.tsx'),
  (module) => module.default,
)
const TriggersDialog = lazyPart(
  () => import('./triggers/triggers-dialog.tsx'),
  (module) => module.TriggersDialog,
)
const ShareDialog = lazyPart(
  () => import('./list/share-dialog.tsx'),
  (module) => module.ShareDialog,
)

export function FormsScreen() {
  const user = useCurrentUser()
  return user ? <Forms user={user} /> : null
}

/** What is shown stands in the address. */
function useFormsSearch() {
  const search = formsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const go = (changes: Record<string, unknown>) =>
    void navigate({ to: '/forms', search: formsSearch({ ...search, ...changes }), replace: true })
  return { search, go }
}

const rightsOf = (user: CurrentUser) => ({
  manage: can(user, 'publishing.manage'),
  access: can(user, 'workflows.visibility') && user.organization_id !== null,
  purge: can(user, 'trash.purge'),
})

function Forms({ user }: { user: CurrentUser }) {
  const { search, go } = useFormsSearch()
  const { status, sort = 'response', workflow, q } = search
  const query = useInfiniteQuery(formsQuery({ status: status ?? 'all', sort, workflow, search: q }))
  const list = useList(useListRows(query))
  const acts = useFormActs()
  const [question, ask] = useState<FormQuestion>()
  const rights = useMemo(() => rightsOf(user), [user])
  const counts = query.data?.pages[0]?.counts
  const trash = status === 'trash'
  const bare = list.none && !q && !status && !workflow
  const menu = useCallback(
    (form: FormRow) => <FormMenu form={form} rights={rights} acts={acts} onAsk={ask} />,
    [rights, acts],
  )
  return (
    <ListPage
      list={list}
      texts={{ label: spec.title, loading: texts.loading, failed: spec.loadFailed }}
      header={
        <ScreenHeader title={spec.title} {...(counts && !bare && { count: counts.all })}>
          {!(bare && rights.manage) && (
            <IconButton
              label={texts.trash}
              icon={Trash2}
              size="lg"
              active={trash}
              onClick={() => go({ status: trash ? undefined : 'trash' })}
            />
          )}
          {rights.manage && <CreateLink kbd="N F">{spec.create}</CreateLink>}
        </ScreenHeader>
      }
      filters={!bare && <Filters search={search} counts={counts} onChange={go} />}
      empty={
        bare && rights.manage ? (
          <Suspense fallback={<ListLoading label={texts.loading} shape="cards" />}>
            <FirstForm />
          </Suspense>
        ) : (
          <NoForms search={search} onChange={go} />
        )
      }
      renderAround={(rows) => <FormContext forms={list.rows} rights={rights} acts={acts} onAsk={ask} target={rows} />}
      dialogs={
        question && (
          <FormDialogs
            question={question}
            orgId={user.organization_id}
            acts={acts}
            scroller={list.scroller}
            onClose={() => ask(undefined)}
          />
        )
      }
    >
      <FormTable
        list={list}
        trash={trash}
        sort={trash || q ? undefined : sort}
        onSort={(next) => go({ sort: next })}
        menu={menu}
        total={counts && !q && !workflow && !trash ? counts[status ?? 'all'] : undefined}
      />
    </ListPage>
  )
}

const PILLS = ['all', 'active', 'closed', 'draft'] as const
type Counts = Record<(typeof PILLS)[number], number>
type Change = (changes: Partial<Record<keyof FormsSearch, string | undefined>>) => void

function Filters({ search, counts, onChange }: { search: FormsSearch; counts: Counts | undefined; onChange: Change }) {
  const { status, workflow, q } = search
  // Nothing is pressed while the trash is shown.
  const value: FormFilter = status ?? 'all'
  const items = PILLS.map((one) => ({ value: one, label: texts.filters[one], ...(counts && { count: counts[one] }) }))
  return (
    <FilterBar
      label={texts.filter}
      end={
        <SearchInput label={texts.find} value={q ?? ''} onSearch={(words) => onChange({ q: words })} className="w-55" />
      }
    >
      <FilterPills<FormFilter>
        label={texts.status}
        value={value}
        onChange={(next) => onChange({ status: next === 'all' ? undefined : next })}
        items={items}
      />
      <FilterDivider />
      <WorkflowFilter value={workflow} onChange={(next) => onChange({ workflow: next })} />
    </FilterBar>
  )
}

const ANY = 'any'

function WorkflowFilter({ value, onChange }: { value?: WorkflowId | undefined; onChange: (id?: string) => void }) {
  const { data = [] } = useQuery(workflowChoicesQuery(''))
  return (
    <Select
      quiet
      label={texts.workflow}
      value={value ?? ANY}
      items={[{ value: ANY, label: texts.anyWorkflow }, ...data.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(next) => onChange(next === ANY ? undefined : next)}
    />
  )
}

function NoForms({ search: { q, status, workflow }, onChange }: { search: FormsSearch; onChange: Change }) {
  const { noneHere } = texts
  const clear = <Button onClick={() => onChange({ q: undefined })}>{noneHere.clear}</Button>
  if (q) return <ListEmpty icon={SearchX} title={noneHere.search(q)} hint={noneHere.searchHint} action={clear} />
  const all = <Button onClick={() => onChange({ status: undefined, workflow: undefined })}>{noneHere.showAll}</Button>
  if (status === 'trash')
    return <ListEmpty icon={Trash2} title={noneHere.trash} hint={noneHere.trashHint} action={all} />
  if (workflow) return <ListEmpty icon={ClipboardList} title={noneHere.workflow} action={all} />
  if (status) return <ListEmpty icon={ClipboardList} title={noneHere[status]} action={all} />
  return <ListEmpty icon={ClipboardList} title={texts.empty.forViewers} hint={texts.empty.forViewersHint} />
}

type FormDialogsProps = {
  question: FormQuestion
  orgId: TenantId | null
  acts: FormActs
  scroller: RefObject<HTMLElement | null>
  onClose: () => void
}

/** One at a time; each closes itself. */
function FormDialogs({ question: { kind, form }, orgId, acts, scroller, onClose }: FormDialogsProps) {
  const refresh = useFormsRefresh()
  const name = form.title || texts.untitled
  if (kind === 'share')
    return (
      <Suspense>
        <ShareDialog form={form} onClose={onClose} />
      </Suspense>
    )
  if (kind === 'triggers')
    return (
      <Suspense>
        <TriggersDialog formId={form.id} onClose={onClose} />
      </Suspense>
    )
  if (kind === 'access')
    return (
      orgId && (
        <AccessDialog
          orgId={orgId}
          name={name}
          access={form.access}
          note={texts.accessNote}
          onSave={(choice) => formCalls.setAccess(form.id, choice).finally(() => void refresh())}
          onClose={onClose}
        />
      )
    )
  const forever = kind === 'purge'
  return (
    <TrashDialog
      id={form.id}
      name={name}
      title={forever ? spec.askPurge : spec.askDelete}
      confirmLabel={forever ? texts.foreverNamed : texts.deleteNamed}
      scroller={scroller}
      onConfirm={() => (forever ? acts.purge(form) : acts.remove(form))}
      onClose={onClose}
    >
      {(forever ? texts.deletingForever : texts.deleting)(form.submission_count)}
    </TrashDialog>
  )
}
